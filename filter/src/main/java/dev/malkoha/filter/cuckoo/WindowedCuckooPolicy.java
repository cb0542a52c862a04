package dev.malkoha.filter.cuckoo;

import java.util.Objects;

/**
 * The policy of windowed cuckoo filters.
 *
 * @param falsePositiveRate the highest rate wanted
 */
public record WindowedCuckooPolicy(double falsePositiveRate) implements CuckooRatePolicy {

  /** Checks the rate. */
  public WindowedCuckooPolicy {
    WindowGeometry.fingerprintBitsFor(falsePositiveRate);
  }

  @Override
  public byte[] build(long[] hashes, int count, long salt) {
    Objects.checkFromIndexSize(0, count, hashes.length);
    int bits = WindowGeometry.fingerprintBitsFor(falsePositiveRate);
    return new OfflineBuild(hashes, count).build(WindowGeometry.forKeys(count, bits), salt);
  }

  @Override
  public WindowedCuckooPolicy withMoreBits(int bits) {
    int now = WindowGeometry.fingerprintBitsFor(falsePositiveRate);
    return new WindowedCuckooPolicy(WindowGeometry.rateOf(now + bits));
  }

  @Override
  public String spec() {
    return "windowedCuckoo(" + falsePositiveRate + ")";
  }

  @Override
  public String toString() {
    return spec();
  }
}
