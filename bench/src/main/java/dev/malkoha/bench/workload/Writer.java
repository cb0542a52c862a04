package dev.malkoha.bench.workload;

import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that goes on writing random keys again while others read, until it is closed. Its pace
 * is the same for every store: readers beside a fast one should not pay for its speed.
 */
final class Writer implements AutoCloseable {

  /** The pace. */
  static final long PUTS_PER_SECOND = 10_000;

  private static final int TOGETHER = 10;
  private static final long PERIOD_NANOS = TOGETHER * 1_000_000_000L / PUTS_PER_SECOND;

  private final Site site;
  private final Thread thread;
  private volatile boolean ended;
  private volatile boolean failed;

  /** Begins to write. */
  Writer(Site site) {
    this.site = site;
    this.thread = Thread.ofPlatform().name("bench-writer").start(this::work);
  }

  private void work() {
    try {
      write();
    } catch (RuntimeException e) {
      failed = true;
    }
  }

  private void write() {
    SplittableRandom random = site.random(-1);
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(1);
    long due = System.nanoTime();
    while (!ended) {
      for (int i = 0; i < TOGETHER; i++) {
        site.store().put(key.of(random.nextInt(site.options().entries())), values.next());
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
