package dev.malkoha.bench.memory;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.KeyRange;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a long run. It writes and reads random keys of random stores; each value begins
 * with its key, and each read looks whether that is so.
 */
final class SoakThread implements Runnable {

  static final int KEY_BYTES = 16;
  static final int VALUE_BYTES = 100;

  private static final int PERCENT = 100;
  private static final int PUTS = 45;
  private static final int DELETES = 50;
  private static final int GETS = 95;
  private static final int SCANNED = 10;
  private static final int DIGITS = 3;

  private final SoakPlan plan;
  private final List<Db> stores;
  private final long end;
  private final CountDownLatch ended;
  private final SplittableRandom random;
  private final Histogram writeNanos = new Histogram(DIGITS);
  private final Histogram readNanos = new Histogram(DIGITS);
  private long operations;
  private long wrong;
  private @Nullable RuntimeException failure;

  SoakThread(SoakPlan plan, List<Db> stores, int number, long end, CountDownLatch ended) {
    this.plan = plan;
    this.stores = stores;
    this.end = end;
    this.ended = ended;
    this.random = new SplittableRandom(plan.seed() + number);
  }

  @Override
  public void run() {
    try {
      while (System.nanoTime() < end) {
        operate();
        operations++;
      }
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      ended.countDown();
    }
  }

  private void operate() {
    Db store = stores.get(random.nextInt(stores.size()));
    byte[] key = key(random.nextInt(plan.entries()));
    int dice = random.nextInt(PERCENT);
    long start = System.nanoTime();
    if (dice < DELETES) {
      write(store, key, dice < PUTS);
      writeNanos.recordValue(System.nanoTime() - start);
    } else if (dice < GETS) {
      check(key, store.get(key));
      readNanos.recordValue(System.nanoTime() - start);
    } else {
      scan(store, key);
    }
  }

  private void write(Db store, byte[] key, boolean put) {
    if (!put) {
      store.delete(key);
      return;
    }
    byte[] value = new byte[VALUE_BYTES];
    System.arraycopy(key, 0, value, 0, KEY_BYTES);
    for (int at = KEY_BYTES; at < VALUE_BYTES / 2; at++) { // the other half packs well
      value[at] = (byte) random.nextInt();
    }
    store.put(key, value);
  }

  private void scan(Db store, byte[] from) {
    try (Cursor cursor = store.scan(KeyRange.atLeast(from))) {
      for (int step = 0; step < SCANNED && cursor.next(); step++) {
        check(cursor.key(), cursor.value());
      }
    }
  }

  private void check(byte[] key, byte @Nullable [] value) {
    if (value != null && !ByteBuffer.wrap(key).equals(ByteBuffer.wrap(value, 0, KEY_BYTES))) {
      wrong++;
    }
  }

  /** Numbers become keys in another order than their own. */
  private static byte[] key(int number) {
    return ByteBuffer.allocate(KEY_BYTES)
        .putLong(number * 0x9E3779B97F4A7C15L)
        .putLong(number)
        .array();
  }

  /** Passes on what ended the thread, if anything but time did. */
  void rethrow() {
    if (failure != null) {
      throw failure;
    }
  }

  long operations() {
    return operations;
  }

  long wrong() {
    return wrong;
  }

  static SoakResult.Times writes(List<SoakThread> threads) {
    return times(threads, thread -> thread.writeNanos);
  }

  static SoakResult.Times reads(List<SoakThread> threads) {
    return times(threads, thread -> thread.readNanos);
  }

  private static SoakResult.Times times(
      List<SoakThread> threads, Function<SoakThread, Histogram> of) {
    Histogram all = new Histogram(DIGITS);
    threads.forEach(thread -> all.add(of.apply(thread)));
    return SoakResult.Times.of(all);
  }
}
