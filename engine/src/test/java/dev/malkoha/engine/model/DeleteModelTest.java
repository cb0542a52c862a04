package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories that mostly delete give the answers of a sorted map, whatever filter the tables
 * have and whatever runs in the middle of what.
 */
@Tag("hunt")
class DeleteModelTest {

  private static final int HISTORIES = 2_000;

  @Test
  void deletesAnswerAsInASortedMap() {
    Trials.seeds(HISTORIES).forEach(new DeleteHunt()::check);
  }
}
