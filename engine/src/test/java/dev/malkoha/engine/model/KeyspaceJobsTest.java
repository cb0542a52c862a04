package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Keyspaces come, change and go while background work is held in its middle: it ends quietly.
 *
 * <p>Threads take part, so a seed that fails may want some runs.
 */
@Tag("hunt")
class KeyspaceJobsTest {

  private static final int HISTORIES = 40;

  @Test
  void workEndsQuietlyWithItsKeyspaceAndItsStore() {
    Trials.seeds(HISTORIES).forEach(KeyspaceJobsTest::check);
  }

  private static void check(long seed) {
    try {
      new KeyspaceJobsHistory(seed).run();
    } catch (AssertionError e) {
      throw new AssertionError(Trials.replay(KeyspaceJobsTest.class, seed), e);
    }
  }
}
