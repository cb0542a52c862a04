package dev.malkoha.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checkpoints whose calls come between the steps of their store, in any order: each is of one
 * moment between the begin and the end of its taking, whatever a power cut leaves.
 */
@Tag("hunt")
final class CheckpointHistoryTest {

  private static final int HISTORIES = 100;

  @Test
  void eachIsOfOneMoment() {
    long moved = Trials.seeds(HISTORIES).map(CheckpointHistoryTest::run).sum();
    int histories = Trials.count(HISTORIES);
    assertTrue(histories == 1 || moved > histories, "moved: " + moved);
  }

  private static int run(long seed) {
    CheckpointHistory history = new CheckpointHistory(seed);
    try {
      history.run();
    } catch (RuntimeException | AssertionError e) {
      fail(Trials.replay(CheckpointHistoryTest.class, seed), e);
    }
    return history.moved();
  }
}
