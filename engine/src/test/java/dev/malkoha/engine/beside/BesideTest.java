package dev.malkoha.engine.beside;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A reader beside a writer, their calls in any order: every answer is a moment that the writer went
 * through between the reader's begin and end, moments only move on, and what was kept stays.
 */
@Tag("hunt")
class BesideTest {

  private static final int HISTORIES = 150;

  @Test
  void everyAnswerIsOfAMomentThatWas() {
    long moves = Trials.seeds(HISTORIES).map(BesideTest::run).sum();
    int histories = Trials.count(HISTORIES);
    assertTrue(histories == 1 || moves > histories, "readers hardly saw a change: " + moves);
  }

  private static int run(long seed) {
    BesideHistory history = new BesideHistory(seed);
    try {
      history.run();
    } catch (RuntimeException | AssertionError e) {
      fail(Trials.replay(BesideTest.class, seed), e);
    }
    return history.moves();
  }
}
