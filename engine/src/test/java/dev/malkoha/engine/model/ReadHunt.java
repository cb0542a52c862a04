package dev.malkoha.engine.model;

import dev.malkoha.engine.history.CollidingKeys;
import dev.malkoha.trials.Trials;

/** Runs the histories of {@link ReadModelTest}, each told by its seed. Any thread. */
public final class ReadHunt extends ModelHunt {

  private static final int OPERATIONS = 150;

  /** Prepares to run histories. */
  public ReadHunt() {}

  @Override
  ModelRun history(long seed, CollidingKeys collisions) {
    OptionSet set = ofSeed(seed, OptionSet.ALL);
    ReadHistory history = new ReadHistory(seed, OPERATIONS, collisions);
    String test = Trials.replay(ReadModelTest.class, seed);
    return new ModelRun(test, history.operations(), history.keys(), set);
  }
}
