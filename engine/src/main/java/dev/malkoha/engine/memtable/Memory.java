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

  /** What the arrays of bytes grow to at least, once the first ones are full. */
  private final int expectedBytes;

  private volatile Arena current;
  private int bytesUsed;
  private int intsUsed = Arena.FIRST_RECORD;
  private int keys;

  /** Takes little until something is stored: most memtables of many stores are empty. */
  Memory(long expectedBytes) {
    this.expectedBytes = Math.clamp(expectedBytes, BYTES_MIN, 1 << 30);
    this.current =
        new Arena(
            new byte[BYTES_MIN],
            new int[BYTES_MIN / BYTES_PER_RECORD_INT],
            new long[HashIndex.SLOTS_MIN]);
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

  /** The memory that the arrays take, used or not, in bytes. */
  long allocated() {
    Arena now = current;
    return allocated(now.bytes().length, now.records().length, now.index().length);
  }

  /** What they will take at most when so many entries and bytes more are stored: they must fit. */
  long allocatedFor(int entries, long bytes) {
    long slots = current.index().length;
    while (keys + (long) entries > slots / 2) {
      slots *= 2;
    }
    return allocated(bytesFor(bytes), intsFor(entries), slots);
  }

  private static long allocated(long bytes, long ints, long slots) {
    return bytes + ints * Integer.BYTES + slots * Long.BYTES;
  }

  private int bytesFor(long more) {
    return lengthFor(current.bytes().length, bytesUsed + more, expectedBytes);
  }

  private int intsFor(int entries) {
    return lengthFor(
        current.records().length,
        intsUsed + (long) entries * Arena.RECORD_INTS,
        expectedBytes / BYTES_PER_RECORD_INT);
  }

  /** Whether so many entries, and so many bytes of keys and values, still fit the arrays. */
  boolean fits(int entries, long bytes) {
    return bytesUsed + bytes <= ARRAY_LENGTH_MAX
        && intsUsed + (long) entries * Arena.RECORD_INTS <= ARRAY_LENGTH_MAX
        && keys + (long) entries <= HashIndex.SLOTS_MAX / 2;
  }

  /** Makes room for records and for bytes, so that taking them cannot fail. */
  void reserve(int entries, long bytes) {
    Arena now = current;
    int byteLength = bytesFor(bytes);
    int intLength = intsFor(entries);
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

  private static int lengthFor(int length, long needed, int expected) {
    if (needed <= length) {
      return length;
    }
    if (needed > ARRAY_LENGTH_MAX) {
      throw new IllegalStateException("a memtable cannot hold " + needed + " bytes");
    }
    return (int) Math.min(ARRAY_LENGTH_MAX, Math.max(Math.max(needed, expected), 2L * length));
  }
}
