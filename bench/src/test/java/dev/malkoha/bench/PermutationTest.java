package dev.malkoha.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PermutationTest {

  @Test
  void hasEachNumberOnce() {
    for (int count : new int[] {1, 2, 3, 16, 17, 1_000, 65_537}) {
      int[] all = IntStream.range(0, count).map(new Permutation(count, 42)).sorted().toArray();

      assertArrayEquals(IntStream.range(0, count).toArray(), all);
    }
  }

  @Test
  void neighboursAreNotNeighbours() {
    int[] order = IntStream.range(0, 100_000).map(new Permutation(100_000, 42)).toArray();

    long near =
        IntStream.range(1, order.length)
            .filter(i -> Math.abs(order[i] - order[i - 1]) < 50)
            .count();
    assertTrue(near < 300, near + " of about 100 by chance");
    assertTrue(Arrays.stream(order, 0, 1_000).average().orElse(0) > 40_000);
  }

  @Test
  void seedsGiveTheirOwnOrders() {
    int[] one = IntStream.range(0, 1_000).map(new Permutation(1_000, 1)).toArray();
    int[] two = IntStream.range(0, 1_000).map(new Permutation(1_000, 2)).toArray();

    assertTrue(!Arrays.equals(one, two));
    assertArrayEquals(one, IntStream.range(0, 1_000).map(new Permutation(1_000, 1)).toArray());
  }

  @Test
  void ofNothingThereIsNone() {
    assertThrows(IllegalArgumentException.class, () -> new Permutation(0, 42));
  }
}
