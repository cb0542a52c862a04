package dev.malkoha.engine.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.ManualTicker;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Stores that come to rest now and then, whose runs are gathered while others write or nobody does,
 * beside a sorted map: with several levels, deletes, range deletes, dead entries and a snapshot.
 */
@Tag("hunt")
final class RestModelTest {

  private static final long SEED = Trials.seed();
  private static final int STORES = Trials.count(10);
  private static final int STEPS = 60;
  private static final int KEYS = 3_000;

  private final NavigableMap<Bytes, Bytes> content = new TreeMap<>();
  private final Queue<Runnable> compactions = new ArrayDeque<>();
  private SimulatedDisk disk = new SimulatedDisk();
  private ManualTicker clock = new ManualTicker();
  private SplittableRandom random = new SplittableRandom(0);
  private long seed;
  private long gathered;

  @Test
  void whatIsReadStaysTheSame() {
    for (seed = SEED; seed < SEED + STORES; seed++) {
      begin();
      DbOptions options = options();
      try (Db db = open(options)) {
        change(db);
        try (Snapshot snapshot = db.snapshot()) {
          NavigableMap<Bytes, Bytes> then = new TreeMap<>(content);
          change(db);
          check(db, snapshot, then);
        }
        change(db);
        check(db, null, content);
      }
      assertEquals(
          "",
          String.join("\n", Stores.verify(disk).problems()),
          Trials.replay(RestModelTest.class, seed));
      try (Db db = open(options)) {
        check(db, null, content);
      }
    }
    assertEquals(true, STORES < 5 || gathered > STORES, "gathered " + gathered);
  }

  private void begin() {
    random = new SplittableRandom(seed);
    disk = new SimulatedDisk();
    content.clear();
  }

  private DbOptions options() {
    return DbOptions.builder()
        .blockBytes(256)
        .tableBytes(4096L << random.nextInt(3))
        .memTableBytes(64 << 10)
        .backgroundThreads(1 + random.nextInt(2))
        .deleteApplier(random.nextBoolean())
        .build();
  }

  private Db open(DbOptions options) {
    clock = new ManualTicker();
    compactions.clear();
    return Stores.open(
        disk, options, Workers.of(Runnable::run, compactions::add, Runnable::run, clock));
  }

  private void change(Db db) {
    for (int i = 0; i < STEPS; i++) {
      switch (random.nextInt(8)) {
        case 0 -> rest(db);
        case 1 -> compactSome();
        case 2 -> deleteRange(db);
        case 3, 4 -> db.flush();
        default -> write(db);
      }
    }
    compactSome();
  }

  private void rest(Db db) {
    long before = db.stats().count("compaction.written");
    clock.pass(2);
    compactSome();
    gathered += db.stats().count("compaction.written") > before ? 1 : 0;
  }

  private void compactSome() {
    for (int i = random.nextInt(4); i > 0 && !compactions.isEmpty(); i--) {
      compactions.remove().run();
    }
  }

  /** Writes some neighbours, so that tables may have gaps between them, or anything. */
  private void write(Db db) {
    int first = random.nextInt(KEYS);
    int span = random.nextBoolean() ? 50 : KEYS - first;
    for (int i = random.nextInt(100); i > 0; i--) {
      Bytes key = key(first + random.nextInt(span));
      if (random.nextInt(6) == 0) {
        db.delete(key.array());
        content.remove(key);
      } else {
        Bytes value = Bytes.numbered(random.nextInt(1 << 20), random.nextInt(4, 40));
        db.put(key.array(), value.array());
        content.put(key, value);
      }
    }
  }

  private void deleteRange(Db db) {
    int first = random.nextInt(KEYS);
    Range range = new Range.Between(key(first), key(first + random.nextInt(200)));
    db.deleteRange(range.keyRange());
    content.keySet().removeIf(range::contains);
  }

  private static Bytes key(int number) {
    return Bytes.of("key:%06d".formatted(number));
  }

  private void check(Db db, Snapshot at, NavigableMap<Bytes, Bytes> expected) {
    NavigableMap<Bytes, Bytes> found = new TreeMap<>();
    KeyRange all = KeyRange.all();
    try (Cursor cursor = at == null ? db.scan(all) : db.scan(all, at)) {
      while (cursor.next()) {
        found.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
      }
    }
    assertEquals(
        expected,
        found,
        () ->
            Trials.replay(RestModelTest.class, seed)
                + " "
                + Arrays.toString(db.stats().tablesPerLevel()));
  }
}
