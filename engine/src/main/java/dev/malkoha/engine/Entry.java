package dev.malkoha.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A key with its value, as a read has found them. Equal to another one with the same bytes.
 *
 * @param key the caller's own array
 * @param value the caller's own array
 */
@SuppressWarnings("ArrayRecordComponent") // compared by its own methods
public record Entry(byte[] key, byte[] value) {

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Entry that
        && Arrays.equals(key, that.key)
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(key) + Arrays.hashCode(value);
  }

  /** The key in hexadecimal, a long one shortened, and how long the value is. */
  @Override
  public String toString() {
    return KeyRange.shown(key) + " (" + value.length + " bytes)";
  }
}
