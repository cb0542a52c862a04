package dev.malkoha.filter.cuckoo;

import java.util.function.IntToDoubleFunction;

/**
 * What loads and false positive rates cuckoo filters have, by the width of their fingerprints and
 * the size of their buckets (Fan et al., CoNEXT 2014, section 5.1).
 */
final class CuckooRates {

  /** A higher rate is no use. */
  private static final double MAX_RATE = 0.5;

  private CuckooRates() {}

  /**
   * The share of slots in use that a build aims at: what the paper found to be filled with high
   * probability. No placement exists beyond 0.89, 0.98 and 0.99.
   */
  static double targetLoad(int bucketSlots) {
    return switch (bucketSlots) {
      case 2 -> 0.84;
      case 8 -> 0.98;
      default -> 0.95;
    };
  }

  /**
   * The chance that an absent key's fingerprint equals one of those in its two buckets: the paper's
   * equation 5, with the load and with 2^f - 1 fingerprints.
   */
  static double falsePositiveRate(int fingerprintBits, int bucketSlots, double load) {
    if (load == 0) {
      return 0;
    }
    double compared = CuckooGeometry.CANDIDATES * bucketSlots * load;
    double fingerprints = CuckooGeometry.fingerprints(fingerprintBits);
    return -Math.expm1(compared * Math.log1p(-1 / fingerprints));
  }

  /**
   * The rate at the target load of fingerprints of a length in bits, or of the nearest length that
   * gives a useful rate.
   */
  static double rateOf(int fingerprintBits, int bucketSlots) {
    int fewest = fingerprintBitsFor(MAX_RATE, bucketSlots);
    int bits = Math.clamp(fingerprintBits, fewest, CuckooGeometry.MAX_FINGERPRINT_BITS);
    return falsePositiveRate(bits, bucketSlots, targetLoad(bucketSlots));
  }

  /**
   * The narrowest fingerprint that keeps the rate at the target load.
   *
   * @throws IllegalArgumentException if there is none
   */
  static int fingerprintBitsFor(double falsePositiveRate, int bucketSlots) {
    double load = targetLoad(bucketSlots);
    return narrowest(
        "cuckoo filter",
        1,
        CuckooGeometry.MAX_FINGERPRINT_BITS,
        bits -> falsePositiveRate(bits, bucketSlots, load),
        falsePositiveRate);
  }

  /** The narrowest fingerprint of such a filter, between two widths, that keeps a rate. */
  static int narrowest(
      String filter, int fewest, int most, IntToDoubleFunction rateOf, double wanted) {
    if (wanted > 0 && wanted <= MAX_RATE) {
      for (int bits = fewest; bits <= most; bits++) {
        if (rateOf.applyAsDouble(bits) <= wanted) {
          return bits;
        }
      }
    }
    throw new IllegalArgumentException(
        String.format(
            "false positive rate of a %s must be from %s to 0.5, not %s",
            filter, rateOf.applyAsDouble(most), wanted));
  }
}
