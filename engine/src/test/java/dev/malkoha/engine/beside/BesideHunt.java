package dev.malkoha.engine.beside;

import java.util.function.LongPredicate;

/** Looks for a history of writer and reader that shows a bug: true if that of a seed does. */
public final class BesideHunt implements LongPredicate {

  /** Prepares nothing. */
  public BesideHunt() {}

  @Override
  public boolean test(long seed) {
    try {
      new BesideHistory(seed).run();
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
