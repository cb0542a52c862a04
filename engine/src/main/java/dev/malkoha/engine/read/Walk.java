package dev.malkoha.engine.read;

import module java.base;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.base.Batch;

/**
 * A place among the entries of a range of keys that a reader may see, in order, and the moves from
 * it. One thread.
 */
public interface Walk extends AutoCloseable {

  /** One of a walk's moves. */
  interface Move {
    boolean make(Walk walk) throws IOException;
  }

  /** Moves to the first entry of the range; returns whether there is one, as all moves do. */
  default boolean first() throws IOException {
    return seek(Batch.NO_BYTES);
  }

  /** Moves to the last entry of the range. */
  boolean last() throws IOException;

  /** Moves to the first entry of the range whose key is at or above the given one. */
  boolean seek(byte[] target) throws IOException;

  /** Moves to the last entry of the range whose key is below the given one. */
  boolean seekBelow(byte[] limit) throws IOException;

  /** Moves to the next entry. Only when on one. */
  boolean next() throws IOException;

  /** Moves to the entry before. Only when on one. */
  boolean prev() throws IOException;

  /** The array that begins with the current key; changes with the next move. */
  byte[] keyBuffer();

  /** The current key's length. */
  int keyLength();

  /** The current key, as a fresh array. */
  default byte[] copyKey() {
    return Arrays.copyOf(keyBuffer(), keyLength());
  }

  /**
   * The array that holds the current value, which is read first if it lies in a value file; changes
   * with the next move.
   */
  byte[] valueBuffer() throws IOException;

  /** Where the current value begins in the array, once that was asked for. */
  int valueOffset();

  /** The current value's length. Reads nothing. */
  int valueLength();

  /** The current value, as a fresh array. */
  default byte[] copyValue() throws IOException {
    byte[] buffer = valueBuffer();
    return Arrays.copyOfRange(buffer, valueOffset(), valueOffset() + valueLength());
  }

  /** When the current entry expires, in milliseconds since 1970; its greatest value for never. */
  long expiry();

  /** The ranges that were left out so far as they are damaged, in the order of being met. */
  default List<KeyRange> leftOut() {
    return List.of();
  }

  /** Lets go of what is read. Once. */
  @Override
  void close();
}
