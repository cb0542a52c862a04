package dev.malkoha.engine.observe;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In random histories what a store tells adds up. */
@Tag("hunt")
final class ObserverHuntTest {

  private static final long SEED = Trials.seed();
  private static final int HISTORIES = Trials.count(25);

  @Test
  void whatIsToldAddsUp() {
    for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
      try {
        new ObserverHunt().check(seed);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(Trials.replay(ObserverHuntTest.class, seed), e);
      }
    }
  }
}
