package dev.malkoha.bench.store;

/** The merges that a store is opened for. */
public enum MergeKind {
  /** None. */
  NONE,
  /** Numbers of 8 bytes are added up. */
  SUM,
  /** Operands are appended to the value, with a comma between any two. */
  LIST
}
