package dev.malkoha.engine.model;

import java.util.function.LongPredicate;

/**
 * A test of threads: looks for a history that shows work which fails as keyspaces change. A number
 * picks what is done, and the threads when. Any thread.
 */
public final class KeyspaceJobsHunt implements LongPredicate {

  /** Prepares to run histories. */
  public KeyspaceJobsHunt() {}

  /** Whether the history of a seed shows that something is wrong. */
  @Override
  public boolean test(long seed) {
    try {
      new KeyspaceJobsHistory(seed).run();
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
