package dev.malkoha.engine.model;

import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.CollidingKeys;
import java.util.List;
import java.util.function.LongPredicate;

/** A search through the histories of a model's test, each told by its seed. Any thread. */
abstract class ModelHunt implements LongPredicate {

  private final CollidingKeys collisions = new CollidingKeys(Stores.hasher());

  /** Runs the history of a seed; fails where the store does not answer as it should. */
  final void check(long seed) {
    history(seed, collisions).check();
  }

  /** Whether the history of a seed shows that something is wrong. */
  @Override
  public final boolean test(long seed) {
    return history(seed, collisions).fails();
  }

  abstract ModelRun history(long seed, CollidingKeys collisions);

  /** Each of some sets has its turn. */
  static OptionSet ofSeed(long seed, List<OptionSet> sets) {
    return sets.get(Math.floorMod(seed, sets.size()));
  }
}
