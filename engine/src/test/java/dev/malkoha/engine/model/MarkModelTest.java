package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Openings go back to what the last mark saw, whatever came after it and however it ended. */
@Tag("hunt")
class MarkModelTest {

  private static final int HISTORIES = 400;

  @Test
  void whatNoMarkSawIsGoneWhole() {
    MarkHunt hunt = new MarkHunt();
    Trials.seeds(HISTORIES).forEach(hunt::run);
  }
}
