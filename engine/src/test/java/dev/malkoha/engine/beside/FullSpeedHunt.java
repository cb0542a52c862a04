package dev.malkoha.engine.beside;

import java.util.function.LongPredicate;

/** Looks for a pace of the writer at which a reader's look does not come to an end. */
public final class FullSpeedHunt implements LongPredicate {

  /** Prepares nothing. */
  public FullSpeedHunt() {}

  @Override
  public boolean test(long seed) {
    FullSpeed.Pace[] paces = FullSpeed.Pace.values();
    try {
      new FullSpeed().run(paces[(int) (seed % paces.length)]);
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
