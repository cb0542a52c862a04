package dev.malkoha.engine.observe;

import org.junit.jupiter.api.Test;

/** In random histories what a store tells adds up. */
final class ObserverHuntTest {

  private static final long SEED = Long.getLong("malkoha.seed", System.nanoTime());
  private static final int HISTORIES = Integer.getInteger("malkoha.histories", 25);

  @Test
  void whatIsToldAddsUp() {
    for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
      try {
        new ObserverHunt().check(seed);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("with -Dmalkoha.seed=" + seed, e);
      }
    }
  }
}
