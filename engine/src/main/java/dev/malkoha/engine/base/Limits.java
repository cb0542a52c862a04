package dev.malkoha.engine.base;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** The ceilings of keys, values, batches and keyspace names, and the one place that checks them. */
public final class Limits {

  /** The longest key. */
  public static final int KEY_BYTES_MAX = 65_535;

  /** The longest value. */
  public static final int VALUE_BYTES_MAX = 256 << 20;

  /** The largest batch: what one log record may hold. */
  public static final int BATCH_BYTES_MAX = (1 << 30) - 64;

  /** The name of the keyspace that every store has. */
  public static final String DEFAULT_KEYSPACE = "default";

  /** What the heap allows. */
  private static final long VALUE_MOST = Math.min(VALUE_BYTES_MAX, HeapShares.MOST);

  private static final int KEYSPACE_NAME_BYTES_MAX = 255;

  private Limits() {}

  /** Checks that a key is not too long. */
  public static byte[] checkKey(byte[] key) {
    Objects.requireNonNull(key, "key");
    checkKeyLength(key.length);
    return key;
  }

  /**
   * Checks the ends of a range.
   *
   * @return whether any key can lie in it
   */
  public static boolean checkRange(byte[] from, byte[] to) {
    return Arrays.compareUnsigned(checkKey(from), checkKey(to)) < 0;
  }

  /** Checks that a value is not too long. */
  public static byte[] checkValue(byte[] value) {
    Objects.requireNonNull(value, "value");
    if (value.length > VALUE_MOST) {
      throw tooLong(
          "value",
          value.length,
          VALUE_MOST < VALUE_BYTES_MAX
              ? VALUE_MOST + ": split it over several keys" + HeapShares.remedy()
              : VALUE_MOST + " (256 MiB): split it over several keys");
    }
    return value;
  }

  /** Copies a key out of a segment, refusing a long one before it is copied. */
  public static byte[] keyBytes(MemorySegment key) {
    Objects.requireNonNull(key, "key");
    checkKeyLength(key.byteSize());
    return key.toArray(ValueLayout.JAVA_BYTE);
  }

  /** Checks that a keyspace's name is Unicode text of 1 to 255 bytes of UTF-8. */
  public static String checkKeyspaceName(String name) {
    Objects.requireNonNull(name, "name");
    if (name.isEmpty()) {
      throw new IllegalArgumentException("the name of a keyspace is empty: give it one");
    }
    int broken = unpairedSurrogate(name);
    if (broken >= 0) {
      throw new IllegalArgumentException(
          "the name of a keyspace has half of a surrogate pair at index "
              + broken
              + ": for bytes that are no text, use a name such as their hexadecimal form");
    }
    int length = name.getBytes(StandardCharsets.UTF_8).length;
    if (length > KEYSPACE_NAME_BYTES_MAX) {
      throw tooLong(
          "keyspace name", length, KEYSPACE_NAME_BYTES_MAX + " bytes of UTF-8: shorten it");
    }
    return name;
  }

  /** Checks that a number lies between two others, or is one of them. */
  public static long inRange(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + "; it must be from " + least + " to " + most);
    }
    return value;
  }

  /** The first place of a surrogate without its other half, or -1. */
  private static int unpairedSurrogate(String text) {
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      if (Character.getType(text.codePointAt(i)) == Character.SURROGATE) {
        return i;
      }
    }
    return -1;
  }

  private static void checkKeyLength(long length) {
    if (length > KEY_BYTES_MAX) {
      throw tooLong(
          "key", length, KEY_BYTES_MAX + ": store a hash of it, or put the rest into the value");
    }
  }

  private static IllegalArgumentException tooLong(String what, long length, String most) {
    return new IllegalArgumentException(
        "a " + what + " of " + length + " bytes is too long; the most is " + most);
  }
}
