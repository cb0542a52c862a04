package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.SaltedHash;

/**
 * The local search that places fingerprints whose four slots are taken, by displacing others.
 *
 * <p>Every slot has a label, a lower bound on the number of displacements from there to a free
 * slot. A fingerprint takes the lowest labelled of its four slots, whose label rises to one more
 * than the next best, and whoever was there goes on in the same manner. After Khosla: "Balls into
 * Bins Made Faster", ESA 2013.
 *
 * <p>Several searches go on side by side, a step of each in turn, so that the processor waits for
 * their memory together.
 */
final class WindowSearch {

  /** A slot so far from a free one that the search is given up. */
  private static final int MAX_LABEL = Byte.MAX_VALUE;

  private static final int LANES = 8;

  private static final long GIVEN_UP = -1;

  private final SlotArray slots;
  private final int fingerprintBits;
  private final long windows;
  private final long fingerprints;
  private final byte[] labels;

  /** For each search: the fingerprint without a slot, its first window, the hash it began with. */
  private final long[] homeless = new long[LANES];

  private final long[] firsts = new long[LANES];
  private final int[] origins = new int[LANES];
  private int active;

  /** A search over slots some of which are taken: a free slot has label 0, any other at least 1. */
  WindowSearch(WindowGeometry geometry, SlotArray slots) {
    this.slots = slots;
    this.fingerprintBits = geometry.fingerprintBits();
    this.windows = geometry.windows();
    this.fingerprints = geometry.fingerprints();
    this.labels = new byte[Math.toIntExact(geometry.slots())];
    for (int slot = 0; slot < labels.length; slot++) {
      labels[slot] = (byte) (slots.get(slot) == 0 ? 0 : 1);
    }
  }

  /**
   * Places hashes.
   *
   * @param hashes all hashes
   * @param chosen those to place
   * @param maxSteps all searches together may take this many displacements
   * @return -1, or the index of a hash whose search was given up
   */
  int place(long[] hashes, LeftOver chosen, long saltKey, long maxSteps) {
    long stepsLeft = maxSteps;
    int next = 0;
    while (active > 0 || next < chosen.count()) {
      for (; active < LANES && next < chosen.count(); next++) {
        start(chosen.get(next), SaltedHash.mix(hashes[chosen.get(next)], saltKey));
      }
      stepsLeft -= active;
      for (int lane = active - 1; lane >= 0; lane--) {
        long displaced = step(lane);
        if (displaced == GIVEN_UP || stepsLeft < 0) {
          return origins[lane];
        }
        if (displaced == 0) {
          end(lane);
        }
      }
    }
    return -1;
  }

  private void start(int origin, long mixed) {
    origins[active] = origin;
    homeless[active] = PartialKey.fingerprint(mixed, fingerprints);
    firsts[active] = WindowKey.first(mixed, windows);
    active++;
  }

  private void end(int lane) {
    active--;
    origins[lane] = origins[active];
    homeless[lane] = homeless[active];
    firsts[lane] = firsts[active];
  }

  /** Gives a lane's fingerprint a slot; returns what was there, 0 if nothing was. */
  private long step(int lane) {
    long fingerprint = homeless[lane];
    int left = (int) firsts[lane];
    int right = (int) WindowKey.second(left, fingerprint, windows);
    int ranking = twoLowest(labels[left], labels[left + 1], labels[right], labels[right + 1]);
    int candidate = ranking & 3;
    int slot =
        left + ((right - left) & -WindowKey.choice(candidate)) + WindowKey.position(candidate);
    if (labels[slot] == MAX_LABEL) {
      return GIVEN_UP;
    }
    labels[slot] = (byte) Math.min(MAX_LABEL, 1 + (ranking >>> 2));
    long displaced = slots.get(slot);
    slots.set(slot, fingerprint | (long) candidate << fingerprintBits);
    int tag = (int) (displaced >>> fingerprintBits);
    homeless[lane] = displaced & fingerprints;
    firsts[lane] =
        WindowKey.firstOf(
            slot - WindowKey.position(tag),
            WindowKey.choice(tag),
            displaced & fingerprints,
            windows);
    return displaced;
  }

  /**
   * The candidate with the lowest label in the low two bits, the next higher label above them. The
   * minima compile to conditional moves; these comparisons are unpredictable.
   */
  private static int twoLowest(int a, int b, int c, int d) {
    int first = a << 2;
    int second = b << 2 | 1;
    int third = c << 2 | 2;
    int fourth = d << 2 | 3;
    int lowOne = Math.min(first, second);
    int lowTwo = Math.min(third, fourth);
    int high = Math.min(Math.max(first, second), Math.max(third, fourth));
    int next = Math.min(Math.max(lowOne, lowTwo), high);
    return (next & ~3) | (Math.min(lowOne, lowTwo) & 3);
  }
}
