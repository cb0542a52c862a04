package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories over several keyspaces give the answers of a sorted map for each of them,
 * whatever the options.
 */
@Tag("hunt")
class KeyspaceModelTest {

  private static final int HISTORIES = 800;

  @Test
  void answersAsAMapForEachKeyspaceDoes() {
    KeyspaceHunt hunt = new KeyspaceHunt();
    Trials.seeds(HISTORIES).forEach(hunt::check);
  }
}
