package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A test of threads: keyspaces are made, changed and dropped while others write to them, read them,
 * flush and compact them. Nobody sees anything but what was written, or that one was dropped.
 */
@Tag("hunt")
class KeyspaceStormTest {

  private static final int ROUNDS = Trials.count(60);
  private static final int KEYS = 40;
  private static final int VALUE_BYTES = 200;
  private static final DbOptions OPTIONS =
      DbOptions.builder()
          .memTableBytes(8192)
          .tableBytes(8192)
          .blockBytes(256)
          .blockCacheBytes(16 << 10)
          .compression(Compression.NONE)
          .backgroundThreads(2)
          .build();
  private static final DbOptions OTHER =
      DbOptions.builder().memTableBytes(4096).tableBytes(4096).deleteApplier(false).build();

  private final SimulatedDisk disk = new SimulatedDisk();
  private final Db db = Stores.open(disk, OPTIONS, Workers.threads(2));

  /** Something done again and again. */
  private interface Step {
    void take(SplittableRandom random);
  }

  private static String name(SplittableRandom random) {
    return "k" + random.nextInt(3);
  }

  private Keyspace any(SplittableRandom random) {
    return db.keyspace(name(random));
  }

  private static byte[] key(SplittableRandom random) {
    return new byte[] {(byte) random.nextInt(KEYS)};
  }

  private static byte[] value(byte[] key) {
    byte[] value = new byte[VALUE_BYTES];
    Arrays.fill(value, key[0]);
    return value;
  }

  private void dropOrChange(SplittableRandom random) {
    try {
      if (random.nextInt(3) > 0) {
        db.dropKeyspace(name(random));
      } else {
        db.keyspace(name(random), (random.nextBoolean() ? OTHER : OPTIONS).defaultKeyspace());
      }
    } catch (IllegalArgumentException e) {
      assertTrue(String.valueOf(e.getMessage()).contains("there is no keyspace"), e::toString);
    }
  }

  private void write(SplittableRandom random) {
    Keyspace keyspace = any(random);
    byte[] key = key(random);
    switch (random.nextInt(8)) {
      case 0 -> keyspace.delete(key);
      case 1 -> keyspace.deleteRange(key, new byte[] {(byte) (key[0] + 3)});
      case 2, 3 -> keyspace.put(key, value(key));
      default ->
          db.write(
              new WriteBatch()
                  .put(key, value(key))
                  .in(keyspace)
                  .put(key, value(key))
                  .in(any(random))
                  .put(key, value(key)));
    }
  }

  private void upkeep(SplittableRandom random) {
    Keyspace keyspace = any(random);
    switch (random.nextInt(5)) {
      case 0 -> keyspace.compact();
      case 1 -> db.flush();
      case 2 -> db.stats();
      case 3 -> db.awaitIdle();
      default -> keyspace.flush();
    }
  }

  private void read(SplittableRandom random) {
    Keyspace keyspace = any(random);
    byte[] key = key(random);
    byte[] found = keyspace.get(key);
    if (found != null) {
      assertArrayEquals(value(key), found);
    }
    try (Cursor cursor = keyspace.scan(KeyRange.all())) {
      readOn(cursor);
    }
  }

  /** A cursor that is open is read to its end, whatever becomes of its keyspace. */
  private static void readOn(Cursor cursor) {
    try {
      for (int read = 0; cursor.next(); read++) {
        assertTrue(read < KEYS + 3);
        assertArrayEquals(value(cursor.key()), cursor.value());
      }
    } catch (IllegalStateException e) {
      throw new AssertionError("a cursor ended", e);
    }
  }

  private Void repeat(Step step, int times, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < times; i++) {
      try {
        step.take(random);
      } catch (IllegalStateException e) {
        assertTrue(String.valueOf(e.getMessage()).contains("dropped"), e::toString);
      }
    }
    return null;
  }

  @Test
  void nobodySeesAnythingElse() throws Exception {
    try (db;
        ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<Void>> all =
          Stream.of(
                  threads.submit(() -> repeat(this::dropOrChange, 5 * ROUNDS, 1)),
                  threads.submit(() -> repeat(this::write, 20 * ROUNDS, 2)),
                  threads.submit(() -> repeat(this::write, 20 * ROUNDS, 3)),
                  threads.submit(() -> repeat(this::read, 5 * ROUNDS, 4)),
                  threads.submit(() -> repeat(this::upkeep, ROUNDS, 5)))
              .toList();
      for (Future<Void> one : all) {
        one.get();
      }
      db.awaitIdle();
      assertEquals(Arrays.stream(db.stats().tablesPerLevel()).sum(), tables());
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
    try (Db again = Stores.open(disk, OPTIONS)) {
      assertEquals(List.of(), again.problems());
      again.keyspaces().forEach(name -> readOn(again.keyspace(name).scan(KeyRange.all())));
    }
  }

  private long tables() throws IOException {
    return disk.openDirectory(Stores.PATH).list().stream()
        .filter(name -> name.endsWith(".sst"))
        .count();
  }
}
