package dev.malkoha.engine.observe;

/** Operations of users that are timed. */
public enum Operation {
  /** A look-up of a key. */
  GET,
  /** A write of one operation, a batch or a transaction. */
  PUT,
  /** A cursor's way to the first or last entry, or to a key that is sought. */
  SCAN
}
