package dev.malkoha.engine.observe;

/** Operations of users that are timed. */
public enum Operation {
  /** A look-up of a key. */
  GET,
  /** A write of one operation or a batch, from the call to its return. */
  PUT,
  /** A cursor's way to the first or last entry, or to a key that is sought. */
  SCAN
}
