package dev.malkoha.sstable;

import java.util.BitSet;
import java.util.SplittableRandom;

/** Sets of dead ordinals that are hard on whoever skips them, each made from a random source. */
public enum DeadSets {
  NONE,
  FIRST,
  LAST,
  FEW,
  HALF,
  MOST,
  RUNS,
  FIRST_HALF,
  LAST_HALF,
  ALL_BUT_ONE,
  ALL;

  /** Such a set of ordinals below the number of entries. */
  public BitSet make(SplittableRandom random, int entries) {
    BitSet dead = new BitSet(entries);
    switch (this) {
      case NONE -> {}
      case FIRST -> dead.set(0, Math.min(entries, 1));
      case LAST -> dead.set(Math.max(0, entries - 1), entries);
      case FEW -> some(dead, random, entries, 0.02);
      case HALF -> some(dead, random, entries, 0.5);
      case MOST -> some(dead, random, entries, 0.97);
      case RUNS -> runs(dead, random, entries);
      case FIRST_HALF -> dead.set(0, entries / 2);
      case LAST_HALF -> dead.set(entries / 2, entries);
      case ALL_BUT_ONE -> {
        dead.set(0, entries);
        dead.clear(random.nextInt(entries + 1));
      }
      case ALL -> dead.set(0, entries);
    }
    return dead;
  }

  private static void some(BitSet dead, SplittableRandom random, int entries, double share) {
    for (int i = 0; i < entries; i++) {
      dead.set(i, random.nextDouble() < share);
    }
  }

  private static void runs(BitSet dead, SplittableRandom random, int entries) {
    boolean value = random.nextBoolean();
    for (int i = 0; i < entries; value = !value) {
      int to = Math.min(entries, i + 1 + random.nextInt(random.nextBoolean() ? 4 : 200));
      dead.set(i, to, value);
      i = to;
    }
  }
}
