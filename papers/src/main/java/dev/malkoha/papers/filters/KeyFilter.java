package dev.malkoha.papers.filters;

/** A filter that holds all its keys and is asked for one at a time: what every contender is. */
interface KeyFilter {

  /** Whether the filter may hold a key: always true of one that it holds. */
  boolean contains(long key);

  /**
   * Asks for many keys at once.
   *
   * @param count how many, from index {@code from} on: at most 64
   * @return a bit for each key, of which the first one's is the lowest
   * @throws UnsupportedOperationException if it asks for one at a time only
   */
  default long contains(long[] keys, int from, int count) {
    throw new UnsupportedOperationException("a filter without batches");
  }

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
