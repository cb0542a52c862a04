package dev.malkoha.engine.opening;

/** The state of a directory that an opening for writing accepts. */
public enum Wanted {

  /** A store. */
  STORE,

  /** A store, or nothing: then one is made. */
  STORE_OR_NEW,

  /**
   * No store yet, but perhaps the mark of one in the making. The mark stays: nobody else opens it.
   */
  MARKED_NEW
}
