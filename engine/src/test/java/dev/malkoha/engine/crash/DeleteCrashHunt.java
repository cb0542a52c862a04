package dev.malkoha.engine.crash;

import java.util.function.LongPredicate;

/** Looks for crashes that lose deletes or bring the deleted back, by seed. Any thread. */
public final class DeleteCrashHunt implements LongPredicate {

  /** Prepares to look. */
  public DeleteCrashHunt() {}

  /** Whether the history of a seed shows that something is wrong. */
  @Override
  public boolean test(long seed) {
    try {
      CrashExplorer.ofDeletes(seed, Surroundings.PLAIN).run();
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
