package dev.malkoha.engine.memtable;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The growing memory of one memtable: the current {@link Arena}, and how much of it is used.
 *
 * <p>It grows by replacement of small arrays, and then, if it may, by parts: so no writer waits for
 * megabytes to be copied.
 *
 * <p>One thread at a time allocates; any number read {@link #current}. A reader that gets a
 * record's number by an acquiring read finds the record in the arena that is current afterwards. A
 * record is made in the current arena before anything leads to it, and is copied to each later one.
 */
final class Memory {

  private static final int ARRAY_LENGTH_MAX = Integer.MAX_VALUE - 16;
  private static final int BYTES_MIN = PartGrowth.lengthIn(1 << 12, Byte.BYTES);
  private static final int BYTES_PER_RECORD_INT = 12;
  private static final int INTS_MIN = PartGrowth.lengthIn(1 << 10, Integer.BYTES);
  private static final int SLOTS_MIN =
      PartGrowth.lengthIn((long) HashIndex.SLOTS_MIN * Long.BYTES, Long.BYTES);

  /** The arena of all empty memtables: never changed. */
  private static final Arena EMPTY =
      Arena.whole(new byte[0], new int[Arena.FIRST_RECORD], new long[1]);

  /** The least size that the arrays of bytes grow to once the first ones are full. */
  private final int expectedBytes;

  /** Gives parts; null if the arrays stay whole. */
  private final @Nullable PartGrowth growth;

  private volatile Arena current = EMPTY;
  private int bytesUsed;
  private int nextByte;
  private int nextRecord = Arena.FIRST_RECORD;
  private int records;
  private int keys;

  /** The parts of a parted arena; null before there is one. */
  private @Nullable Parts parts;

  /** Takes no arrays until something is stored: most memtables of many keyspaces are empty. */
  Memory(long expectedBytes) {
    this(expectedBytes, null);
  }

  /** One that grows by parts. */
  Memory(PartGrowth growth) {
    this(0, growth);
  }

  private Memory(long expectedBytes, @Nullable PartGrowth growth) {
    this.expectedBytes = Math.clamp(expectedBytes, BYTES_MIN, 1 << 30);
    this.growth = growth;
  }

  Arena current() {
    return current;
  }

  int bytesUsed() {
    return bytesUsed;
  }

  /** How many keys there are. */
  int keys() {
    return keys;
  }

  /** The name of the record to be taken next. */
  int nextRecord() {
    return nextRecord;
  }

  /** The memory in use, in bytes. */
  long used() {
    return stored() + indexBytes();
  }

  /** The memory that what is stored needs, in bytes, with an index that is as full as may be. */
  long needed() {
    return stored() + 2L * keys * Long.BYTES;
  }

  private long stored() {
    return bytesUsed + (long) records * Arena.RECORD_INTS * Integer.BYTES;
  }

  private long indexBytes() {
    return parts != null ? parts.indexBytes() : current.index()[0].length * (long) Long.BYTES;
  }

  /** The memory that the arrays take, used or not, in bytes. */
  long allocated() {
    if (parts != null) {
      return parts.allocated();
    }
    Arena now = current;
    return allocated(now.bytes()[0].length, now.records()[0].length, now.index()[0].length);
  }

  /**
   * The most that they will take once this number of entries and bytes is added, which must fit;
   * what they take now if they grow by parts, as nobody counts what is to come then.
   */
  long allocatedFor(int entries, long bytes) {
    if (growth != null) {
      return allocated();
    }
    long slots = Math.max(SLOTS_MIN, current.index()[0].length);
    while (keys + (long) entries > slots / 2) {
      slots = PartGrowth.doubled((int) slots, Long.BYTES);
    }
    return allocated(bytesFor(bytes), intsFor(entries), slots);
  }

  private static long allocated(long bytes, long ints, long slots) {
    return bytes + ints * Integer.BYTES + slots * Long.BYTES;
  }

  private int bytesFor(long more) {
    int length = Math.max(BYTES_MIN, current.bytes()[0].length);
    return lengthFor(length, bytesUsed + more, expectedBytes, Byte.BYTES);
  }

  private int intsFor(int entries) {
    return lengthFor(
        Math.max(INTS_MIN, current.records()[0].length),
        nextRecord + (long) entries * Arena.RECORD_INTS,
        expectedBytes / BYTES_PER_RECORD_INT,
        Integer.BYTES);
  }

  /** Whether this number of entries, and of bytes of keys and values, still fits the arrays. */
  boolean fits(int entries, long bytes) {
    return bytesUsed + bytes <= ARRAY_LENGTH_MAX
        && Arena.FIRST_RECORD + (records + (long) entries) * Arena.RECORD_INTS <= ARRAY_LENGTH_MAX
        && keys + (long) entries <= HashIndex.SLOTS_MAX / 2
        && (parts == null || parts.fit(entries, bytes));
  }

  /**
   * Makes room for records and for bytes, so that taking them cannot fail: where it grows by parts,
   * for no more than one record, whose bytes will lie side by side.
   */
  void reserve(int entries, long bytes) {
    if (parts == null) {
      reserveWhole(entries, bytes);
    }
    if (parts != null) {
      parts.reserve(nextRecord, bytes);
      nextByte = parts.nextByte();
    }
  }

  private void reserveWhole(int entries, long bytes) {
    if (current.bytes()[0].length == 0) { // the empty one
      current = Arena.whole(new byte[BYTES_MIN], new int[INTS_MIN], new long[SLOTS_MIN]);
    }
    Arena now = current;
    int byteLength = bytesFor(bytes);
    int intLength = intsFor(entries);
    if (byteLength == now.bytes()[0].length && intLength == now.records()[0].length) {
      return;
    }
    if (growth != null && growth.isDue(byteLength, intLength * (long) Integer.BYTES)) {
      parts = new Parts(growth, now, bytesUsed, keys);
      nextRecord = records == 0 ? nextRecord : parts.recordAfter(nextRecord - Arena.RECORD_INTS);
      current = parts.arena();
      return;
    }
    // All three are copied: through an array shared with a smaller arena, its readers would meet
    // records and bytes that it does not hold.
    current =
        Arena.whole(
            Arrays.copyOf(now.bytes()[0], byteLength),
            Arrays.copyOf(now.records()[0], intLength),
            now.index()[0].clone());
  }

  /** Makes room for one more key in the index. */
  void reserveKey(long hash) {
    if (parts != null) {
      parts.reserveKey((int) hash);
    } else {
      Arena now = current;
      long[] slots = now.index()[0];
      if (keys + 1 > slots.length / 2) {
        // Bytes and records are of the old lengths, so the old arena may share them.
        long[] grown = new long[(int) PartGrowth.doubled(slots.length, Long.BYTES)];
        HashIndex.copy(slots, grown, 1);
        current = Arena.whole(now.bytes()[0], now.records()[0], grown);
      }
    }
    keys++;
  }

  /** Takes the reserved record. */
  int takeRecord() {
    int record = nextRecord;
    nextRecord = parts == null ? record + Arena.RECORD_INTS : parts.recordAfter(record);
    records++;
    return record;
  }

  /** Copies into reserved bytes; returns where they are. */
  int store(byte[] from, int offset, int length) {
    int at = nextByte;
    Arena arena = current;
    System.arraycopy(
        from, offset, arena.bytes()[at >>> arena.byteShift()], at & arena.byteMask(), length);
    bytesUsed += length;
    nextByte += length;
    if (parts != null) {
      parts.used(length);
    }
    return at;
  }

  private static int lengthFor(int length, long needed, int expected, int elementBytes) {
    if (needed <= length) {
      return length;
    }
    if (needed > ARRAY_LENGTH_MAX) {
      throw new IllegalStateException("a memtable cannot hold " + needed + " bytes");
    }
    long doubled = PartGrowth.doubled(length, elementBytes);
    return (int) Math.min(ARRAY_LENGTH_MAX, Math.max(Math.max(needed, expected), doubled));
  }
}
