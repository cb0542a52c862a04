package dev.malkoha.engine.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.SharedResources;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A test of threads: they write to many stores, to some of them far more than to others. The budget
 * is never exceeded, and each store gets on.
 */
@Tag("hunt")
class BudgetUnderLoadTest {

  private static final int STORES = Math.max(8, Trials.count(50));
  private static final int WRITES = Math.max(3_000, Trials.count(12_000));
  private static final int THREADS = 4;
  private static final long BUDGET = 2 << 20;
  private static final int FILES = 60;

  /** How often the stores are looked at while all writers write. */
  private static final int SAMPLES = 10;

  /** What a memtable without entries takes, which is not counted. */
  private static final long EMPTY_MEMTABLE = 12 << 10;

  private final SimulatedDisk disk = new SimulatedDisk();
  private final AtomicLongArray written = new AtomicLongArray(STORES);
  private final AtomicInteger samplesLeft = new AtomicInteger(SAMPLES);
  private final SharedResources shared =
      SharedResources.builder()
          .memTableBytes(BUDGET)
          .blockCacheBytes(1 << 20)
          .maxOpenFiles(FILES)
          .backgroundThreads(2)
          .build();
  private final DbOptions options =
      DbOptions.builder()
          .resources(shared)
          .memTableBytes(1 << 20)
          .tableBytes(256 << 10)
          .compression(Compression.NONE)
          .build();
  private final Db[] stores = new Db[STORES];

  private Db open(int number) {
    return Stores.openSharing(disk, Path.of("/store-" + number), options);
  }

  @Test
  void theBudgetHoldsAndEveryStoreGetsOn() throws Exception {
    for (int i = 0; i < STORES; i++) {
      stores[i] = open(i);
    }
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> writers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int writer = i;
      writers.add(threads.submit(() -> write(writer)));
    }
    try {
      while (!writers.stream().allMatch(Future::isDone)) {
        sample();
        samplesLeft.decrementAndGet();
      }
    } finally {
      samplesLeft.set(0); // writers end, even if a sample was wrong
    }
    for (Future<?> writer : writers) {
      writer.get();
    }
    threads.shutdown();
    for (int i = 0; i < STORES; i++) {
      check(i);
      stores[i].close();
    }
    assertEquals(0, shared.memTableBytesUsed());
    shared.close();
  }

  private void sample() {
    long counted = shared.memTableBytesUsed();
    assertTrue(counted <= BUDGET * 1.05, counted + " bytes are counted");
    int files = shared.openFiles();
    assertTrue(files <= FILES, files + " files are open");
    long held = 0;
    for (Db store : stores) {
      held += Math.max(0, store.stats().memTableBytes() - EMPTY_MEMTABLE);
    }
    // The stores are asked one after the other: a flush between two makes no difference above.
    assertTrue(held <= 2 * BUDGET, held + " bytes are held");
  }

  /**
   * Each writer has stores of its own; every second write goes to the first of them. It writes on
   * until the stores were looked at often enough, however slow that is.
   */
  private void write(int writer) {
    SplittableRandom random = new SplittableRandom(writer);
    int own = (STORES - writer + THREADS - 1) / THREADS;
    for (int i = 0; i < WRITES || samplesLeft.get() > 0; i++) {
      int store = writer + THREADS * (random.nextBoolean() ? 0 : random.nextInt(own));
      long number = written.get(store);
      stores[store].put(key(number), value(number));
      written.set(store, number + 1);
    }
  }

  private static byte[] key(long number) {
    return Bytes.numbered(number, Long.BYTES).array();
  }

  private static byte[] value(long number) {
    return Bytes.numbered(number, 100 + (int) (number * 7 % 1500)).array();
  }

  private void check(int store) {
    long count = written.get(store);
    assertTrue(count > 0, "store " + store + " was starved");
    for (long number = 0; number < count; number += 1 + count / 100) {
      assertEquals(Bytes.of(value(number)), Bytes.of(stores[store].get(key(number))));
    }
  }
}
