package dev.malkoha.papers;

import java.io.IOException;

/** A filter under measurement, with the keys that are in it. Keys are made outside timed parts. */
interface Subject extends AutoCloseable {

  /** Starts again with an empty filter and other keys. */
  void clear() throws IOException;

  /** Adds new keys until so many are added or the filter is full; counts those added. */
  Timing insert(long keys) throws IOException;

  /**
   * Asks for random keys, of which a share is in the filter; counts those that may be.
   *
   * @param positivePercent how many of a hundred are in it
   */
  Timing lookUp(int positivePercent, long queries) throws IOException;

  /** Removes so many keys, those first that were added first, or all that are left. */
  Timing remove(long keys) throws IOException;

  /** The memory of the filter's data. */
  long sizeBytes() throws IOException;

  @Override
  void close();
}
