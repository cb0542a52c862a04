package dev.malkoha.engine.memtable;

import java.util.Arrays;

/**
 * The growing memory of one memtable: the current {@link Arena}, and how much of it is used.
 *
 * <p>One thread at a time allocates; any number read {@link #current}. Whoever has met the name of
 * a record by an acquiring read finds it inside the arena that is current afterwards, as a record
 * is made in the current arena before anything leads to it, and copied to each later one.
 */
final class Memory {

  private static final int ARRAY_LENGTH_MAX = Integer.MAX_VALUE - 16;
  private static final int BYTES_MIN = 1 << 12;
  private static final int BYTES_PER_RECORD_INT = 12;

  private volatile Arena current;
  private int bytesUsed;
  private int intsUsed = Arena.FIRST_RECORD;
  private int keys;

  Memory(long expectedBytes) {
    int bytes = Math.clamp(expectedBytes, BYTES_MIN, 1 << 30);
    this.current =
        new Arena(
            new byte[bytes], new int[bytes / BYTES_PER_RECORD_INT], new long[HashIndex.SLOTS_MIN]);
  }

  Arena current() {
    return current;
  }

  int bytesUsed() {
    return bytesUsed;
  }

  /** The name of the record to be taken next. */
  int nextRecord() {
    return intsUsed;
  }

  /** The memory in use, in bytes. */
  long used() {
    return bytesUsed + (long) intsUsed * Integer.BYTES + (long) current.index().length * Long.BYTES;
  }

  /** Whether so many entries, and so many bytes of keys and values, still fit the arrays. */
  boolean fits(int entries, long bytes) {
    return bytesUsed + bytes <= ARRAY_LENGTH_MAX
        && intsUsed + (long) entries * Arena.RECORD_INTS <= ARRAY_LENGTH_MAX
        && keys + (long) entries <= HashIndex.SLOTS_MAX / 2;
  }

  /** Makes room for a record and for bytes, so that taking them cannot fail. */
  void reserve(long bytes) {
    Arena now = current;
    int byteLength = lengthFor(now.bytes().length, bytesUsed + bytes);
    int intLength = lengthFor(now.records().length, (long) intsUsed + Arena.RECORD_INTS);
    if (byteLength != now.bytes().length || intLength != now.records().length) {
      // All three are copied: through an array shared with a smaller arena, its readers would meet
      // records and bytes that it does not hold.
      current =
          new Arena(
              Arrays.copyOf(now.bytes(), byteLength),
              Arrays.copyOf(now.records(), intLength),
              now.index().clone());
    }
  }

  /** Makes room for one more key in the index. */
  void reserveKey() {
    Arena now = current;
    if (keys + 1 > now.index().length / 2) {
      // Bytes and records are of the old lengths, so the old arena may share them.
      current = new Arena(now.bytes(), now.records(), HashIndex.doubled(now.index()));
    }
    keys++;
  }

  /** Takes the reserved record. */
  int takeRecord() {
    int record = intsUsed;
    intsUsed += Arena.RECORD_INTS;
    return record;
  }

  /** Copies into reserved bytes; returns where they are. */
  int store(byte[] from, int offset, int length) {
    int at = bytesUsed;
    System.arraycopy(from, offset, current.bytes(), at, length);
    bytesUsed += length;
    return at;
  }

  private static int lengthFor(int length, long needed) {
    if (needed <= length) {
      return length;
    }
    if (needed > ARRAY_LENGTH_MAX) {
      throw new IllegalStateException("a memtable cannot hold " + needed + " bytes");
    }
    return (int) Math.min(ARRAY_LENGTH_MAX, Math.max(needed, 2L * length));
  }
}
