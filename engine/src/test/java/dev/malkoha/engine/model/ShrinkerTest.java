package dev.malkoha.engine.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A shrunk list holds what makes it fail and nothing else. */
class ShrinkerTest {

  private static final List<Integer> NUMBERS = IntStream.range(0, 1_000).boxed().toList();

  private int tries;

  private List<Integer> shrink(List<Integer> culprits, int triesMax) {
    return new Shrinker<Integer>(
            some -> {
              tries++;
              return some.containsAll(culprits);
            },
            triesMax)
        .shrink(NUMBERS);
  }

  @Test
  void onlyWhatMakesItFailIsLeft() {
    for (List<Integer> culprits :
        List.of(List.of(0), List.of(999), List.of(3, 4, 500), List.<Integer>of())) {
      assertEquals(culprits, shrink(culprits, Integer.MAX_VALUE));
    }
  }

  @Test
  void triesAreBounded() {
    assertTrue(shrink(List.of(1, 998), 20).containsAll(List.of(1, 998)));
    assertEquals(20, tries);
  }
}
