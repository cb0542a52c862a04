package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories of all kinds give the answers of a sorted map where most puts are merges,
 * whether operands are combined or not.
 */
@Tag("hunt")
class MergeModelTest {

  private static final int HISTORIES = 5_000;

  @Test
  void mergesAnswerAsInASortedMap() {
    Trials.seeds(HISTORIES).forEach(new MergeHunt()::check);
  }
}
