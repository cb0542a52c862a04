package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.SaltedHash;

/**
 * One try to place every hash of a table in the slots of a windowed cuckoo filter, under one salt.
 *
 * <p>A first pass puts each fingerprint in a free slot of the emptier of its windows. Those left
 * over, 12 % at load 0.95, are placed by a {@link WindowSearch}.
 *
 * <p>Every step is bounded, and the outcome depends on the hashes, their order and the salt alone.
 */
final class WindowPlacement {

  /** All steps of the search, per key and in any case; at load 0.95 there is about one a key. */
  private static final int MAX_STEPS_PER_KEY = 8;

  private static final int MIN_STEPS = 1 << 14;

  private final WindowGeometry geometry;
  private final SlotArray slots;
  private final long slotMask;
  private final int slotBits;
  private final int fingerprintBits;
  private final long windows;
  private final long fingerprints;
  private final long saltKey;
  private final LeftOver leftOver = new LeftOver();

  WindowPlacement(WindowGeometry geometry, long salt, SlotArray slots) {
    this.geometry = geometry;
    this.slots = slots;
    this.slotBits = geometry.slotBits();
    this.slotMask = (1L << slotBits) - 1;
    this.fingerprintBits = geometry.fingerprintBits();
    this.windows = geometry.windows();
    this.fingerprints = geometry.fingerprints();
    this.saltKey = SaltedHash.key(salt);
  }

  /**
   * Places the first {@code count} hashes in slots that are all 0.
   *
   * @return -1 when all are placed, else the index of one that found no place
   */
  int place(long[] hashes, int count) {
    for (int i = 0; i < count; i++) {
      if (!placeInEmptier(hashes[i])) {
        leftOver.add(i);
      }
    }
    long maxSteps = MIN_STEPS + (long) MAX_STEPS_PER_KEY * count;
    return new WindowSearch(geometry, slots).place(hashes, leftOver, saltKey, maxSteps);
  }

  /** Puts a fingerprint in a free slot of its windows; false if there is none. */
  private boolean placeInEmptier(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long first = WindowKey.first(mixed, windows);
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
    long second = WindowKey.second(first, fingerprint, windows);
    int candidate = FirstFree.of(free(first), free(second));
    if (candidate == FirstFree.NONE) {
      return false;
    }
    long window = first + ((second - first) & -WindowKey.choice(candidate));
    slots.fill(
        window + WindowKey.position(candidate), fingerprint | (long) candidate << fingerprintBits);
    return true;
  }

  /** Which slots of the window are free: 1 the left one, 2 the right one, 3 both. */
  private int free(long window) {
    long both = slots.window(window);
    int left = (int) (((both & slotMask) - 1) >>> 63);
    int right = (int) ((((both >>> slotBits) & slotMask) - 1) >>> 63);
    return left | right << 1;
  }

  /**
   * The choice among a key's free slots, as a table: a window with two of them before one with one,
   * the first window before the second, left before right.
   */
  private static final class FirstFree {

    /** No slot is free. */
    static final int NONE = 4;

    private static final int ENTRY_BITS = 4;
    private static final long TABLE = table();

    private FirstFree() {}

    /** The candidate (position and choice) for these free slots of first and second window. */
    static int of(int first, int second) {
      int entry = first | second << 2;
      return (int) (TABLE >>> (entry * ENTRY_BITS)) & ((1 << ENTRY_BITS) - 1);
    }

    private static long table() {
      long table = 0;
      for (int second = 0; second < 4; second++) {
        for (int first = 0; first < 4; first++) {
          table |= (long) choose(first, second) << ((first | second << 2) * ENTRY_BITS);
        }
      }
      return table;
    }

    private static int choose(int first, int second) {
      if (first == 0 && second == 0) {
        return NONE;
      }
      boolean inFirst = first == 3 || (second != 3 && first != 0);
      int free = inFirst ? first : second;
      return (inFirst ? 0 : 2) + Integer.numberOfTrailingZeros(free);
    }
  }
}
