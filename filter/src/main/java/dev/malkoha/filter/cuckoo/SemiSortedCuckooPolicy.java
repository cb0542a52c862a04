package dev.malkoha.filter.cuckoo;

import java.util.Objects;

/**
 * The policy of cuckoo filters with semi-sorted buckets of four slots.
 *
 * @param falsePositiveRate the highest rate wanted
 */
public record SemiSortedCuckooPolicy(double falsePositiveRate) implements CuckooRatePolicy {

  /** Checks the rate. */
  public SemiSortedCuckooPolicy {
    fingerprintBitsFor(falsePositiveRate);
  }

  private static int fingerprintBitsFor(double falsePositiveRate) {
    int bits = CuckooRates.fingerprintBitsFor(falsePositiveRate, MultisetCode.SLOTS);
    return Math.max(bits, CuckooLimits.MIN_SEMI_SORTED_BITS);
  }

  @Override
  public byte[] build(long[] hashes, int count, long salt) {
    Objects.checkFromIndexSize(0, count, hashes.length);
    CuckooGeometry geometry =
        CuckooGeometry.semiSorted(fingerprintBitsFor(falsePositiveRate), 1).resized(count);
    return new OfflineBuild(hashes, count).build(geometry, salt);
  }

  @Override
  public SemiSortedCuckooPolicy withMoreBits(int bits) {
    int now = fingerprintBitsFor(falsePositiveRate);
    return new SemiSortedCuckooPolicy(CuckooRates.rateOf(now + bits, MultisetCode.SLOTS));
  }

  @Override
  public String spec() {
    return "semiSortedCuckoo(" + falsePositiveRate + ")";
  }

  @Override
  public String toString() {
    return spec();
  }
}
