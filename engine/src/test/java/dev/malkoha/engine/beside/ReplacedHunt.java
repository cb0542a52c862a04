package dev.malkoha.engine.beside;

import java.io.IOException;
import java.util.function.LongPredicate;

/** Looks for a history of a reader and copies in its directory that shows a bug, by seed. */
public final class ReplacedHunt implements LongPredicate {

  /** Prepares nothing. */
  public ReplacedHunt() {}

  @Override
  public boolean test(long seed) {
    try {
      new ReplacedHistory(seed).run();
      return false;
    } catch (IOException | RuntimeException | AssertionError e) {
      return true;
    }
  }
}
