package dev.malkoha.papers;

/**
 * A number of operations that were timed.
 *
 * @param nanos how long they took, with the hashing of their keys
 * @param count how many did what was asked: were added, found or removed
 */
record Timing(long nanos, long count) {

  static final Timing NONE = new Timing(0, 0);

  Timing plus(Timing other) {
    return new Timing(nanos + other.nanos, count + other.count);
  }

  /** Million operations a second, of so many operations in this time. */
  double millionPerSecond(long operations) {
    return operations * 1e3 / Math.max(1, nanos);
  }
}
