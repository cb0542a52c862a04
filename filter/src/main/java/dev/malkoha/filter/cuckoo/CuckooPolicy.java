package dev.malkoha.filter.cuckoo;

import java.util.Objects;

/**
 * The policy of cuckoo filters with plain buckets of four slots.
 *
 * @param falsePositiveRate the highest rate wanted
 */
public record CuckooPolicy(double falsePositiveRate) implements CuckooRatePolicy {

  static final int BUCKET_SLOTS = 4;

  /** Checks the rate. */
  public CuckooPolicy {
    CuckooRates.fingerprintBitsFor(falsePositiveRate, BUCKET_SLOTS);
  }

  @Override
  public byte[] build(long[] hashes, int count, long salt) {
    Objects.checkFromIndexSize(0, count, hashes.length);
    int bits = CuckooRates.fingerprintBitsFor(falsePositiveRate, BUCKET_SLOTS);
    CuckooGeometry geometry = CuckooGeometry.forKeys(count, bits, BUCKET_SLOTS);
    return new OfflineBuild(hashes, count).build(geometry, salt);
  }

  @Override
  public CuckooPolicy withMoreBits(int bits) {
    int now = CuckooRates.fingerprintBitsFor(falsePositiveRate, BUCKET_SLOTS);
    return new CuckooPolicy(CuckooRates.rateOf(now + bits, BUCKET_SLOTS));
  }

  @Override
  public String spec() {
    return "cuckoo(" + falsePositiveRate + ")";
  }

  @Override
  public String toString() {
    return spec();
  }
}
