package dev.malkoha.engine.deletion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Metric;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.Locale;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the delete applier does to a store: all work on the calling thread, on a simulated disk. */
class ApplierTest {

  private static final int KEYS = 3000;

  /** No table is rewritten, so that marks stay to be seen. */
  private static final DbOptions KEEP_MARKS =
      DbOptions.builder().memTableBytes(1 << 20).blockBytes(512).garbageShare(1).build();

  private final SimulatedDisk disk = new SimulatedDisk();
  private Db db = Stores.open(disk, KEEP_MARKS);

  @AfterEach
  void closeAndVerify() {
    db.close();
    assertEquals("[]", Stores.verify(disk).problems().toString());
  }

  private static byte[] key(int number) {
    return String.format(Locale.ROOT, "key%08d", number).getBytes(UTF_8);
  }

  private void load() {
    for (int i = 0; i < KEYS; i++) {
      db.put(key(i), new byte[20]);
    }
    db.compact();
  }

  private void delete(IntPredicate which) {
    for (int i = 0; i < KEYS; i++) {
      if (which.test(i)) {
        db.delete(key(i));
      }
    }
    db.flush();
  }

  private void assertHolds(IntPredicate which) {
    int expected = 0;
    for (int i = 0; i < KEYS; i++) {
      if (which.test(i)) {
        assertArrayEquals(new byte[20], db.get(key(i)));
        expected++;
      } else {
        assertNull(db.get(key(i)));
      }
    }
    int found = 0;
    try (Cursor cursor = db.scan(KeyRange.all())) {
      while (cursor.next()) {
        found++;
      }
    }
    assertEquals(expected, found);
  }

  @Test
  void deletesAndWhatTheyCoverAreMarkedAndTheFilterLetsGo() {
    load();
    delete(i -> i % 3 == 0);
    DbStats stats = db.stats();
    assertEquals(KEYS / 3, stats.count("deletes.elided"));
    assertEquals(0, stats.count("table.deletes"));
    assertEquals(KEYS / 3, stats.count("table.dead.entries"));
    assertEquals(KEYS / 3, stats.count("filter.removals"));
    assertHolds(i -> i % 3 != 0);
  }

  private static long looks(Db db) {
    DbStats stats = db.stats();
    return stats.count("block.reads") + stats.count("block.cache.hits");
  }

  @Test
  void deadBlocksAreNotRead() {
    load();
    delete(i -> i < KEYS / 2);
    long before = looks(db);
    for (int i = 0; i < KEYS / 2; i++) {
      assertNull(db.get(key(i)));
    }
    assertEquals(before, looks(db));
    try (Cursor cursor = db.scan(KeyRange.all())) {
      assertTrue(cursor.next());
      assertArrayEquals(key(KEYS / 2), cursor.key());
    }
    assertTrue(db.stats().count("dead.blocks.skipped") > 0);
  }

  @Test
  void marksOutliveTheStore() {
    load();
    delete(i -> i % 2 == 0);
    db.close();
    db = Stores.open(disk, KEEP_MARKS);
    assertEquals(KEYS / 2, db.stats().count("table.dead.entries"));
    assertHolds(i -> i % 2 != 0);
    delete(i -> i % 4 == 1);
    assertHolds(i -> i % 4 == 3);
  }

  @Test
  void aSnapshotHoldsDeletesBackAndSeesAll() {
    load();
    try (Snapshot snapshot = db.snapshot()) {
      delete(i -> i % 2 == 0);
      assertEquals(0, db.stats().count("deletes.elided"));
      assertHolds(i -> i % 2 != 0);
      for (int i = 0; i < KEYS; i++) {
        assertArrayEquals(new byte[20], db.get(key(i), snapshot));
      }
    }
    assertEquals(KEYS / 2, db.stats().count("deletes.elided"));
    assertHolds(i -> i % 2 != 0);
  }

  @Test
  void putAndDeleteInOneMemtableNeverReachATable() {
    for (int i = 0; i < KEYS; i++) {
      db.put(key(i), new byte[20]);
      db.delete(key(i));
    }
    db.flush();
    assertEquals(0, db.stats().entries());
    assertEquals(KEYS, db.stats().count("deletes.elided"));
    assertEquals(0, db.stats().count("applier.block.reads"));
  }

  /** The applier knows where a table's deletes are that it did not see written by itself. */
  @Test
  void aFewDeletesAmongManyPutsCostFewReads() {
    load();
    for (int i = 0; i < KEYS; i++) {
      db.put(key(KEYS + i), new byte[20]);
    }
    db.delete(key(1500));
    db.flush();
    assertEquals(1, db.stats().count("deletes.elided"));
    assertTrue(db.stats().count("applier.block.reads") <= 4, () -> "" + db.stats());
    assertNull(db.get(key(1500)));
    assertEquals(2, db.stats().count("table.dead.entries"));
  }

  @Test
  void keysPutAgainLive() {
    load();
    delete(i -> i % 2 == 0);
    for (int i = 0; i < KEYS; i += 4) {
      db.put(key(i), new byte[20]);
    }
    assertHolds(i -> i % 4 == 0 || i % 2 == 1);
    db.flush();
    assertHolds(i -> i % 4 == 0 || i % 2 == 1);
    db.compact();
    assertHolds(i -> i % 4 == 0 || i % 2 == 1);
    assertEquals(0, db.stats().count("table.dead.entries"));
  }

  @Test
  void aRangeIsAppliedAndOver() {
    load();
    db.deleteRange(key(100), key(2000));
    db.flush();
    assertEquals(0, db.stats().count("range.deletes"));
    assertEquals(1900, db.stats().count("table.dead.entries"));
    assertHolds(i -> i < 100 || i >= 2000);
  }

  /** A snapshot keeps both in force until they are applied at once, to a table with both puts. */
  @Test
  void ofRangesThatOverlapEachCoversWhatItDoes() {
    load();
    try (Snapshot snapshot = db.snapshot()) {
      db.deleteRange(key(100), key(2000));
      db.put(key(500), new byte[20]);
      db.compact();
      db.deleteRange(key(400), key(1000));
      db.put(key(600), new byte[20]);
      db.flush();
      assertEquals(2, db.stats().count("range.deletes"));
      assertArrayEquals(new byte[20], db.get(key(500), snapshot));
    }
    db.awaitIdle();
    assertEquals(0, db.stats().count("range.deletes"));
    assertHolds(i -> i < 100 || i == 600 || i >= 2000);
  }

  @Test
  void jobsThatMayReadOneBlockGetOn() {
    db.close();
    db =
        Stores.open(
            disk,
            DbOptions.builder().tableBytes(4096).blockBytes(16 << 10).garbageShare(1).build());
    load();
    delete(i -> i % 2 == 0);
    db.awaitIdle();
    assertEquals(KEYS / 2, db.stats().count("deletes.elided"));
    assertHolds(i -> i % 2 != 0);
  }

  /** A job reads two tables' bytes: smaller tables make more jobs of the same deletes. */
  @Test
  void optionsThatChangeWhileTheStoreIsOpenAreObeyed() {
    load();
    delete(i -> i % 2 == 0);
    db.awaitIdle();
    double before = runs();
    db.keyspace("default", KEEP_MARKS.defaultKeyspace().toBuilder().tableBytes(4096).build());
    load();
    delete(i -> i % 2 == 0);
    db.awaitIdle();
    assertTrue(runs() - before > before, before + " runs, then " + (runs() - before));
    assertHolds(i -> i % 2 != 0);
  }

  private double runs() {
    return db.stats().metrics().stream()
        .filter(metric -> metric.name().equals("applier.runs"))
        .mapToDouble(Metric::value)
        .sum();
  }
}
