package dev.malkoha.filter.cuckoo;

/**
 * What to take out of a cuckoo filter for a key: a fingerprint from a bucket.
 *
 * <p>The bucket is the lower of the key's two, which keys that share their slots have in common; in
 * the windowed layout it is the first window, since slots there tell first from second.
 *
 * @param bucket below 2^32
 * @param fingerprint from 1; below 2^32
 */
record Removal(long bucket, long fingerprint) {

  private static final long LOW_32 = 0xFFFF_FFFFL;

  /** The removal of these 64 bits. */
  static Removal of(long bits) {
    return new Removal(bits >>> Integer.SIZE, bits & LOW_32);
  }

  /** The removal in 64 bits: the bucket above, the fingerprint below. */
  static long bits(long bucket, long fingerprint) {
    return bucket << Integer.SIZE | fingerprint;
  }

  /** Whether a filter with these numbers of buckets and fingerprints can have this removal. */
  boolean isOf(long buckets, long fingerprints) {
    return bucket < buckets && fingerprint > 0 && fingerprint <= fingerprints;
  }
}
