package dev.malkoha.engine.range;

import java.util.Arrays;

/**
 * One range delete: keys from {@code from} (inclusive) to {@code to} (exclusive) have lost every
 * entry of a sequence number below its own.
 *
 * @param from the first key; never changed
 * @param to the first key after the range, above {@code from}; never changed
 * @param sequence its own sequence number, above 0; no other operation has it, but {@link DeadRuns}
 *     have those of their readers
 */
@SuppressWarnings("ArrayRecordComponent") // the arrays are never changed, and compared by content
public record RangeTombstone(byte[] from, byte[] to, long sequence) {

  /** Creates a range delete that owns the arrays. */
  public RangeTombstone {
    if (Arrays.compareUnsigned(from, to) >= 0 || sequence <= 0) {
      throw new IllegalArgumentException(
          "the range delete of sequence number " + sequence + " covers no key");
    }
  }

  /** Whether a key lies in the range. */
  public boolean covers(byte[] key) {
    return Arrays.compareUnsigned(from, key) <= 0 && Arrays.compareUnsigned(key, to) < 0;
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
