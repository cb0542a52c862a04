package dev.malkoha.engine;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An interval of keys in unsigned lexicographic order: from inclusive, to exclusive, either end
 * possibly open. Immutable.
 */
public final class KeyRange {

  private static final KeyRange ALL = new KeyRange(new byte[0], null);

  private final byte[] from;
  private final byte @Nullable [] to;

  private KeyRange(byte[] from, byte @Nullable [] to) {
    this.from = from;
    this.to = to;
  }

  /** Every key. */
  public static KeyRange all() {
    return ALL;
  }

  /** Every key that begins with {@code prefix}; all keys for an empty prefix. */
  public static KeyRange prefix(byte[] prefix) {
    return new KeyRange(prefix.clone(), successorOfPrefix(prefix));
  }

  /**
   * Keys from {@code from} (inclusive) to {@code to} (exclusive); none where {@code from} is not
   * below {@code to}.
   */
  public static KeyRange between(byte[] from, byte[] to) {
    return new KeyRange(from.clone(), to.clone());
  }

  /** Keys from {@code from} (inclusive) on. */
  public static KeyRange atLeast(byte[] from) {
    return new KeyRange(from.clone(), null);
  }

  /** The first key that may belong to the range. */
  public byte[] from() {
    return from.clone();
  }

  /** The first key beyond the range, or null where the range has no upper end. */
  public byte @Nullable [] to() {
    return to == null ? null : to.clone();
  }

  /** Whether the key lies in the range. */
  public boolean contains(byte[] key) {
    return Arrays.compareUnsigned(key, from) >= 0
        && (to == null || Arrays.compareUnsigned(key, to) < 0);
  }

  /** Whether no key can lie in the range. */
  public boolean isEmpty() {
    return to != null && Arrays.compareUnsigned(from, to) >= 0;
  }

  /** The least key above all keys with the prefix: null where there is none (only 0xFF bytes). */
  private static byte @Nullable [] successorOfPrefix(byte[] prefix) {
    for (int i = prefix.length - 1; i >= 0; i--) {
      if (prefix[i] != (byte) 0xFF) {
        byte[] successor = Arrays.copyOf(prefix, i + 1);
        successor[i]++;
        return successor;
      }
    }
    return null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyRange that
        && Arrays.equals(from, that.from)
        && Arrays.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(from), Arrays.hashCode(to));
  }
}
