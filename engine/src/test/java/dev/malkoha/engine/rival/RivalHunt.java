package dev.malkoha.engine.rival;

import java.util.function.LongPredicate;

/** Looks for a history of rivals that shows a bug: true if that of a seed does. */
public final class RivalHunt implements LongPredicate {

  /** Prepares nothing. */
  public RivalHunt() {}

  @Override
  public boolean test(long seed) {
    try {
      new RivalHistory(seed, false).run();
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
