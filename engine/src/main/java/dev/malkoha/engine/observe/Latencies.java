package dev.malkoha.engine.observe;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A timer of one operation of users in {@link #ONE_IN}, if that is switched on. Any thread; threads
 * seldom meet at a cache line.
 */
public final class Latencies {

  /** Operations of users that are timed. */
  public enum Operation {
    /** A look-up of a key. */
    GET,
    /** A write of one operation, a batch or a transaction. */
    PUT,
    /** A cursor's way to the first or last entry, or to a key that is sought. */
    SCAN
  }

  /** A timer that is switched off. */
  public static final Latencies OFF = new Latencies(null);

  /**
   * One in this many operations is timed: reading the clock twice costs as much as 30 % of a miss.
   */
  static final int ONE_IN = 64;

  private static final int STRIPES = 16;

  /** Two cache lines, as the machine fetches them in pairs. */
  private static final int STRIPE_LONGS = 16;

  /** Spreads consecutive turns evenly over all numbers. */
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final @Nullable LongSupplier clock;

  /** The times of each operation; empty if nothing is timed. */
  private final Map<Operation, LatencyHistogram> times = new EnumMap<>(Operation.class);

  /** Operations begun, by stripe and operation. Threads that meet may lose some: no matter. */
  private final long[] turns = new long[(STRIPES + 1) * STRIPE_LONGS];

  /**
   * Creates a timer.
   *
   * @param clock nanoseconds from any moment on; null to time nothing
   */
  Latencies(@Nullable LongSupplier clock) {
    this.clock = clock;
    for (Operation operation : Operation.values()) {
      if (clock != null) {
        times.put(operation, new LatencyHistogram());
      }
    }
  }

  /** Begins a scan of a keyspace, which counts. */
  public long beginScan(Counts counts) {
    counts.add(Count.SCANS, 1);
    return begin(Operation.SCAN);
  }

  /** Begins an operation; returns what to give to {@link #end}. */
  public long begin(Operation operation) {
    LongSupplier time = clock;
    return time == null || !isTurn(operation)
        ? 0
        : time.getAsLong() | 1; // never the 0 that says: not timed
  }

  /**
   * Returns whether the next one is to be timed. The choice looks random, so that no rhythm of a
   * program's meets the same operations always. The first one of each stripe is timed.
   */
  @SuppressWarnings("EnumOrdinal") // a look-up in a map would cost as much as all else here
  private boolean isTurn(Operation operation) {
    int stripe = (int) Thread.currentThread().threadId() & STRIPES - 1;
    long turn = turns[(stripe + 1) * STRIPE_LONGS + operation.ordinal()]++;
    return Long.numberOfLeadingZeros(turn * GOLDEN) >= Integer.numberOfTrailingZeros(ONE_IN);
  }

  /** Times the operation, if it is one to be timed. */
  public void end(Operation operation, long begun) {
    LongSupplier time = clock;
    if (begun != 0 && time != null) {
      Objects.requireNonNull(times.get(operation)).add(time.getAsLong() - begun);
    }
  }

  /** Returns the times by now; null if nothing is timed. */
  public LatencyHistogram.@Nullable Counts times(Operation operation) {
    LatencyHistogram histogram = times.get(operation);
    return histogram == null ? null : histogram.counts();
  }
}
