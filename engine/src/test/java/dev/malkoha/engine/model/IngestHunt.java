package dev.malkoha.engine.model;

import dev.malkoha.engine.history.CollidingKeys;
import dev.malkoha.trials.Trials;

/** Runs the histories of {@link IngestModelTest}, each told by its seed. Any thread. */
public final class IngestHunt extends ModelHunt {

  private static final int OPERATIONS = 120;

  /** Prepares to run histories. */
  public IngestHunt() {}

  @Override
  ModelRun history(long seed, CollidingKeys collisions) {
    OptionSet set = ofSeed(seed, OptionSet.ALL);
    IngestHistory history = new IngestHistory(seed, OPERATIONS, collisions);
    String test = Trials.replay(IngestModelTest.class, seed);
    return new ModelRun(test, history.operations(), history.keys(), set);
  }
}
