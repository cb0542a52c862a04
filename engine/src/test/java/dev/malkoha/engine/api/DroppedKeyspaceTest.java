package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.disk.HeldWork;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a keyspace that is dropped, and of who reads it. */
class DroppedKeyspaceTest {

  private static final byte[] KEY = {1};
  private static final byte[] ONE = {11};
  private static final byte[] TWO = {12};
  private static final int ENTRIES = 200;
  private static final DbOptions OPTIONS =
      DbOptions.builder()
          .memTableBytes(4096)
          .tableBytes(4096)
          .blockBytes(256)
          .blockCacheBytes(0)
          .build();

  private final SimulatedDisk disk = new SimulatedDisk();
  private final HeldWork work = new HeldWork();
  private Db db = Stores.open(disk, OPTIONS, work.workers());
  private final Keyspace a = db.keyspace("a");

  @AfterEach
  void close() {
    db.close();
  }

  private static void fill(Keyspace keyspace) {
    for (int i = 0; i < ENTRIES; i++) {
      keyspace.put(new byte[] {(byte) i}, new byte[100]);
    }
  }

  private long files(String end) throws IOException {
    return disk.openDirectory(Stores.PATH).list().stream()
        .filter(name -> name.endsWith(end))
        .count();
  }

  @Test
  void itIsOfNoUse() {
    a.put(KEY, ONE);
    try (Snapshot snapshot = db.snapshot()) {
      db.dropKeyspace("a");
      List<Runnable> uses =
          List.of(
              () -> a.get(KEY),
              () -> a.get(KEY, snapshot),
              () -> a.put(KEY, ONE),
              () -> a.delete(KEY),
              () -> a.deleteRange(KEY, ONE),
              () -> a.deleteRange(KEY, KEY),
              () -> a.scan(KeyRange.all()),
              () -> a.scan(KeyRange.all(), snapshot),
              () -> a.explainGet(KEY),
              a::flush,
              a::compact,
              a::stats);
      for (Runnable use : uses) {
        var refusal = assertThrows(IllegalStateException.class, use::run);
        assertTrue(String.valueOf(refusal.getMessage()).contains("\"a\" was dropped"));
      }
      assertEquals("a", a.name());
      assertEquals(List.of("default"), db.keyspaces());
      assertThrows(IllegalArgumentException.class, () -> db.dropKeyspace("a"));
    }
    db.put(KEY, ONE);
    db.compact();
    assertArrayEquals(ONE, db.get(KEY));
  }

  @Test
  void itsFilesGoWithTheLastCursor() throws IOException {
    fill(a);
    a.flush();
    long before = files(".sst");
    assertTrue(before > 0);
    try (Snapshot snapshot = db.snapshot();
        Cursor one = a.scan(KeyRange.all(), snapshot);
        Cursor other = a.scan(KeyRange.all())) {
      one.next();
      db.dropKeyspace("a");
      assertEquals(before, files(".sst"));
      for (int i = 1; i < ENTRIES; i++) {
        assertTrue(one.next());
        assertTrue(other.next());
      }
      assertTrue(other.next());
      assertFalse(one.next());
      one.close();
      assertEquals(before, files(".sst"));
    }
    assertEquals(0, files(".sst"));
  }

  @Test
  void whatIsInItsMemtableIsReadOn() {
    a.put(KEY, ONE);
    try (Cursor cursor = a.scan(KeyRange.all())) {
      db.dropKeyspace("a");
      assertTrue(cursor.next());
      assertArrayEquals(ONE, cursor.value());
    }
  }

  @Test
  void filesThatACloseLeavesGoWhenItIsOpened() throws IOException {
    fill(a);
    a.flush();
    Cursor cursor = a.scan(KeyRange.all());
    db.dropKeyspace("a");
    db.close();
    assertThrows(IllegalStateException.class, cursor::next);
    db = Stores.open(disk, OPTIONS);
    assertEquals(0, files(".sst"));
    assertEquals(List.of(), db.problems());
  }

  @Test
  void itsNameMayBeUsedAgain() {
    fill(a);
    a.put(KEY, ONE);
    db.dropKeyspace("a");
    Keyspace again = db.keyspace("a");
    assertNotSame(a, again);
    assertNull(again.get(KEY));
    assertThrows(IllegalStateException.class, () -> a.get(KEY));
    again.put(KEY, TWO);
    db.close();
    db = Stores.open(disk, OPTIONS);
    assertArrayEquals(TWO, db.keyspace("a").get(KEY));
    assertNull(db.keyspace("a").get(new byte[] {2}));
  }

  /** What the log still has of the old one is not the new one's. */
  @Test
  void nothingComesBackFromTheLogUnderItsName() {
    a.put(KEY, ONE);
    db.dropKeyspace("a");
    try (Db second = Stores.open(disk.kill(), OPTIONS)) {
      assertEquals(List.of("default"), second.keyspaces());
      assertNull(second.keyspace("a").get(KEY));
      second.keyspace("b");
      second.dropKeyspace("b");
    }
  }

  /** Not by one opening after another, of which each finds a log with writes to the last one. */
  @Test
  void numbersAreNotGivenOutAgain() {
    SimulatedDisk left = disk;
    a.put(KEY, ONE);
    for (int round = 0; round < 3; round++) {
      left = left.kill();
      Db some = Stores.open(left, OPTIONS);
      some.dropKeyspace("a");
      some.close();
      some = Stores.open(left, OPTIONS);
      Keyspace next = some.keyspace("a");
      assertNull(next.get(KEY));
      next.put(KEY, ONE);
    }
  }

  @Test
  void aJobThatWaitsForItEndsInPeace() throws IOException {
    work.hold();
    for (int i = 0; i < 6; i++) {
      fill(a);
      a.flush();
    }
    a.delete(KEY);
    a.flush();
    db.dropKeyspace("a");
    work.letGo();
    db.awaitIdle();
    assertEquals(0, files(".sst"));
    db.put(KEY, ONE);
    db.compact();
    assertArrayEquals(ONE, db.get(KEY));
    assertEquals(1, files(".sst"));
  }
}
