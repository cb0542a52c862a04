package dev.malkoha.engine.crash;

import java.util.function.LongPredicate;

/** Looks for crashes that leave a part of an ingestion, or lose one, by seed. Any thread. */
public final class IngestCrashHunt implements LongPredicate {

  /** Prepares to look. */
  public IngestCrashHunt() {}

  /** Whether the history of a seed shows that something is wrong. */
  @Override
  public boolean test(long seed) {
    try {
      CrashExplorer.ofIngestions(seed, Surroundings.PLAIN).run();
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
