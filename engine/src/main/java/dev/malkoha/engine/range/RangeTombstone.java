package dev.malkoha.engine.range;

import dev.malkoha.engine.KeyRange;
import java.util.Arrays;

/**
 * One range delete: keys from {@code from} (inclusive) to {@code to} (exclusive) have lost every
 * entry of a sequence number below its own.
 *
 * <p>An end of no bytes is open: the range holds all keys from the first on. No other range can end
 * there, since no key is below the empty one. Ends are compared here and nowhere else.
 *
 * @param from the first key; never changed
 * @param to the first key after the range, above {@code from}, or open; never changed
 * @param sequence its own sequence number, above 0; no other operation has it, but {@link DeadRuns}
 *     have those of their readers
 */
@SuppressWarnings("ArrayRecordComponent") // the arrays are never changed, and compared by content
public record RangeTombstone(byte[] from, byte[] to, long sequence) {

  /** Creates a range delete that owns the arrays. */
  public RangeTombstone {
    if ((to.length > 0 && Arrays.compareUnsigned(from, to) >= 0) || sequence <= 0) {
      throw new IllegalArgumentException(
          "the range delete of sequence number " + sequence + " covers no key");
    }
  }

  /** The keys from one on to an end, which may be open. */
  public static KeyRange keys(byte[] from, byte[] to) {
    return to.length == 0 ? KeyRange.atLeast(from) : KeyRange.between(from, to);
  }

  /** Whether the range has no upper end. */
  public boolean isOpen() {
    return to.length == 0;
  }

  /** Whether the range ends above a key, which may lie below its first one. */
  public boolean endsAbove(byte[] key) {
    return isOpen() || Arrays.compareUnsigned(key, to) < 0;
  }

  /** Whether the range holds a key that lies from one to another, both inclusive. */
  public boolean meets(byte[] smallest, byte[] largest) {
    return endsAbove(smallest) && Arrays.compareUnsigned(from, largest) <= 0;
  }

  /** Whether a key lies in the range. */
  public boolean covers(byte[] key) {
    return meets(key, key);
  }

  /** The end of this range or of another one, whichever is higher. */
  public byte[] laterEnd(RangeTombstone other) {
    return other.isOpen() || !endsAbove(other.to) ? other.to : to;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RangeTombstone that
        && sequence == that.sequence
        && Arrays.equals(from, that.from)
        && Arrays.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(sequence);
  }

  /** Without the keys, which belong in no message. */
  @Override
  public String toString() {
    return "range delete of sequence number " + sequence;
  }
}
