package dev.malkoha.bench.store;

/** The memory that a store may count on beside its block cache. */
public enum MemoryCare {
  /** As much as it likes. */
  FREE,
  /** Little: where a store can, filters and indexes count as cached blocks. */
  BOUNDED,
  /** Little, and none of the system's page cache: files are read past it. */
  DIRECT
}
