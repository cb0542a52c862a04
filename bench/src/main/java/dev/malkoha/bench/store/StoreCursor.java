package dev.malkoha.bench.store;

/**
 * A position in the entries of a store. Each move says whether it arrived at an entry; {@link #key}
 * and {@link #value} may be asked only then, and are copies.
 */
public interface StoreCursor extends AutoCloseable {

  /** Moves to the first entry. */
  boolean first();

  /** Moves to the last entry. */
  boolean last();

  /** Moves to the first entry whose key is not below the given one. */
  boolean seek(byte[] key);

  /** Moves one entry on; requires a position. */
  boolean next();

  /** Moves one entry back; requires a position. */
  boolean prev();

  /** The key here. */
  byte[] key();

  /** The value here. */
  byte[] value();

  @Override
  void close();
}
