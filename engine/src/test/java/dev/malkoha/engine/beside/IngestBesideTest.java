package dev.malkoha.engine.beside;

import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Who reads beside a writer that ingests sees all of an ingestion or nothing, and nothing that came
 * after one without it.
 */
@Tag("hunt")
class IngestBesideTest {

  @Test
  void everyAnswerIsOfAMomentThatWas() {
    IngestBesideHunt hunt = new IngestBesideHunt();
    Trials.seeds(60).forEach(seed -> check(hunt, seed));
  }

  private static void check(IngestBesideHunt hunt, long seed) {
    try {
      hunt.check(seed);
    } catch (RuntimeException | AssertionError e) {
      fail(Trials.replay(IngestBesideTest.class, seed), e);
    }
  }
}
