package dev.malkoha.engine.beside;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A reader beside a writer, their calls in any order: every answer is a moment that the writer went
 * through between the reader's begin and end, moments only move on, and what was kept stays.
 *
 * <p>{@code -Dmalkoha.seed=S} begins at another seed, {@code -Dmalkoha.histories=N} goes on longer.
 */
class BesideTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);

  @Test
  void everyAnswerIsOfAMomentThatWas() {
    int moves = run(12);
    assertTrue(moves > 60, "moves: " + moves);
  }

  @Tag("hunt")
  @Test
  void everyAnswerIsOfAMomentThatWasInManyHistories() {
    run(Integer.getInteger("malkoha.histories", 300));
  }

  private static int run(int histories) {
    int moves = 0;
    for (long seed = SEED; seed < SEED + histories; seed++) {
      try {
        BesideHistory history = new BesideHistory(seed);
        history.run();
        moves += history.moves();
      } catch (RuntimeException | AssertionError e) {
        fail("replay with -Dmalkoha.seed=" + seed, e);
      }
    }
    return moves;
  }
}
