package dev.malkoha.filter.cuckoo;

/**
 * Partial-key cuckoo hashing over windows: from a salted hash to a fingerprint and two candidate
 * windows, each of which gives the other from the fingerprint and from which of the two it is.
 *
 * <p>A slot holds the fingerprint in its low bits, above them the position in the key's window (0
 * or 1), above that the choice: which of the key's windows it is. So a slot says whose window it
 * belongs to, although two overlap there; and since only a key that agrees in all three can match,
 * the two extra bits are not wasted. After Schmitz, Zentgraf, Rahmann: "Smaller and More Flexible
 * Cuckoo Filters" (arXiv 2505.05847, 2025).
 *
 * <p>The fingerprint is {@link PartialKey}'s; 0 marks an empty slot.
 */
final class WindowKey {

  /** 2^64 divided by the golden ratio, odd. */
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private WindowKey() {}

  /** The first window, in [0, windows), of which it is the left slot's index. */
  static long first(long mixed, long windows) {
    return Math.unsignedMultiplyHigh(mixed, windows);
  }

  /** The second window of a fingerprint with this first one. */
  static long second(long first, long fingerprint, long windows) {
    long beyond = first + distance(fingerprint, windows) - windows;
    return beyond + ((beyond >> 63) & windows);
  }

  /**
   * The first window of a fingerprint.
   *
   * @param window one of its windows
   * @param choice which one: 0 the first, 1 the second
   */
  static long firstOf(long window, int choice, long fingerprint, long windows) {
    long difference = window - (distance(fingerprint, windows) & -choice);
    return difference + ((difference >> 63) & windows);
  }

  /**
   * Which part of a filter a salted hash's candidates are in: the leading bits of the first one's
   * place, and below them as many of the distance to the second.
   */
  static int part(long mixed, long fingerprint, int bits) {
    int shift = Long.SIZE - bits;
    return (int) (mixed >>> shift << bits | (fingerprint * GOLDEN) >>> shift);
  }

  /** The position that a slot's two tag bits tell of. */
  static int position(int tag) {
    return tag & 1;
  }

  /** The choice that a slot's two tag bits tell of. */
  static int choice(int tag) {
    return tag >> 1;
  }

  /** From the first window to the second, around the end. */
  private static long distance(long fingerprint, long windows) {
    return Math.unsignedMultiplyHigh(fingerprint * GOLDEN, windows);
  }
}
