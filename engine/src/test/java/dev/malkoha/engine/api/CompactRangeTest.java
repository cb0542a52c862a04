package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A range that is compacted by itself: all answers stay, and what is dead in it is gone. */
final class CompactRangeTest {

  private static final long SEED = Trials.seed();
  private static final int HISTORIES = Trials.count(60);
  private static final int KEYS = 400;

  private static byte[] key(int number) {
    return "key%04d".formatted(number).getBytes(UTF_8);
  }

  private static DbOptions options(SplittableRandom random) {
    return DbOptions.builder()
        .memTableBytes(16 << 10)
        .tableBytes(4 << 10)
        .blockBytes(512)
        .compression(Compression.NONE)
        .valueFileThreshold(random.nextBoolean() ? 0 : 80)
        .deleteApplier(random.nextBoolean())
        .build();
  }

  private static void check(NavigableMap<String, String> model, Reads reads, String replay) {
    NavigableMap<String, String> found = new TreeMap<>();
    try (Cursor cursor = reads.scan(KeyRange.all())) {
      while (cursor.next()) {
        found.put(new String(cursor.key(), UTF_8), new String(cursor.value(), UTF_8));
      }
    }
    assertEquals(model, found, replay);
  }

  private static KeyRange range(SplittableRandom random) {
    int from = random.nextInt(KEYS);
    KeyRange above = random.nextInt(5) == 0 ? KeyRange.all() : KeyRange.atLeast(key(from));
    return random.nextInt(5) == 0
        ? above
        : above.intersect(KeyRange.below(key(from + random.nextInt(KEYS / 4))));
  }

  @Tag("hunt")
  @Test
  void allAnswersStay() {
    for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
      history(seed);
    }
  }

  private static void history(long seed) {
    String replay = Trials.replay(CompactRangeTest.class, seed);
    SplittableRandom random = new SplittableRandom(seed);
    NavigableMap<String, String> model = new TreeMap<>();
    NavigableMap<String, String> held = new TreeMap<>();
    SimulatedDisk disk = new SimulatedDisk();
    try (Db db = Stores.open(disk, options(random))) {
      Snapshot snapshot = db.snapshot();
      for (int round = 0; round < 12; round++) {
        for (int i = 0; i < 150; i++) {
          change(db, model, random, seed * 100_000 + round * 1_000L + i);
        }
        if (random.nextBoolean()) {
          db.flush();
        }
        db.defaultKeyspace().compact(range(random));
        check(model, db, replay);
        check(held, snapshot, replay + ", by a snapshot");
        if (random.nextInt(3) == 0) {
          snapshot.close();
          snapshot = db.snapshot();
          held = new TreeMap<>(model);
        }
      }
      snapshot.close();
    }
    assertTrue(Stores.verify(disk).ok(), replay);
  }

  private static void change(
      Db db, NavigableMap<String, String> model, SplittableRandom random, long number) {
    int at = random.nextInt(KEYS);
    String key = new String(key(at), UTF_8);
    if (random.nextInt(60) == 0) {
      int to = at + random.nextInt(30);
      db.deleteRange(key(at), key(to));
      model.subMap(key, new String(key(to), UTF_8)).clear();
    } else if (random.nextInt(4) == 0) {
      db.delete(key(at));
      model.remove(key);
    } else {
      String value = number + "v".repeat(random.nextInt(120));
      db.put(key(at), value.getBytes(UTF_8));
      model.put(key, value);
    }
  }

  @Test
  void whatIsDeadInTheRangeIsGoneAndTablesElsewhereStay() {
    try (Db db = Stores.open(new SimulatedDisk(), options(new SplittableRandom(3)))) {
      byte[] value = new byte[60];
      for (int i = 0; i < 2 * KEYS; i++) {
        db.put(key(i), value);
      }
      db.compact();
      KeyRange first = KeyRange.below(key(KEYS));
      long whole = db.estimateBytes(KeyRange.all());
      long half = db.estimateBytes(first);
      assertTrue(Math.abs(half - whole / 2) < whole / 10, half + " of " + whole);
      for (int i = 0; i < KEYS; i += 2) {
        db.delete(key(i));
      }
      long before = db.stats().count("compaction.written");
      db.defaultKeyspace().compact(first);
      long rewritten = db.stats().count("compaction.written") - before;
      assertTrue(rewritten < whole / 2, rewritten + " of " + whole + " were rewritten");
      long left = db.estimateBytes(first);
      assertTrue(left < 0.6 * half, left + " of " + half);
      assertEquals(KEYS / 2, db.count(first));
      assertEquals(0, db.estimateBytes(KeyRange.between(key(9_000), key(9_001))));
      assertEquals(0, db.estimateBytes(KeyRange.between(key(1), key(1))));
    }
  }

  @Test
  void aKeyspaceIsCompactedByItself() {
    Db db = Stores.open(new SimulatedDisk(), options(new SplittableRandom(3)));
    db.put(key(1), key(1));
    db.keyspace("other").put(key(2), key(2));
    db.keyspace("other").compact(KeyRange.all());
    assertTrue(db.keyspace("other").stats().tableBytes() > 0);
    assertEquals(0, db.keyspace("default").stats().tableBytes(), "it is in its memtable");
    db.close();
    assertThrows(IllegalStateException.class, () -> db.defaultKeyspace().compact(KeyRange.all()));
  }
}
