package dev.malkoha.engine.crash;

import java.util.function.LongPredicate;

/** Looks for crashes that lose operands, or have them count twice, by seed. Any thread. */
public final class MergeCrashHunt implements LongPredicate {

  /** Prepares to look. */
  public MergeCrashHunt() {}

  /** Whether the history of a seed shows that something is wrong. */
  @Override
  public boolean test(long seed) {
    try {
      CrashExplorer.ofMerges(seed, Surroundings.PLAIN).run();
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
