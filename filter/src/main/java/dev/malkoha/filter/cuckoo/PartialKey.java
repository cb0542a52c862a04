package dev.malkoha.filter.cuckoo;

/**
 * Partial-key cuckoo hashing (Fan et al., CoNEXT 2014, section 3) over any number of buckets: from
 * a salted hash to a fingerprint and two candidate buckets, each of which gives the other from the
 * fingerprint alone.
 *
 * <p>The paper's second bucket is {@code i XOR h(f)}, which needs a power of two. Here it is {@code
 * (h(f) - i) mod m}: a reflection, hence its own inverse for every m. Both remainders are taken
 * without a division. The first bucket comes from the hash's high bits and the fingerprint from its
 * low 32, which are disjoint because a block holds fewer than 2^32 buckets.
 */
final class PartialKey {

  private static final long LOW_32 = 0xFFFF_FFFFL;

  private PartialKey() {}

  /** The first candidate bucket, in [0, buckets). */
  static long bucket(long mixed, long buckets) {
    return Math.unsignedMultiplyHigh(mixed, buckets);
  }

  /**
   * The fingerprint, in [1, fingerprints]: never 0, which marks an empty slot. Spread over the
   * whole range instead of mapping 0 to another value, which would make that one twice as likely.
   *
   * @param fingerprints how many there are, 2^f - 1
   */
  static long fingerprint(long mixed, long fingerprints) {
    return 1 + (((mixed & LOW_32) * fingerprints) >>> 32);
  }

  /** The other candidate bucket of a fingerprint that may be in {@code bucket}. */
  static long alternate(long bucket, long fingerprint, long buckets) {
    long difference = Math.unsignedMultiplyHigh(scatter(fingerprint), buckets) - bucket;
    return difference + ((difference >> 63) & buckets);
  }

  /**
   * Which part of a filter a salted hash's candidates are in: the leading bits of the first one's
   * place, and below them as many of what the other one's is reckoned from.
   */
  static int part(long mixed, long fingerprint, int bits) {
    int shift = Long.SIZE - bits;
    return (int) (mixed >>> shift << bits | scatter(fingerprint) >>> shift);
  }

  /**
   * h(f), as a fraction of 2^64. A multiplication alone would space the values evenly, and then few
   * different buckets are within two kicks of each other; narrow fingerprints need more.
   */
  private static long scatter(long fingerprint) {
    long x = fingerprint * 0x9E37_79B9_7F4A_7C15L;
    return (x ^ (x >>> 32)) * 0xD6E8_FEB8_6659_FD93L;
  }
}
