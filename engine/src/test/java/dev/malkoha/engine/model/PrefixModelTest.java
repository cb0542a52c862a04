package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scans of prefixes give the answers of a sorted map in random histories that mostly delete,
 * whatever prefixes the filters hold, and however often the rule for them changes.
 */
@Tag("hunt")
class PrefixModelTest {

  private static final int HISTORIES = 70;

  @Test
  void scansAnswerAsASortedMapDoes() {
    PrefixHunt hunt = new PrefixHunt();
    Trials.seeds(HISTORIES).forEach(hunt::check);
  }
}
