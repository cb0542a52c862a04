package dev.malkoha.papers.rivals;

/**
 * Many probes from one hash: g_i = h1 + i h2, with h1 the hash's high 32 bits and h2 its low 32.
 *
 * <p>Kirsch and Mitzenmacher, "Less Hashing, Same Performance" (2006); Fan et al. 2014, section 7.
 * The sums are fractions of 2^64, each hash followed by the other's bits, and a multiplication
 * spreads them over the places. With 32 bits alone, the 1.6 thousand million places of the paper's
 * filter would have two or three sums each, and its false positive rate would be 0.22 % instead of
 * 0.19 %.
 */
final class DoubleHashing {

  static final int MAX_PROBES = 64;

  /** As many as one of the two hashes tells apart. */
  static final long MAX_PLACES = 1L << 32;

  private DoubleHashing() {}

  /** g_0. */
  static long first(long mixed) {
    return mixed;
  }

  /** The step from each probe to the next. */
  static long step(long mixed) {
    return Long.rotateLeft(mixed, 32);
  }

  /** The place, from 0 to {@code places - 1}, of a probe. */
  static long place(long probe, long places) {
    return Math.unsignedMultiplyHigh(probe, places);
  }
}
