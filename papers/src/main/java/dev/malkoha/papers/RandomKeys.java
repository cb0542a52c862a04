package dev.malkoha.papers;

import java.util.SplittableRandom;

/**
 * A stream of random 64-bit keys, the {@link SplittableRandom} of its seed, that can also be read
 * at any place.
 *
 * <p>The generator adds a constant to its state for each number and mixes it, so that a generator
 * whose seed is the state after i numbers goes on with the next. No two keys of a stream are equal.
 */
final class RandomKeys {

  /** The constant of generators that are made from a seed: 2^64 divided by the golden ratio. */
  private static final long GAMMA = 0x9e3779b97f4a7c15L;

  private final long seed;

  RandomKeys(long seed) {
    this.seed = seed;
  }

  long at(long index) {
    return from(index).nextLong();
  }

  /** Puts {@code count} keys, from the {@code index}-th on, into the beginning of an array. */
  void fill(long index, long[] into, int count) {
    SplittableRandom random = from(index);
    for (int i = 0; i < count; i++) {
      into[i] = random.nextLong();
    }
  }

  private SplittableRandom from(long index) {
    return new SplittableRandom(seed + index * GAMMA);
  }
}
