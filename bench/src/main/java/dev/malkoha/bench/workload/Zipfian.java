package dev.malkoha.bench.workload;

import java.util.SplittableRandom;

/**
 * A zipfian distribution over numbered items as YCSB has it: the item of rank r, from 0, is drawn
 * in proportion to 1 / (r + 1)^theta. The method is that of Gray and others, "Quickly Generating
 * Billion-Record Synthetic Databases" (SIGMOD 1994): exact for the first two ranks, and close for
 * the others. Immutable.
 */
final class Zipfian {

  /** The skew that YCSB uses. */
  static final double THETA = 0.99;

  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 1099511628211L;

  private final long items;
  private final double zetaOfAll;
  private final double alpha;
  private final double eta;
  private final double second;

  /** Over a number of items, at least two. */
  Zipfian(long items) {
    if (items < 2) {
      throw new IllegalArgumentException("a distribution over " + items + " items");
    }
    this.items = items;
    zetaOfAll = zeta(items);
    alpha = 1 / (1 - THETA);
    second = 1 + Math.pow(0.5, THETA);
    eta = (1 - Math.pow(2.0 / items, 1 - THETA)) / (1 - zeta(2) / zetaOfAll);
  }

  /** The sum of what all items are drawn in proportion to. */
  static double zeta(long items) {
    double sum = 0;
    for (long rank = 1; rank <= items; rank++) {
      sum += 1 / Math.pow((double) rank, THETA);
    }
    return sum;
  }

  /** A rank: 0 is drawn most often. */
  long rank(SplittableRandom random) {
    double u = random.nextDouble();
    double product = u * zetaOfAll;
    if (product < 1) {
      return 0;
    }
    if (product < second) {
      return 1;
    }
    return Math.min(items - 1, (long) (items * Math.pow(eta * u - eta + 1, alpha)));
  }

  /** An item: ranks scattered over all items, so that those drawn often are no neighbours. */
  long scrambled(SplittableRandom random) {
    return Math.floorMod(hash(rank(random)), items);
  }

  /** Fowler, Noll and Vo's hash of a number, its lowest byte first; not negative. */
  static long hash(long number) {
    long hash = FNV_OFFSET;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ ((number >>> shift) & 0xFF)) * FNV_PRIME;
    }
    return hash & Long.MAX_VALUE;
  }
}
