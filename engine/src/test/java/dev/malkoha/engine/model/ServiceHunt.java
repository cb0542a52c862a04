package dev.malkoha.engine.model;

import dev.malkoha.engine.history.CollidingKeys;
import dev.malkoha.trials.Trials;

/** Runs the histories of {@link ServiceModelTest}, each told by its seed. Any thread. */
public final class ServiceHunt extends ModelHunt {

  private static final int OPERATIONS = 120;

  /** Prepares to run histories. */
  public ServiceHunt() {}

  @Override
  ModelRun history(long seed, CollidingKeys collisions) {
    OptionSet set = ofSeed(seed, OptionSet.ALL);
    ServiceHistory history = new ServiceHistory(seed, OPERATIONS, collisions);
    String test = Trials.replay(ServiceModelTest.class, seed);
    return new ModelRun(test, history.operations(), history.keys(), set, true);
  }
}
