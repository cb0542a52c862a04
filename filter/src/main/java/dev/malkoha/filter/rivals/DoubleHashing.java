package dev.malkoha.filter.rivals;

/**
 * Many probes from one hash: g_i = h1 + i h2, with h1 the hash's high 32 bits and h2 its low 32.
 *
 * <p>Kirsch and Mitzenmacher, "Less Hashing, Same Performance" (2006); Fan et al. 2014, section 7.
 * The sums are modulo 2^32, and a multiplication spreads them over the places, so that any number
 * of places up to 2^32 will do.
 */
final class DoubleHashing {

  static final int MAX_PROBES = 64;
  static final long MAX_PLACES = 1L << 32;

  private DoubleHashing() {}

  /** g_0. */
  static int first(long mixed) {
    return (int) (mixed >>> 32);
  }

  /** What leads from each probe to the next. */
  static int step(long mixed) {
    return (int) mixed;
  }

  /** The place, from 0 to {@code places - 1}, of a probe. */
  static long place(int probe, long places) {
    return ((probe & 0xFFFF_FFFFL) * places) >>> 32;
  }
}
