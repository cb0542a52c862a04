package dev.malkoha.engine.read;

import module java.base;

/**
 * Tells a publisher when no point read can still be using what was published before.
 *
 * <p>A point read wraps itself in {@link #enter} and {@link #exit}, which touch one counter on a
 * cache line that few threads share, and takes the published state in between. A publisher swaps
 * the state and calls {@link #awaitEarlierReads}: when that returns, every section that may have
 * seen the old state has ended. Sections are short; long readers (cursors) count themselves at
 * their version instead.
 *
 * <p>The idea is sleepable read-copy-update (McKenney): two counters a stripe, readers use the one
 * the phase names, and a wait drains both in turn.
 */
public final class ReadSections {

  private static final int STRIPES = 64;

  /** From one stripe to the next: a cache line. */
  static final int STRIPE_LONGS = 16;

  /** The length of an array with a place for each stripe. */
  static final int LONGS = (STRIPES + 1) * STRIPE_LONGS;

  private static final long SPIN_NANOS = 20_000;

  private final AtomicLongArray counters = new AtomicLongArray(LONGS);
  private final AtomicInteger phase = new AtomicInteger();

  /** Begins a section; hand the result to {@link #exit}. */
  public int enter() {
    int counter = stripe() * STRIPE_LONGS + (phase.get() & 1);
    counters.getAndIncrement(counter);
    return counter;
  }

  /** Ends a section. */
  public void exit(int counter) {
    counters.getAndDecrement(counter);
  }

  /** Waits for every section that began before this call. Never inside a section. */
  public synchronized void awaitEarlierReads() {
    flipAndDrain();
    flipAndDrain();
  }

  /** The stripe of the calling thread, 1 to 64: line 0 stays free as padding. */
  static int stripe() {
    long mixed = Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L;
    return 1 + (int) (mixed >>> (Long.SIZE - 6));
  }

  private void flipAndDrain() {
    int drained = phase.getAndIncrement() & 1;
    for (int stripe = 1; stripe <= STRIPES; stripe++) {
      int counter = stripe * STRIPE_LONGS + drained;
      while (counters.get(counter) != 0) {
        LockSupport.parkNanos(SPIN_NANOS);
      }
    }
  }
}
