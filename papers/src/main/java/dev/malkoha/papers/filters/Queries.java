package dev.malkoha.papers.filters;

import java.util.SplittableRandom;

/**
 * The random keys that filters are built of, and those that they are asked for: all of 64 random
 * bits, the same ones for the same seed.
 */
final class Queries {

  /** Any number; forks of a comparison must agree on it. */
  private static final long SEED = 42;

  private Queries() {}

  /** The keys to build of. */
  static long[] keys(int count) {
    return stream(0).longs(count).toArray();
  }

  /** Keys drawn from {@code keys}, each independently of the others. */
  static long[] present(long[] keys, int count) {
    return stream(1).ints(count, 0, keys.length).mapToLong(i -> keys[i]).toArray();
  }

  /** Keys that are not those to build of; that two of so many are equal may be neglected. */
  static long[] absent(int count) {
    return stream(2).longs(count).toArray();
  }

  /** Present and absent keys in a random order, as likely the one as the other. */
  static long[] mixed(long[] present, long[] absent) {
    SplittableRandom random = stream(3);
    long[] mixed = new long[present.length];
    for (int i = 0; i < mixed.length; i++) {
      mixed[i] = random.nextBoolean() ? present[i] : absent[i];
    }
    return mixed;
  }

  private static SplittableRandom stream(int number) {
    SplittableRandom random = new SplittableRandom(SEED);
    SplittableRandom stream = random.split();
    for (int i = 0; i < number; i++) {
      stream = random.split();
    }
    return stream;
  }
}
