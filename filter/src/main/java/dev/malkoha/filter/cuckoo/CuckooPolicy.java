package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.FilterPolicy;
import java.util.Objects;

/**
 * The policy of cuckoo filters whose fingerprints are as long as a false positive rate asks for.
 */
public final class CuckooPolicy implements FilterPolicy {

  static final int BUCKET_SLOTS = 4;

  /** How the slots are laid out, and what that means for fingerprints. */
  private enum Shape {
    PLAIN("cuckoo"),
    SEMI_SORTED("semiSortedCuckoo"),
    WINDOWED("windowedCuckoo");

    private final String name;

    Shape(String name) {
      this.name = name;
    }

    /** The narrowest fingerprint that keeps a rate. */
    int bitsFor(double rate) {
      return switch (this) {
        case PLAIN -> CuckooRates.fingerprintBitsFor(rate, BUCKET_SLOTS);
        case SEMI_SORTED ->
            Math.max(
                CuckooRates.fingerprintBitsFor(rate, BUCKET_SLOTS),
                CuckooGeometry.MIN_SEMI_SORTED_BITS);
        case WINDOWED -> WindowGeometry.fingerprintBitsFor(rate);
      };
    }

    /** The rate of fingerprints of that length in bits, or of the nearest possible one. */
    double rateOf(int bits) {
      return this == WINDOWED
          ? WindowGeometry.rateOf(bits)
          : CuckooRates.rateOf(bits, BUCKET_SLOTS);
    }

    /** The layout, of some size. */
    Layout layout(int bits) {
      return switch (this) {
        case PLAIN -> new CuckooGeometry(bits, BUCKET_SLOTS, 1);
        case SEMI_SORTED -> CuckooGeometry.semiSorted(bits, 1);
        case WINDOWED -> new WindowGeometry(bits, WindowGeometry.WINDOW_SLOTS);
      };
    }
  }

  private final Shape shape;
  private final double falsePositiveRate;
  private final int fingerprintBits;

  private CuckooPolicy(Shape shape, double falsePositiveRate) {
    this.shape = shape;
    this.falsePositiveRate = falsePositiveRate;
    this.fingerprintBits = shape.bitsFor(falsePositiveRate);
  }

  /**
   * Plain buckets of four slots.
   *
   * @throws IllegalArgumentException if no fingerprint keeps the rate
   */
  public static CuckooPolicy plain(double falsePositiveRate) {
    return new CuckooPolicy(Shape.PLAIN, falsePositiveRate);
  }

  /**
   * Semi-sorted buckets of four slots.
   *
   * @throws IllegalArgumentException if no fingerprint keeps the rate
   */
  public static CuckooPolicy semiSorted(double falsePositiveRate) {
    return new CuckooPolicy(Shape.SEMI_SORTED, falsePositiveRate);
  }

  /**
   * Overlapping windows of two slots.
   *
   * @throws IllegalArgumentException if no fingerprint keeps the rate
   */
  public static CuckooPolicy windowed(double falsePositiveRate) {
    return new CuckooPolicy(Shape.WINDOWED, falsePositiveRate);
  }

  /**
   * The same layout with fingerprints that are {@code bits} longer, or shorter if negative, as far
   * as the layout allows.
   */
  public CuckooPolicy withMoreBits(int bits) {
    return new CuckooPolicy(shape, shape.rateOf(fingerprintBits + bits));
  }

  @Override
  public FilterPolicy afterDeletes() {
    return withMoreBits(1);
  }

  @Override
  public byte[] build(long[] hashes, int count, long salt) {
    Objects.checkFromIndexSize(0, count, hashes.length);
    Layout layout = shape.layout(fingerprintBits).resized(count);
    return new OfflineBuild(hashes, count).build(layout, salt);
  }

  @Override
  public String spec() {
    return shape.name + "(" + falsePositiveRate + ")";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CuckooPolicy policy && spec().equals(policy.spec());
  }

  @Override
  public int hashCode() {
    return spec().hashCode();
  }

  @Override
  public String toString() {
    return spec();
  }
}
