package dev.malkoha.engine.beside;

import java.util.function.LongPredicate;

/** Looks for a history of an ingesting writer and a reader that shows a bug, by seed. */
public final class IngestBesideHunt implements LongPredicate {

  private static final int INGEST_ONE_IN = 6;

  /** Prepares nothing. */
  public IngestBesideHunt() {}

  /** Runs the history of a seed; fails where the reader sees what never was. */
  void check(long seed) {
    new BesideHistory(seed, INGEST_ONE_IN).run();
  }

  @Override
  public boolean test(long seed) {
    try {
      check(seed);
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
