package dev.malkoha.engine.crash;

import java.util.function.LongPredicate;

/** Looks for crashes that leave keyspaces of different moments, by seed. Any thread. */
public final class KeyspaceCrashHunt implements LongPredicate {

  /** Prepares to look. */
  public KeyspaceCrashHunt() {}

  /** Whether the history of a seed shows that something is wrong. */
  @Override
  public boolean test(long seed) {
    try {
      CrashExplorer.ofKeyspaces(seed, Surroundings.PLAIN).run();
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
