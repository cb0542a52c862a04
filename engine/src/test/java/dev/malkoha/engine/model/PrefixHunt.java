package dev.malkoha.engine.model;

import dev.malkoha.engine.history.CollidingKeys;
import dev.malkoha.trials.Trials;

/** Runs the histories of {@link PrefixModelTest}, each told by its seed. Any thread. */
public final class PrefixHunt extends ModelHunt {

  private static final int OPERATIONS = 100;

  /** Prepares to run histories. */
  public PrefixHunt() {}

  @Override
  ModelRun history(long seed, CollidingKeys collisions) {
    OptionSet set = ofSeed(seed, OptionSet.PREFIXES);
    PrefixHistory history = new PrefixHistory(seed, OPERATIONS);
    String test = Trials.replay(PrefixModelTest.class, seed);
    return new ModelRun(test, history.operations(), history.keys(), set);
  }
}
