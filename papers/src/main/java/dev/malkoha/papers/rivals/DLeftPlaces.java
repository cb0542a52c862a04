package dev.malkoha.papers.rivals;

/**
 * The places of a fingerprint, that is of a bucket and a remainder, in the subtables of a d-left
 * filter: another bucket and another remainder in each.
 *
 * <p>The map of each subtable is a bijection, so fingerprints that meet anywhere are equal. Without
 * it, two that share a place in one subtable only would be told apart by none of their places, and
 * a removal could take out the wrong one: the false deletion of Bonomi et al. 2006. Each map is two
 * steps of a Feistel network: what is added to either part depends on the other part only.
 *
 * <p>Immutable, for any number of threads.
 */
final class DLeftPlaces {

  /** Odd numbers without a pattern: the fractions of the square roots of 2, 3, 5 and 7. */
  private static final long[] FACTORS = {
    0x6A09_E667_F3BC_C909L, 0xBB67_AE85_84CA_A73BL, 0x3C6E_F372_FE94_F82BL, 0xA54F_F53A_5F1D_36F1L
  };

  /** Bits of a hash that its bucket, from the high ones, does not use. */
  private static final long LOW_BITS = 0xFFFF_FFFFL;

  private final int bucketBits;

  /** The places for subtables of {@code 2^bucketBits} buckets; at least 1, at most 32. */
  DLeftPlaces(int bucketBits) {
    this.bucketBits = bucketBits;
  }

  /** The fingerprint's bucket. */
  long bucket(long mixed) {
    return mixed >>> (Long.SIZE - bucketBits);
  }

  /** The fingerprint's remainder, from 1. */
  static long remainder(long mixed) {
    return 1 + (((mixed & LOW_BITS) * DLeftBucket.REMAINDERS) >>> 32);
  }

  /** The remainder, from 1, in a subtable. */
  static long remainderIn(int subtable, long bucket, long remainder) {
    long turn = (((bucket * FACTORS[subtable]) >>> 32) * DLeftBucket.REMAINDERS) >>> 32;
    long sum = remainder + turn;
    return sum > DLeftBucket.REMAINDERS ? sum - DLeftBucket.REMAINDERS : sum;
  }

  /** The bucket in a subtable, given the remainder there. */
  long bucketIn(int subtable, long bucket, long remainderThere) {
    return bucket ^ ((remainderThere * FACTORS[subtable]) >>> (Long.SIZE - bucketBits));
  }
}
