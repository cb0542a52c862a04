package dev.malkoha.engine.share;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random histories over stores that share keep to the bounds and lose nothing. */
@Tag("hunt")
class SharingTest {

  private static final int HISTORIES = 40;

  @Test
  void boundsHoldAndNothingIsLost() {
    SharingHunt hunt = new SharingHunt();
    Trials.seeds(HISTORIES).forEach(hunt::check);
  }
}
