package dev.malkoha.engine.model;

import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.CollidingKeys;
import java.util.function.LongPredicate;

/** Runs the histories of {@link ServiceModelTest}, each told by its seed. Any thread. */
public final class ServiceHunt implements LongPredicate {

  private static final int OPERATIONS = 120;

  private final CollidingKeys collisions = new CollidingKeys(Stores.hasher());

  /** Prepares to run histories. */
  public ServiceHunt() {}

  /** Runs the history of a seed; fails where the store does not answer as it should. */
  void check(long seed) {
    history(seed).check();
  }

  /** Whether the history of a seed shows that something is wrong. */
  @Override
  public boolean test(long seed) {
    return history(seed).fails();
  }

  private ModelRun history(long seed) {
    OptionSet set = OptionSet.ALL.get(Math.floorMod(seed, OptionSet.ALL.size()));
    ServiceHistory history = new ServiceHistory(seed, OPERATIONS, collisions);
    String test = "ServiceModelTest -Dmalkoha.histories=1 -Dmalkoha.seed=" + seed;
    return new ModelRun(test, history.operations(), history.keys(), set, true);
  }
}
