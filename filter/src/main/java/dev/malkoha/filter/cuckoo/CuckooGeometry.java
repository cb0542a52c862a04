package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.FilterBlock;

/**
 * The shape of a cuckoo filter's payload: buckets of equally wide slots, packed bit by bit, and
 * guard bytes so that 64 bits may be loaded at any slot.
 *
 * @param fingerprintBits the width of a slot
 * @param bucketSlots the slots of a bucket
 * @param buckets how many buckets
 */
record CuckooGeometry(int fingerprintBits, int bucketSlots, long buckets) {

  static final int MIN_FINGERPRINT_BITS = 4;
  static final int MAX_FINGERPRINT_BITS = 32;

  /** The share of slots in use that a build aims at; beyond 0.98 no placement exists. */
  static final double TARGET_LOAD = 0.95;

  /** A candidate's two buckets. */
  private static final int CANDIDATES = 2;

  private static final int GUARD_BYTES = Long.BYTES;

  /** The shape for so many keys at the target load. */
  static CuckooGeometry forKeys(long keys, int fingerprintBits, int bucketSlots) {
    long buckets = (long) Math.ceil(keys / (bucketSlots * TARGET_LOAD));
    return new CuckooGeometry(fingerprintBits, bucketSlots, Math.max(1, buckets));
  }

  /** A shape of one per cent, but at least one bucket, more. */
  CuckooGeometry grown() {
    return new CuckooGeometry(fingerprintBits, bucketSlots, buckets + Math.max(1, buckets / 100));
  }

  /** The fingerprints there are: all values of a slot but 0. */
  static long fingerprints(int fingerprintBits) {
    return (1L << fingerprintBits) - 1;
  }

  long slots() {
    return buckets * bucketSlots;
  }

  /** Whether an array can hold the payload. */
  boolean fits() {
    return buckets <= FilterBlock.MAX_PAYLOAD && payloadBytes() <= FilterBlock.MAX_PAYLOAD;
  }

  long payloadBytes() {
    return (slots() * fingerprintBits + Byte.SIZE - 1) / Byte.SIZE + GUARD_BYTES;
  }

  /** The expected false positive rate with so many keys in the slots. */
  double falsePositiveRate(long keys) {
    return falsePositiveRate(fingerprintBits, bucketSlots, (double) keys / slots());
  }

  /**
   * The chance that an absent key's fingerprint equals one of those in its two buckets: Fan et al.,
   * equation 5, with the load and with 2^f - 1 fingerprints.
   */
  private static double falsePositiveRate(int fingerprintBits, int bucketSlots, double load) {
    double compared = CANDIDATES * bucketSlots * load;
    return -Math.expm1(compared * Math.log1p(-1.0 / fingerprints(fingerprintBits)));
  }

  /** The rate at the target load of fingerprints of so many bits, or the nearest possible. */
  static double rateOf(int fingerprintBits, int bucketSlots) {
    int bits = Math.clamp(fingerprintBits, MIN_FINGERPRINT_BITS, MAX_FINGERPRINT_BITS);
    return falsePositiveRate(bits, bucketSlots, TARGET_LOAD);
  }

  /**
   * The narrowest fingerprint that keeps the rate at the target load.
   *
   * @throws IllegalArgumentException if there is none
   */
  static int fingerprintBitsFor(double falsePositiveRate, int bucketSlots) {
    if (falsePositiveRate > 0 && falsePositiveRate <= 0.5) {
      for (int bits = MIN_FINGERPRINT_BITS; bits <= MAX_FINGERPRINT_BITS; bits++) {
        if (falsePositiveRate(bits, bucketSlots, TARGET_LOAD) <= falsePositiveRate) {
          return bits;
        }
      }
    }
    throw new IllegalArgumentException(
        "false positive rate of a cuckoo filter must be from "
            + falsePositiveRate(MAX_FINGERPRINT_BITS, bucketSlots, TARGET_LOAD)
            + " to 0.5, not "
            + falsePositiveRate);
  }
}
