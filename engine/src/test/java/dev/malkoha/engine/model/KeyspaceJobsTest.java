package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A test of threads: keyspaces come, change and go while background work is held in its middle. It
 * ends quietly.
 */
@Tag("hunt")
class KeyspaceJobsTest {

  private static final int HISTORIES = 40;

  @Test
  void workEndsQuietlyWithItsKeyspaceAndItsStore() {
    for (int number = 1; number <= Trials.count(HISTORIES); number++) {
      new KeyspaceJobsHistory(number).run();
    }
  }
}
