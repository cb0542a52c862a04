package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All kinds of reads give the answers of a sorted map in random histories, whatever the options.
 */
@Tag("hunt")
class ReadModelTest {

  private static final int HISTORIES = 66;

  @Test
  void readsAnswerAsASortedMapDoes() {
    ReadHunt hunt = new ReadHunt();
    Trials.seeds(HISTORIES).forEach(hunt::check);
  }
}
