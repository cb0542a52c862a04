package dev.malkoha.engine.model;

import dev.malkoha.engine.history.CollidingKeys;

/** Runs the histories of {@link ReadModelTest}, each told by its seed. Any thread. */
public final class ReadHunt extends ModelHunt {

  private static final int OPERATIONS = 150;

  /** Prepares to run histories. */
  public ReadHunt() {}

  @Override
  ModelRun history(long seed, CollidingKeys collisions) {
    OptionSet set = ofSeed(seed, OptionSet.ALL);
    ReadHistory history = new ReadHistory(seed, OPERATIONS, collisions);
    String test = "ReadModelTest -Dmalkoha.histories=1 -Dmalkoha.seed=" + seed;
    return new ModelRun(test, history.operations(), history.keys(), set);
  }
}
