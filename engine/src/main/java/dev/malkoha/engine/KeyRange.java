package dev.malkoha.engine;

import module java.base;

import dev.malkoha.engine.base.Limits;
import org.jspecify.annotations.Nullable;

/**
 * An interval of keys in unsigned lexicographic order: from inclusive, to exclusive, either end
 * possibly open. Immutable.
 *
 * <p>An end that is given the other way round becomes one of these: the first key above {@code key}
 * is {@code key} with a zero byte after it, or where it is as long as a key can be, the least key
 * that does not begin with it.
 */
public final class KeyRange {

  private static final byte[] LEAST = {};
  private static final KeyRange ALL = new KeyRange(LEAST, null);
  private static final KeyRange NONE = new KeyRange(LEAST, LEAST);

  /** Bytes of a key that are shown. */
  private static final int SHOWN = 16;

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
    return new KeyRange(prefix.clone(), successorOfPrefix(prefix, prefix.length));
  }

  /**
   * Keys from {@code from} (inclusive) to {@code to} (exclusive); none where {@code from} is not
   * below {@code to}.
   */
  public static KeyRange between(byte[] from, byte[] to) {
    return new KeyRange(from.clone(), to.clone());
  }

  /** Keys from {@code from} to {@code to}, both inclusive; none where {@code from} is above. */
  public static KeyRange closed(byte[] from, byte[] to) {
    return atLeast(from).intersect(atMost(to));
  }

  /** Keys from {@code from} (inclusive) on. */
  public static KeyRange atLeast(byte[] from) {
    return new KeyRange(from.clone(), null);
  }

  /** Keys above {@code from}, which is not one of them. */
  public static KeyRange above(byte[] from) {
    byte[] next = next(from);
    return next == null ? NONE : new KeyRange(next, null);
  }

  /** Keys below {@code to}, which is not one of them. */
  public static KeyRange below(byte[] to) {
    return new KeyRange(LEAST, to.clone());
  }

  /** Keys up to {@code to} (inclusive). */
  public static KeyRange atMost(byte[] to) {
    return new KeyRange(LEAST, next(to));
  }

  /**
   * The keys that are in both ranges: so {@code above(a).intersect(atMost(b))} are those between
   * two keys, the first exclusive and the second inclusive.
   */
  public KeyRange intersect(KeyRange other) {
    byte[] greatest = Arrays.compareUnsigned(from, other.from) >= 0 ? from : other.from;
    boolean isOthersLess =
        to == null || (other.to != null && Arrays.compareUnsigned(other.to, to) < 0);
    return new KeyRange(greatest, isOthersLess ? other.to : to);
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
  private static byte @Nullable [] successorOfPrefix(byte[] prefix, int length) {
    for (int i = length - 1; i >= 0; i--) {
      if (prefix[i] != (byte) 0xFF) {
        byte[] successor = Arrays.copyOf(prefix, i + 1);
        successor[i]++;
        return successor;
      }
    }
    return null;
  }

  /** The first key above another one: null where there is none. */
  private static byte @Nullable [] next(byte[] key) {
    return key.length < Limits.KEY_BYTES_MAX
        ? Arrays.copyOf(key, key.length + 1)
        : successorOfPrefix(key, Limits.KEY_BYTES_MAX);
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

  /** Its ends in hexadecimal, long ones shortened: {@code [6b31, 6b32)} or {@code [6b31, ...)}. */
  @Override
  public String toString() {
    return "[" + shown(from) + ", " + (to == null ? "..." : shown(to)) + ")";
  }

  /** The first bytes of a key in hexadecimal, and if there are more, how many it has. */
  static String shown(byte[] key) {
    String hex = HexFormat.of().formatHex(key, 0, Math.min(SHOWN, key.length));
    return key.length <= SHOWN ? hex : hex + ".. (" + key.length + " bytes)";
  }
}
