package dev.malkoha.engine.model;

import java.util.function.LongPredicate;

/** A hunt whose histories are each told by a seed, and end with an error if something is wrong. */
interface HistoryBySeed extends LongPredicate {

  /** Runs the history of a seed; fails where it shows that something is wrong. */
  void run(long seed);

  /** Whether the history of a seed shows that something is wrong. */
  @Override
  default boolean test(long seed) {
    try {
      run(seed);
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
