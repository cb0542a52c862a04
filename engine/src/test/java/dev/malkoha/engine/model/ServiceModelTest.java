package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories of a store that shares small resources with another one, with transactions,
 * reads that modify and write, and ingestions among all else, give the answers of a sorted map for
 * each keyspace, whatever the options.
 */
@Tag("hunt")
class ServiceModelTest {

  private static final int HISTORIES = 100;

  @Test
  void answersAsAMapForEachKeyspaceDoes() {
    ServiceHunt hunt = new ServiceHunt();
    Trials.seeds(HISTORIES).forEach(hunt::check);
  }
}
