package dev.malkoha.engine.beside;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Who reads beside a writer that ingests sees all of an ingestion or nothing, and nothing that came
 * after one without it. {@code -Dmalkoha.histories=N} and {@code -Dmalkoha.seed=S} as elsewhere.
 */
class IngestBesideTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);

  @Test
  void everyAnswerIsOfAMomentThatWas() {
    run(12);
  }

  @Tag("hunt")
  @Test
  void everyAnswerIsOfAMomentThatWasInManyHistories() {
    run(Integer.getInteger("malkoha.histories", 60));
  }

  private static void run(int histories) {
    IngestBesideHunt hunt = new IngestBesideHunt();
    for (long seed = SEED; seed < SEED + histories; seed++) {
      try {
        hunt.check(seed);
      } catch (RuntimeException | AssertionError e) {
        fail("replay with -Dmalkoha.seed=" + seed, e);
      }
    }
  }
}
