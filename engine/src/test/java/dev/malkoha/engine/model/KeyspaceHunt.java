package dev.malkoha.engine.model;

import dev.malkoha.engine.history.CollidingKeys;
import dev.malkoha.trials.Trials;

/** Runs the histories of {@link KeyspaceModelTest}, each told by its seed. Any thread. */
public final class KeyspaceHunt extends ModelHunt {

  private static final int OPERATIONS = 150;

  /** Prepares to run histories. */
  public KeyspaceHunt() {}

  @Override
  ModelRun history(long seed, CollidingKeys collisions) {
    OptionSet set = ofSeed(seed, OptionSet.ALL);
    KeyspaceHistory history = new KeyspaceHistory(seed, OPERATIONS, collisions);
    String test = Trials.replay(KeyspaceModelTest.class, seed);
    return new ModelRun(test, history.operations(), history.keys(), set);
  }
}
