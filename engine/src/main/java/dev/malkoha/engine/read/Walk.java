package dev.malkoha.engine.read;

import java.io.IOException;

/**
 * A place among the entries of a range of keys that a reader may see, in order, and the moves from
 * it. One thread.
 */
public interface Walk {

  /** Moves to the first entry of the range; returns whether there is one, as all moves do. */
  boolean first() throws IOException;

  /** Moves to the last entry of the range. */
  boolean last() throws IOException;

  /** Moves to the first entry of the range whose key is at or above the given one. */
  boolean seek(byte[] target) throws IOException;

  /** Moves to the next entry. Only when on one. */
  boolean next() throws IOException;

  /** Moves to the entry before. Only when on one. */
  boolean prev() throws IOException;

  /** The array that begins with the current key; changes with the next move. */
  byte[] keyBuffer();

  /** The current key's length. */
  int keyLength();

  /** The array that holds the current value. */
  byte[] valueBuffer();

  /** Where the current value begins. */
  int valueOffset();

  /** The current value's length. */
  int valueLength();

  /** Lets go of what is read. Once. */
  void close();
}
