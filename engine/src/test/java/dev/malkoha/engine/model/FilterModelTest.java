package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Values are as they were put, or as a filter has decided, and never again as before. */
@Tag("hunt")
class FilterModelTest {

  private static final int HISTORIES = 200;

  @Test
  void valuesAreAsTheRuleSays() {
    FilterHunt hunt = new FilterHunt();
    Trials.seeds(HISTORIES).forEach(hunt::run);
  }
}
