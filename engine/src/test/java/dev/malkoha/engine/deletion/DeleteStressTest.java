package dev.malkoha.engine.deletion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.CollidingKeys;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test of threads: some write and delete, each its own keys, and read what they wrote; one looks
 * at everything through snapshots; two compact, one applies deletes, one flushes. It ends after a
 * number of operations.
 */
@Tag("hunt")
class DeleteStressTest {

  private static final int WRITERS = 2;
  private static final int KEYS = 300;
  private static final int PAIRS = 30;
  private static final int OPERATIONS = Math.max(2_000, Trials.count(8_000));
  private static final int SCANS = OPERATIONS / 80;

  private final SimulatedDisk disk = new SimulatedDisk();
  private final List<Bytes> keys = keys();
  private final AtomicInteger writing = new AtomicInteger(WRITERS);

  static Stream<FilterPolicy> policies() {
    return Stream.of(
        FilterPolicy.windowedCuckoo(0.5),
        FilterPolicy.semiSortedCuckoo(0.3),
        FilterPolicy.cuckoo(0.002));
  }

  /** Numbered ones, and pairs of which each writer has one half. */
  private static List<Bytes> keys() {
    CollidingKeys collisions = new CollidingKeys(Stores.hasher());
    SplittableRandom random = new SplittableRandom(1);
    List<Bytes> keys = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      keys.addAll(collisions.pair(random));
    }
    for (int i = 0; i < KEYS; i++) {
      keys.add(Bytes.of("key" + (1000 + i)));
    }
    return keys;
  }

  private static DbOptions options(FilterPolicy filter) {
    return DbOptions.builder()
        .memTableBytes(16 << 10)
        .tableBytes(4 << 10)
        .blockBytes(512)
        .blockCacheBytes(32 << 10)
        .compression(Compression.NONE)
        .filter(filter)
        .garbageShare(0.2)
        .backgroundThreads(2)
        .build();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void whatIsDeletedIsGoneAndNothingElse(FilterPolicy filter) throws Exception {
    NavigableMap<Bytes, Bytes> expected = new TreeMap<>();
    try (Db db = Stores.open(disk, options(filter), Workers.threads(2));
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1)) {
      List<Future<NavigableMap<Bytes, Bytes>>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        writers.add(threads.submit(new Writer(db, writer)));
      }
      Future<?> scans = threads.submit(() -> scan(db));
      for (Future<NavigableMap<Bytes, Bytes>> writer : writers) {
        expected.putAll(writer.get());
      }
      scans.get();
      assertEquals(expected, content(db));
      db.awaitIdle();
      assertEquals(expected, content(db));
      assertEquals(0, db.stats().count("table.deletes"));
      assertTrue(db.stats().count("deletes.elided") > OPERATIONS / 10, () -> "" + db.stats());
    }
    assertEquals("[]", Stores.verify(disk).problems().toString());
    try (Db db = Stores.open(disk, options(filter))) {
      assertEquals(expected, content(db));
    }
  }

  private NavigableMap<Bytes, Bytes> content(Db db) {
    NavigableMap<Bytes, Bytes> found = new TreeMap<>();
    try (Snapshot snapshot = db.snapshot()) {
      scan(db, snapshot).forEach(key -> found.put(key, Bytes.of(db.get(key.array(), snapshot))));
      for (Bytes key : keys) {
        boolean there = db.get(key.array(), snapshot) != null;
        assertEquals(found.containsKey(key), there, () -> "a get of " + key);
      }
    }
    return found;
  }

  private static List<Bytes> scan(Db db, Snapshot snapshot) {
    List<Bytes> found = new ArrayList<>();
    try (Cursor cursor = db.scan(KeyRange.all(), snapshot)) {
      while (cursor.next()) {
        found.add(Bytes.of(cursor.key()));
      }
    }
    return found;
  }

  /** A snapshot shows the same again and again, to scans and gets, while all else changes. */
  private void scan(Db db) {
    for (int i = 0; i < SCANS || writing.get() > 0; i++) {
      try (Snapshot snapshot = db.snapshot()) {
        List<Bytes> before = scan(db, snapshot);
        Thread.onSpinWait();
        for (Bytes key : before) {
          Objects.requireNonNull(db.get(key.array(), snapshot));
        }
        assertEquals(before, scan(db, snapshot));
      }
    }
  }

  /** Writes every so manieth key, nobody else does, and so knows at any time what it must read. */
  private final class Writer implements Callable<NavigableMap<Bytes, Bytes>> {
    private final Db db;
    private final SplittableRandom random;
    private final List<Bytes> own = new ArrayList<>();
    private final NavigableMap<Bytes, Bytes> content = new TreeMap<>();

    Writer(Db db, int number) {
      this.db = db;
      this.random = new SplittableRandom(number);
      for (int i = number; i < keys.size(); i += WRITERS) {
        own.add(keys.get(i));
      }
    }

    @Override
    public NavigableMap<Bytes, Bytes> call() {
      try {
        for (int i = 0; i < OPERATIONS; i++) {
          write(i);
          if (i % 4 == 0) {
            check(own.get(random.nextInt(own.size())));
          }
          if (random.nextInt(1000) == 0) {
            db.compact();
          }
        }
        own.forEach(this::check);
        return content;
      } finally {
        writing.decrementAndGet();
      }
    }

    /** Mostly puts for a while, then mostly deletes. */
    private void write(int number) {
      Bytes key = own.get(random.nextInt(own.size()));
      boolean mostlyDeletes = number / 500 % 2 == 1;
      if (random.nextInt(10) < (mostlyDeletes ? 2 : 8)) {
        Bytes value = Bytes.numbered(number, 8 + random.nextInt(60));
        db.put(key.array(), value.array());
        content.put(key, value);
      } else if (random.nextInt(20) == 0) {
        db.deleteRange(key.array(), key.successor().array()); // no other key is between the two
        content.remove(key);
      } else {
        db.delete(key.array());
        content.remove(key);
      }
    }

    private void check(Bytes key) {
      byte[] found = db.get(key.array());
      assertEquals(content.get(key), found == null ? null : Bytes.of(found), key::toString);
    }
  }
}
