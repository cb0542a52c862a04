package dev.malkoha.engine.model;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Keyspaces come, change and go while background work is held in its middle: it ends quietly.
 *
 * <p>{@code -Dmalkoha.histories=N} runs more histories, {@code -Dmalkoha.seed=S} begins at another
 * seed: the failure message says which. Threads take part, so a seed that fails may want some runs.
 */
@Tag("hunt")
class KeyspaceJobsTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = Integer.getInteger("malkoha.histories", 40);

  @Test
  void workEndsQuietlyWithItsKeyspaceAndItsStore() {
    LongStream.range(SEED, SEED + HISTORIES).parallel().forEach(KeyspaceJobsTest::check);
  }

  private static void check(long seed) {
    try {
      new KeyspaceJobsHistory(seed).run();
    } catch (AssertionError e) {
      throw new AssertionError(
          "-Dtest=KeyspaceJobsTest -Dmalkoha.histories=1 -Dmalkoha.seed=" + seed, e);
    }
  }
}
