package dev.malkoha.engine.observe;

import module java.base;

/**
 * A count of times by how long they were, to one part in 128, from a nanosecond to a minute; longer
 * ones count as a minute, but in the sum. Laid out as HdrHistogram does: times up to 255 have a
 * bucket each, and each doubling from there on has 128 buckets of the same width. Any thread.
 */
public final class LatencyHistogram {

  private static final int SUB_BITS = 7;
  private static final int SUBS = 1 << SUB_BITS;
  private static final long NANOS_MAX = 60_000_000_000L;
  private static final int BUCKETS = bucket(NANOS_MAX) + 1;

  private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);
  private final LongAdder sum = new LongAdder();
  private final AtomicLong max = new AtomicLong();

  LatencyHistogram() {}

  void add(long nanos) {
    long within = Math.clamp(nanos, 0, NANOS_MAX);
    counts.getAndIncrement(bucket(within));
    sum.add(Math.max(0, nanos));
    if (within > max.get()) {
      max.accumulateAndGet(within, Math::max);
    }
  }

  private static int bucket(long nanos) {
    int shift = Math.max(0, Long.SIZE - 1 - SUB_BITS - Long.numberOfLeadingZeros(nanos | 1));
    return shift * SUBS + (int) (nanos >>> shift);
  }

  /** The longest time of a bucket. */
  private static long longestOf(int bucket) {
    int shift = Math.max(0, bucket / SUBS - 1);
    return (((long) bucket - (long) shift * SUBS + 1) << shift) - 1;
  }

  /** The counts by now. */
  Counts counts() {
    long[] copy = new long[BUCKETS];
    long total = 0;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      copy[bucket] = counts.get(bucket);
      total += copy[bucket];
    }
    return new Counts(copy, total, sum.sum(), max.get());
  }

  /**
   * The counts by some moment.
   *
   * @param total how many times there are
   * @param sumNanos all times together
   * @param maxNanos the longest time; 0 if there is none
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  public record Counts(long[] byBucket, long total, long sumNanos, long maxNanos) {

    /** The counts of a histogram without times. */
    public static final Counts NONE = new Counts(new long[BUCKETS], 0, 0, 0);

    /** Adds up these times and others. */
    public Counts plus(Counts others) {
      long[] both = byBucket.clone();
      Arrays.setAll(both, bucket -> byBucket[bucket] + others.byBucket[bucket]);
      return new Counts(
          both,
          total + others.total,
          sumNanos + others.sumNanos,
          Math.max(maxNanos, others.maxNanos));
    }

    /** The time that a share of all times, from 0 to 1, does not exceed; 0 if there is none. */
    public long quantileNanos(double share) {
      long wanted = Math.max(1, (long) Math.ceil(share * total));
      long seen = 0;
      for (int bucket = 0; seen < total; bucket++) {
        seen += byBucket[bucket];
        if (seen >= wanted) {
          return Math.min(longestOf(bucket), maxNanos);
        }
      }
      return 0;
    }

    /**
     * Returns how many times are no longer than each of some bounds, as far as buckets tell them
     * apart.
     *
     * @param nanos the bounds, ascending
     */
    public long[] upTo(long... nanos) {
      long[] sums = new long[nanos.length];
      long sum = 0;
      int bucket = 0;
      for (int i = 0; i < nanos.length; i++) {
        for (; sum < total && longestOf(bucket) <= nanos[i]; bucket++) {
          sum += byBucket[bucket];
        }
        sums[i] = sum;
      }
      return sums;
    }
  }
}
