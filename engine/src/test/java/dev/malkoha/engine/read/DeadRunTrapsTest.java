package dev.malkoha.engine.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What could go wrong with dead runs, one by one; each of these has. */
final class DeadRunTrapsTest {

  private static final int KEYS = 1_000;

  private static byte[] key(int number) {
    return "%04d".formatted(number).getBytes(UTF_8);
  }

  private static void delete(Db db, int from, int to) {
    for (int i = from; i < to; i++) {
      db.delete(key(i));
    }
  }

  private static List<Integer> keys(Cursor cursor) {
    List<Integer> found = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        found.add(Integer.valueOf(new String(cursor.key(), UTF_8)));
      }
    }
    return found;
  }

  private static List<Integer> range(int from, int to) {
    List<Integer> range = new ArrayList<>();
    for (int i = from; i < to; i++) {
      range.add(i);
    }
    return range;
  }

  /**
   * A snapshot's walk leaves a run in front of which a deep table has a newer entry: a later walk's
   * leap ends there in that table, and behind deletes in others that are older.
   */
  @Test
  void whatIsCoveredByADeleteThatWasPassedStaysHidden() {
    DbOptions options = DbOptions.builder().deleteApplier(false).build();
    try (Db db = Stores.open(new SimulatedDisk(), options)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(key(i), key(i));
      }
      db.compact();
      delete(db, 200, 300);
      db.flush();
      delete(db, 100, 200);
      db.flush();
      delete(db, 300, 900);
      db.flush();
      TreeSet<Integer> left = new TreeSet<>(range(0, 100));
      left.addAll(range(900, KEYS));
      try (Snapshot snapshot = db.snapshot()) {
        db.put(key(250), key(250));
        db.flush();
        db.awaitIdle();
        assertEquals(List.copyOf(left), keys(db.scan(KeyRange.all(), snapshot)));
        left.add(250);
        assertEquals(List.copyOf(left), keys(db.scan(KeyRange.all())));
        assertEquals(List.copyOf(left), keys(db.scan(KeyRange.all())));
      }
    }
  }

  /** A cursor that was opened before a put, and a flush since, finds dead what is no longer so. */
  @Test
  void aRunFoundInAnOlderViewHidesNothingOfANewerOne() {
    try (Db db = Stores.open(new SimulatedDisk(), DbOptions.builder().build())) {
      delete(db, 0, KEYS);
      try (Cursor older = db.scan(KeyRange.all())) {
        db.put(key(KEYS / 2), key(0));
        db.flush();
        assertFalse(older.first());
      }
      assertEquals(List.of(KEYS / 2), keys(db.scan(KeyRange.all())));
    }
  }

  /** So does one that was opened before many writes to the same memtable. */
  @Test
  void aRunFoundLateHidesNothingThatWasPutMeanwhile() {
    try (Db db = Stores.open(new SimulatedDisk(), DbOptions.builder().build())) {
      delete(db, 0, KEYS);
      for (int writes : new int[] {0, 10, 10_000}) {
        try (Cursor older = db.scan(KeyRange.all())) {
          db.put(key(KEYS / 2), key(0));
          for (int i = 0; i < writes; i++) {
            db.put(key(KEYS), key(i));
          }
          older.first();
        }
        assertEquals(KEYS / 2, keys(db.scan(KeyRange.all())).getFirst());
        db.delete(key(KEYS / 2));
      }
    }
  }

  /** What a batch deletes as a range and puts again is not dead. */
  @Test
  void aRangeDeleteOfABatchSparesWhatTheBatchPuts() {
    try (Db db = Stores.open(new SimulatedDisk(), DbOptions.builder().build())) {
      WriteBatch batch = new WriteBatch();
      batch.put(key(1), key(1));
      batch.deleteRange(key(0), key(KEYS));
      batch.put(key(2), key(2));
      batch.put(key(KEYS / 2), key(0));
      db.write(batch);
      assertEquals(List.of(2, KEYS / 2), keys(db.scan(KeyRange.all())));
    }
  }

  /** A snapshot goes on with what was dead when it was opened, and with what it found. */
  @Test
  void aSnapshotKeepsToItsOwnRuns() {
    try (Db db = Stores.open(new SimulatedDisk(), DbOptions.builder().build())) {
      for (int i = 0; i < KEYS; i++) {
        db.put(key(i), key(i));
      }
      delete(db, 0, KEYS / 2);
      db.scan(KeyRange.all()).first();
      try (Snapshot snapshot = db.snapshot()) {
        delete(db, KEYS / 2, KEYS - 1);
        assertEquals(List.of(KEYS - 1), keys(db.scan(KeyRange.all())));
        assertEquals(range(KEYS / 2, KEYS), keys(db.scan(KeyRange.all(), snapshot)));
        db.put(key(3), key(3));
        assertEquals(List.of(3, KEYS - 1), keys(db.scan(KeyRange.all())));
        assertEquals(range(KEYS / 2, KEYS), keys(db.scan(KeyRange.all(), snapshot)));
      }
    }
  }
}
