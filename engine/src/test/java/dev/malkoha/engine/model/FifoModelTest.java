package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A keyspace that drops its oldest tables keeps the youngest entries, and brings nothing back. */
@Tag("hunt")
class FifoModelTest {

  private static final int HISTORIES = 100;

  @Test
  void theYoungestStay() {
    FifoHunt hunt = new FifoHunt();
    Trials.seeds(HISTORIES).forEach(hunt::run);
  }
}
