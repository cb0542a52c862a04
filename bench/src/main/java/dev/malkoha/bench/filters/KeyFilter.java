package dev.malkoha.bench.filters;

/** A filter that holds all its keys and is asked for one at a time: what every contender is. */
interface KeyFilter {

  /** Whether the filter may hold a key: always true of one that it holds. */
  boolean contains(long key);

  /** The size of what the filter keeps in memory or writes to a file, in bits. */
  long sizeBits();

  /**
   * Takes out a key that the filter holds.
   *
   * @throws UnsupportedOperationException if it cannot
   */
  default void remove(long key) {
    throw new UnsupportedOperationException("a filter that cannot delete");
  }
}
