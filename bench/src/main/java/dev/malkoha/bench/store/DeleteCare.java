package dev.malkoha.bench.store;

/** The party that looks after deletes in a store. */
public enum DeleteCare {
  /** The store as it comes. */
  DEFAULT,
  /** All that the store has for deletes: Malkoha as it comes, RocksDB with its options for them. */
  TUNED,
  /** Nobody: Malkoha without its delete applier, RocksDB as it comes. */
  NONE
}
