package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Snapshots and cursors see one moment, whatever is written, flushed and compacted meanwhile. */
class SnapshotTest {

  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(4096).tableBytes(4096).blockBytes(256).build();
  private static final int KEYS = 50;

  private final Db db = Stores.open(new SimulatedDisk(), OPTIONS);
  private final NavigableMap<Bytes, Bytes> content = new TreeMap<>();

  @AfterEach
  void close() {
    db.close();
  }

  /** Puts every key anew but each third one, which is deleted. */
  private void write(int round) {
    for (int i = 0; i < KEYS; i++) {
      Bytes key = Bytes.of("key" + i);
      if (i % 3 == round % 3) {
        db.delete(key.array());
        content.remove(key);
      } else {
        Bytes value = Bytes.numbered(round * KEYS + i, 60);
        db.put(key.array(), value.array());
        content.put(key, value);
      }
    }
  }

  private static NavigableMap<Bytes, Bytes> read(Cursor cursor, boolean forward) {
    NavigableMap<Bytes, Bytes> found = new TreeMap<>();
    while (forward ? cursor.next() : cursor.prev()) {
      found.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
    }
    return found;
  }

  private void check(NavigableMap<Bytes, Bytes> expected, Snapshot snapshot) {
    try (Cursor cursor = db.scan(KeyRange.all(), snapshot)) {
      assertEquals(expected, read(cursor, true));
      assertEquals(expected, read(cursor, false));
    }
    for (int i = 0; i < KEYS; i++) {
      Bytes key = Bytes.of("key" + i);
      byte[] value = db.get(key.array(), snapshot);
      assertEquals(expected.get(key), value == null ? null : Bytes.of(value));
    }
  }

  @Test
  void eachSeesItsMoment() {
    try (Snapshot empty = db.snapshot()) {
      write(0);
      var first = new TreeMap<>(content);
      Snapshot twin = db.snapshot();
      try (Snapshot afterFirst = db.snapshot()) {
        write(1);
        db.flush();
        var second = new TreeMap<>(content);
        try (Snapshot afterSecond = db.snapshot()) {
          write(2);
          db.compact();
          write(3);
          db.compact();
          check(second, afterSecond);
        }
        twin.close();
        db.compact();
        check(first, afterFirst);
      }
      db.compact();
      check(new TreeMap<>(), empty);
    }
    try (Snapshot now = db.snapshot()) {
      check(content, now);
    }
  }

  @Test
  void aClosedOneLetsGoOfWhatItSaw() {
    write(0);
    Snapshot snapshot = db.snapshot();
    write(1);
    db.compact();
    assertTrue(db.stats().entries() > content.size());
    snapshot.close();
    db.compact();
    assertEquals(content.size(), db.stats().entries());
    assertEquals(0, db.stats().count("table.deletes"));
  }

  @Test
  void aCursorKeepsItsMomentAndItsFiles() {
    write(0);
    db.flush();
    var before = new TreeMap<>(content);
    try (Cursor forward = db.scan(KeyRange.all());
        Cursor backward = db.scan(KeyRange.all());
        Cursor begun = db.scan(KeyRange.all())) {
      begun.next();
      for (int round = 1; round < 6; round++) {
        write(round);
        db.compact();
      }
      assertEquals(before, read(forward, true));
      assertEquals(before, read(backward, false));
      assertEquals(before.firstKey(), Bytes.of(begun.key()));
      assertEquals(before.tailMap(before.firstKey(), false), read(begun, true));
    }
  }
}
