package dev.malkoha.engine.model;

import dev.malkoha.engine.history.CollidingKeys;
import dev.malkoha.trials.Trials;

/** Runs the histories of {@link DeleteModelTest}, each told by its seed. Any thread. */
public final class DeleteHunt extends ModelHunt {

  private static final int OPERATIONS = 100;

  /** Prepares to run histories. */
  public DeleteHunt() {}

  @Override
  ModelRun history(long seed, CollidingKeys collisions) {
    OptionSet set = ofSeed(seed, OptionSet.DELETES);
    DeleteHistory history = new DeleteHistory(seed, OPERATIONS, collisions);
    String test = Trials.replay(DeleteModelTest.class, seed);
    return new ModelRun(test, history.operations(), history.keys(), set);
  }
}
