package dev.malkoha.filter.cuckoo;

/** Equally wide numbers side by side in the low bits of 64, compared all at once. */
final class Lanes {

  private Lanes() {}

  /** A 1 in the lowest bit of each of {@code lanes} lanes. */
  static long lows(int laneBits, int lanes) {
    long ones = 0;
    for (int lane = 0; lane < lanes; lane++) {
      ones |= 1L << (lane * laneBits);
    }
    return ones;
  }

  /**
   * Bits among which the high one of a lane is set if the lane is 0, and of no lane below the first
   * such: a borrow runs upwards only, so whether there is one at all, and which is the lowest, is
   * exact.
   */
  static long zeros(long x, long lows) {
    return (x - lows) & ~x;
  }
}
