package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories with ingestions among all else give the answers of a sorted map for each
 * keyspace, whatever the options.
 */
@Tag("hunt")
class IngestModelTest {

  private static final int HISTORIES = 150;

  @Test
  void answersAsAMapForEachKeyspaceDoes() {
    IngestHunt hunt = new IngestHunt();
    Trials.seeds(HISTORIES).forEach(hunt::check);
  }
}
