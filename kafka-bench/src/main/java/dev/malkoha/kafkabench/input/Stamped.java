package dev.malkoha.kafkabench.input;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A value that says which one it is, so that a store can be checked without the input.
 *
 * @param index the number of the entry, from 0
 * @param generation how often the entry was written over
 */
public record Stamped(long index, long generation) {

  /** The least length of a value's bytes. */
  public static final int LEAST_BYTES = 2 * Long.BYTES;

  /** Odd, so that different numbers have different keys; their order is as if by chance. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** The entry's key. */
  public long key() {
    return index * SPREAD;
  }

  /** Its two numbers, then random bytes, which no store can compress. */
  byte[] bytes(int length) {
    byte[] filler = new byte[length - LEAST_BYTES];
    new SplittableRandom(index ^ (generation << Integer.SIZE)).nextBytes(filler);
    return ByteBuffer.allocate(length).putLong(index).putLong(generation).put(filler).array();
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if a byte is another than was written
   */
  static Stamped of(byte[] bytes) {
    ByteBuffer read = ByteBuffer.wrap(bytes);
    Stamped value = new Stamped(read.getLong(), read.getLong());
    if (!Arrays.equals(bytes, value.bytes(bytes.length))) {
      throw new IllegalArgumentException("the bytes of " + value + " are not those written");
    }
    return value;
  }

  @Override
  public String toString() {
    return index + "\t" + generation;
  }
}
