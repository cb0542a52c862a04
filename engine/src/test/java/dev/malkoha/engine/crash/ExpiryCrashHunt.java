package dev.malkoha.engine.crash;

import java.util.function.LongPredicate;

/** Looks for crashes that bring back what has expired, by seed. Any thread. */
public final class ExpiryCrashHunt implements LongPredicate {

  /** Prepares to look. */
  public ExpiryCrashHunt() {}

  /** Whether the history of a seed shows that something is wrong. */
  @Override
  public boolean test(long seed) {
    try {
      CrashExplorer.ofAgeing(seed, Surroundings.PLAIN).run();
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
