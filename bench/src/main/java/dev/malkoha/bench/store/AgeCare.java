package dev.malkoha.bench.store;

/** The ways in which a store may keep entries that expire. */
public enum AgeCare {
  /** Malkoha among others; RocksDB by its {@code TtlDB}. */
  USUAL,
  /** RocksDB by FIFO compaction. */
  FIFO,
  /** Malkoha in a keyspace of their own. */
  APART
}
