package dev.malkoha.bench;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Orders that look random and that a seed fixes. */
public final class RandomOrder {

  private RandomOrder() {}

  /** Numbers from 0 up to a count, in random order. */
  public static int[] of(int count, long seed) {
    return of(IntStream.range(0, count).toArray(), seed);
  }

  /** The same numbers in random order. */
  public static int[] of(int[] numbers, long seed) {
    int[] order = numbers.clone();
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return order;
  }
}
