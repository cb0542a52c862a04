package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Walks over long runs of deletes find what a sorted map holds, whatever they leap over. */
@Tag("hunt")
class WalkModelTest {

  private static final int HISTORIES = 80;

  @Test
  void walksFindWhatLives() {
    WalkHunt hunt = new WalkHunt();
    Trials.seeds(HISTORIES).forEach(hunt::run);
  }
}
