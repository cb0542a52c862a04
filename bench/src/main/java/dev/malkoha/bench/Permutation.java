package dev.malkoha.bench;

import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/**
 * The numbers from 0 up to a count, in an order that looks random and that a seed fixes, without an
 * array of them: a Feistel network over the next power of four, walked on from numbers that are too
 * large. Immutable.
 */
public final class Permutation implements IntUnaryOperator {

  private static final int ROUNDS = 4;
  private static final int MIX = 0x9E3779B9;

  private final int count;
  private final int halfBits;
  private final int[] keys;

  /** Orders {@code count} numbers, at least one, as the seed says. */
  public Permutation(int count, long seed) {
    if (count < 1) {
      throw new IllegalArgumentException("an order of " + count + " numbers");
    }
    this.count = count;
    halfBits = Math.max(1, (33 - Integer.numberOfLeadingZeros(count - 1)) / 2);
    keys = new SplittableRandom(seed).ints(ROUNDS).toArray();
  }

  /** The number at a place. */
  @Override
  public int applyAsInt(int place) {
    long number = place;
    do {
      number = step(number);
    } while (number >= count);
    return (int) number;
  }

  private long step(long number) {
    int mask = (1 << halfBits) - 1;
    int left = (int) (number >>> halfBits);
    int right = (int) number & mask;
    for (int key : keys) {
      int mixed = (right ^ key) * MIX;
      mixed = (mixed ^ (mixed >>> 15)) * MIX;
      int next = left ^ (mixed >>> (Integer.SIZE - halfBits));
      left = right;
      right = next;
    }
    return ((long) left << halfBits) | right;
  }
}
