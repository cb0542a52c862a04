package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Entries expire in random histories as a sorted map says, wherever the clock goes. */
@Tag("hunt")
class ExpiryModelTest {

  private static final int HISTORIES = 120;

  @Test
  void whatHasExpiredIsNeverSeenAgain() {
    ExpiryHunt hunt = new ExpiryHunt();
    Trials.seeds(HISTORIES).forEach(hunt::check);
  }
}
