package dev.malkoha.engine.observe;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts operations of one kind, and keeps the times of those that are timed. Any thread; threads
 * seldom meet at a counter, and one atomic addition is all that an operation costs.
 */
final class OperationMeter {

  /**
   * One in this many operations is timed: reading the clock twice costs as much as 30 % of a miss.
   */
  static final int ONE_IN = 64;

  private static final int STRIPES = 16;

  /** Two cache lines, as the machine fetches them in pairs. */
  private static final int STRIPE_LONGS = 16;

  /** Spreads consecutive counts evenly over all numbers. */
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final AtomicLongArray counts = new AtomicLongArray((STRIPES + 1) * STRIPE_LONGS);
  private final LatencyHistogram times = new LatencyHistogram();

  /**
   * Counts one; returns whether it is to be timed. Which ones are looks random, so that no rhythm
   * of a program's meets the same operations always; the first one of each stripe is.
   */
  boolean count() {
    int stripe = (int) Thread.currentThread().threadId() & STRIPES - 1;
    long number = counts.getAndIncrement((stripe + 1) * STRIPE_LONGS);
    return Long.numberOfLeadingZeros(number * GOLDEN) >= Integer.numberOfTrailingZeros(ONE_IN);
  }

  /** Adds the time of one that was to be timed. */
  void add(long nanos) {
    times.add(nanos);
  }

  Latencies.Observed observed() {
    long count = 0;
    for (int stripe = 1; stripe <= STRIPES; stripe++) {
      count += counts.get(stripe * STRIPE_LONGS);
    }
    return new Latencies.Observed(count, times.counts());
  }
}
