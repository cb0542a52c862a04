package dev.malkoha.trials;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;

/** Properties without a seed of their own try the same values, as often as the share says. */
class FixedSeedsTest {

  private static final int WHOLE = 40;
  private static final List<Long> FIRST = new ArrayList<>();
  private static final List<Long> SECOND = new ArrayList<>();

  @Property(tries = WHOLE)
  void first(@ForAll long number) {
    FIRST.add(number);
  }

  @Property(tries = WHOLE)
  void second(@ForAll long number) {
    SECOND.add(number);
  }

  @AfterContainer
  static void compare() {
    assertEquals(Trials.count(WHOLE), FIRST.size());
    assertEquals(FIRST, SECOND);
  }
}
