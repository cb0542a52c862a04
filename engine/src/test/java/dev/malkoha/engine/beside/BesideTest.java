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

  /** Fewer mean that readers hardly see anything change. */
  private static final int MOVES_MIN = 61;

  @Test
  void everyAnswerIsOfAMomentThatWas() {
    int moves = run(12, MOVES_MIN);
    assertTrue(moves >= MOVES_MIN, "moves: " + moves);
  }

  @Tag("hunt")
  @Test
  void everyAnswerIsOfAMomentThatWasInManyHistories() {
    run(Integer.getInteger("malkoha.histories", 150), 0);
  }

  /** Runs some histories at least, and more, but not without end, until there were enough moves. */
  private static int run(int histories, int enough) {
    int moves = 0;
    long end = SEED + histories;
    for (long seed = SEED; seed < end || (moves < enough && seed < end + histories); seed++) {
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
