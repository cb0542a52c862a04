package dev.malkoha.bench.workload;

import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * A thread that goes on writing while others read or wait, until it is closed. Its pace is the same
 * for every store: readers beside a fast one should not pay for its speed.
 */
final class Writer implements AutoCloseable {

  /** The pace. */
  static final long PUTS_PER_SECOND = 10_000;

  private static final int TOGETHER = 10;
  private static final long PERIOD_NANOS = TOGETHER * 1_000_000_000L / PUTS_PER_SECOND;

  private final LongConsumer put;
  private final Thread thread;
  private volatile boolean ended;
  private volatile boolean failed;

  /** Begins to write random keys again. */
  Writer(Site site) {
    this(again(site));
  }

  /** Begins to write what a function puts, which is given numbers from 0 on. */
  Writer(LongConsumer put) {
    this.put = put;
    this.thread = Thread.ofPlatform().name("bench-writer").start(this::work);
  }

  private void work() {
    try {
      write();
    } catch (RuntimeException e) {
      failed = true;
    }
  }

  private static LongConsumer again(Site site) {
    SplittableRandom random = site.random(-1);
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(1);
    return i -> site.store().put(key.of(random.nextInt(site.options().entries())), values.next());
  }

  private void write() {
    long place = 0;
    long due = System.nanoTime();
    while (!ended) {
      for (int i = 0; i < TOGETHER; i++) {
        put.accept(place++);
      }
      due = Math.max(due + PERIOD_NANOS, System.nanoTime() - PERIOD_NANOS);
      LockSupport.parkNanos(due - System.nanoTime());
    }
  }

  /** Whether a write threw. */
  boolean hasFailed() {
    return failed;
  }

  @Override
  public void close() {
    ended = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a writer ends", e);
    }
  }
}
