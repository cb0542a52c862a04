package dev.malkoha.engine;

import dev.malkoha.engine.write.BatchFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;

/** The ceilings of keys and values, and the one place that enforces them. */
final class Limits {

  static final int KEY_BYTES_MAX = BatchFormat.KEY_BYTES_MAX;
  static final int VALUE_BYTES_MAX = BatchFormat.VALUE_BYTES_MAX;

  private Limits() {}

  static byte[] checkKey(byte[] key) {
    Objects.requireNonNull(key, "key");
    checkKeyLength(key.length);
    return key;
  }

  /**
   * Checks the ends of a range.
   *
   * @return whether any key can lie in it
   */
  static boolean checkRange(byte[] from, byte[] to) {
    int order = Arrays.compareUnsigned(checkKey(from), checkKey(to));
    if (order > 0) {
      throw new IllegalArgumentException(
          "the range begins above its end: exchange the two keys; the first one belongs to the"
              + " range, the second one is the first that does not");
    }
    return order < 0;
  }

  static byte[] checkValue(byte[] value) {
    Objects.requireNonNull(value, "value");
    checkValueLength(value.length);
    return value;
  }

  /** Copies a key out of a segment, refusing a long one before it is copied. */
  static byte[] keyBytes(MemorySegment key) {
    Objects.requireNonNull(key, "key");
    checkKeyLength(key.byteSize());
    return key.toArray(ValueLayout.JAVA_BYTE);
  }

  /** Copies a value out of a segment, refusing a long one before it is copied. */
  static byte[] valueBytes(MemorySegment value) {
    Objects.requireNonNull(value, "value");
    checkValueLength(value.byteSize());
    return value.toArray(ValueLayout.JAVA_BYTE);
  }

  private static void checkKeyLength(long length) {
    if (length > KEY_BYTES_MAX) {
      throw tooLong(
          "key", length, KEY_BYTES_MAX + ": store a hash of it, or put the rest into the value");
    }
  }

  private static void checkValueLength(long length) {
    if (length > VALUE_BYTES_MAX) {
      throw tooLong("value", length, VALUE_BYTES_MAX + " (256 MiB): split it over several keys");
    }
  }

  private static IllegalArgumentException tooLong(String what, long length, String most) {
    return new IllegalArgumentException(
        "a " + what + " of " + length + " bytes is too long; the most is " + most);
  }
}
