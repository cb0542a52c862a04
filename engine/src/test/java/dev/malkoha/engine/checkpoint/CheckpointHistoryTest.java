package dev.malkoha.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checkpoints whose calls come between the steps of their store, in any order: each is of one
 * moment between the begin and the end of its taking, whatever a power cut leaves.
 *
 * <p>{@code -Dmalkoha.seed=S} begins at another seed, {@code -Dmalkoha.histories=N} goes on longer.
 */
final class CheckpointHistoryTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);

  @Test
  void eachIsOfOneMoment() {
    int moved = run(15);
    assertTrue(moved > 20, "moved: " + moved);
  }

  @Tag("hunt")
  @Test
  void eachIsOfOneMomentInManyHistories() {
    run(Integer.getInteger("malkoha.histories", 100));
  }

  private static int run(int histories) {
    int moved = 0;
    for (long seed = SEED; seed < SEED + histories; seed++) {
      try {
        CheckpointHistory history = new CheckpointHistory(seed);
        history.run();
        moved += history.moved();
      } catch (RuntimeException | AssertionError e) {
        fail("replay with -Dmalkoha.seed=" + seed, e);
      }
    }
    return moved;
  }
}
