package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.SaltedHash;

/**
 * One try to place every hash of a table in the slots of a windowed cuckoo filter, under one salt.
 *
 * <p>A first pass puts each fingerprint in a free slot of the emptier of its windows. Those left
 * over, 12 % at load 0.95, are placed by a {@link WindowSearch}. The pass has no unpredictable
 * branch, so that the processor keeps several keys' cache misses in flight.
 *
 * <p>Every step is bounded, and the outcome depends on the hashes, their order and the salt alone.
 */
final class WindowPlacement {

  /** All steps of the search, per key and in any case; at load 0.95 there is about one a key. */
  private static final int MAX_STEPS_PER_KEY = 8;

  private static final int MIN_STEPS = 1 << 14;

  private final WindowGeometry geometry;
  private final WindowCells cells;
  private final int cellBits;
  private final int fingerprintBits;
  private final long windows;
  private final long fingerprints;
  private final long saltKey;
  private final Homeless homeless = new Homeless();

  WindowPlacement(WindowGeometry geometry, long salt) {
    this.geometry = geometry;
    this.cells = new WindowCells(geometry);
    this.cellBits = cells.cellBits();
    this.fingerprintBits = geometry.fingerprintBits();
    this.windows = geometry.windows();
    this.fingerprints = geometry.fingerprints();
    this.saltKey = SaltedHash.key(salt);
  }

  /**
   * Places the first {@code count} hashes.
   *
   * @return -1 when all are placed, else the index of one that found no place
   */
  int place(long[] hashes, int count) {
    for (int i = 0; i < count; i++) {
      placeInEmptier(hashes[i]);
    }
    long maxSteps = MIN_STEPS + (long) MAX_STEPS_PER_KEY * count;
    long failed = new WindowSearch(geometry, cells, homeless).place(maxSteps);
    return failed == WindowSearch.ALL_PLACED ? -1 : indexOf(failed, hashes, count);
  }

  /** Writes the slots to a payload of zeros. */
  void pack(byte[] block, int payload) {
    cells.pack(block, payload);
  }

  /** Puts a fingerprint in a free slot of its windows, or among the homeless if there is none. */
  private void placeInEmptier(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    int first = (int) WindowKey.first(mixed, windows);
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
    int second = (int) WindowKey.second(first, fingerprint, windows);
    long firstCells = cells.window(first);
    long secondCells = cells.window(second);
    int choice = FirstFree.of(free(firstCells), free(secondCells));
    int candidate = FirstFree.candidate(choice);
    int placed = FirstFree.placed(choice);
    long content = fingerprint | (long) candidate << fingerprintBits;
    long cell = (content << WindowCells.LABEL_BITS | FirstFree.label(choice)) & -(long) placed;
    int inSecond = -WindowKey.choice(candidate);
    cells.setWindow(
        first + ((second - first) & inSecond),
        (firstCells ^ ((firstCells ^ secondCells) & inSecond))
            | cell << (cellBits & -WindowKey.position(candidate)));
    homeless.add(Homeless.of(first, fingerprint), 1 - placed);
  }

  /** Which slots of the window are free: 1 the left one, 2 the right one, 3 both. */
  private int free(long window) {
    long free = ~(window | window >>> 1);
    return (int) ((free & 1) | ((free >>> (cellBits - 1)) & 2));
  }

  private long homeless(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    return Homeless.of(
        (int) WindowKey.first(mixed, windows), PartialKey.fingerprint(mixed, fingerprints));
  }

  private int indexOf(long failed, long[] hashes, int count) {
    for (int i = 0; i < count; i++) {
      if (homeless(hashes[i]) == failed) {
        return i;
      }
    }
    throw new AssertionError("a fingerprint of no key");
  }
}
