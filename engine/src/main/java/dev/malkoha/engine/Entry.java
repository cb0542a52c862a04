package dev.malkoha.engine;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * A key with its value, as a read has found them.
 *
 * <p>It is equal to another {@code Entry} with the same bytes. This departs from {@link Map.Entry},
 * which compares arrays by identity: an entry of another class is never equal to this one.
 *
 * @param key the caller's own array
 * @param value the caller's own array
 */
@SuppressWarnings("ArrayRecordComponent") // compared by its own methods
public record Entry(byte[] key, byte[] value) implements Map.Entry<byte[], byte[]> {

  @Override
  public byte[] getKey() {
    return key;
  }

  @Override
  public byte[] getValue() {
    return value;
  }

  /** Throws {@link UnsupportedOperationException}: an entry does not change. */
  @Override
  public byte[] setValue(byte[] other) {
    throw new UnsupportedOperationException("an entry does not change: put the key instead");
  }

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
