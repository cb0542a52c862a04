package dev.malkoha.engine.memtable;

import java.util.Arrays;

/**
 * The growing memory of one memtable: an {@link Arena}, and how much of it is used.
 *
 * <p>It grows by replacement of small arrays, and then, if it may, by parts: so no writer waits for
 * megabytes to be copied. Bytes fill one part after another. Bytes that do not fit into the rest of
 * a part, and fill more than half of one, get a part of their own, so at most a third is lost.
 *
 * <p>For the one thread at a time that allocates.
 */
final class Memory {

  private static final int ARRAY_LENGTH_MAX = Integer.MAX_VALUE - 16;
  private static final int BYTES_MIN = PartGrowth.lengthIn(1 << 12, Byte.BYTES);
  private static final int INTS_MIN = PartGrowth.lengthIn(1 << 10, Integer.BYTES);

  private static final int BYTE_PARTS_MAX = 1 << 10;
  private static final int RECORD_PARTS_MAX = 1 << 11;
  private static final int NO_PART = -1;

  private final Arena arena;
  private final PartGrowth growth;

  private int bytesUsed;
  private int nextByte;
  private int filled; // the part of bytes that is being filled
  private int filledTo;
  private int own = NO_PART; // the part of its own that the next bytes are for
  private boolean ownUsed;

  private int records;
  private int lastRecord = Arena.NONE;
  private int nextRecordAt = Arena.FIRST_RECORD; // in the last part

  // What the arrays take.
  private long bytes;
  private long ints = Arena.FIRST_RECORD;

  /** Takes no arrays until something is stored: most memtables of many keyspaces are empty. */
  Memory(PartGrowth growth) {
    this.growth = growth;
    this.arena = new Arena(growth.shift(), growth.isWhole() ? growth.shift() : growth.shift() - 2);
  }

  Arena arena() {
    return arena;
  }

  int bytesUsed() {
    return bytesUsed;
  }

  /** The record that was taken last, or {@link Arena#NONE}. */
  int lastRecord() {
    return lastRecord;
  }

  /** The memory in use, in bytes. */
  long used() {
    return bytesUsed + (long) records * Arena.RECORD_INTS * Integer.BYTES;
  }

  /** The memory that the arrays take, used or not, in bytes. */
  long allocated() {
    return bytes + ints * Integer.BYTES;
  }

  /**
   * The most that they will take once this number of entries and bytes is added, which must fit;
   * what they take now if they grow by parts, as nobody counts what is to come then.
   */
  long allocatedFor(int entries, long more) {
    if (!growth.isWhole()) {
      return allocated();
    }
    long records = nextRecordAt + (long) entries * Arena.RECORD_INTS;
    return lengthFor((int) bytes, bytesUsed + more, Byte.BYTES)
        + (long) lengthFor((int) ints, records, Integer.BYTES) * Integer.BYTES;
  }

  /** The length of an array that holds so many elements, and replaces a shorter one. */
  private static int lengthFor(int now, long needed, int elementBytes) {
    int length = Math.max(elementBytes == Byte.BYTES ? BYTES_MIN : INTS_MIN, now);
    if (needed <= length) {
      return length;
    }
    if (needed > ARRAY_LENGTH_MAX) {
      throw new IllegalStateException("a memtable cannot hold " + needed + " bytes");
    }
    long doubled = PartGrowth.doubled(length, elementBytes);
    return (int) Math.min(ARRAY_LENGTH_MAX, Math.max(needed, doubled));
  }

  /**
   * Whether this number of entries, and of bytes of keys and values, still fits the arrays, and
   * there are names for their parts: each but a few is half full at least.
   */
  boolean fits(int entries, long more) {
    long recordsInPart = growth.partBytes() / Integer.BYTES / Arena.RECORD_INTS - 1;
    return bytesUsed + more <= ARRAY_LENGTH_MAX
        && Arena.FIRST_RECORD + (records + (long) entries) * Arena.RECORD_INTS <= ARRAY_LENGTH_MAX
        && arena.bytes().length + 2 * more / growth.partBytes() + 4 <= BYTE_PARTS_MAX
        && arena.records().length + entries / recordsInPart + 3 <= RECORD_PARTS_MAX;
  }

  /**
   * Makes room for records and for bytes, so that taking them cannot fail: where it grows by parts,
   * for no more than one record, whose bytes will lie side by side.
   */
  void reserve(int entries, long more) {
    reserveRecords(entries);
    byte[][] all = arena.bytes();
    if (own == NO_PART || ownUsed || more > all[own].length) { // not reserved before
      own = NO_PART;
      if (all[filled].length == 0 || more > all[filled].length - filledTo) {
        addBytes(all, more);
      }
    }
    nextByte = own == NO_PART ? arena.byteName(filled, filledTo) : arena.byteName(own, 0);
  }

  private void reserveRecords(int entries) {
    int[][] all = arena.records();
    int[] last = all[all.length - 1];
    long needed = nextRecordAt + (long) entries * Arena.RECORD_INTS;
    if (needed <= last.length) {
      return;
    }
    if (records == 0 || !growth.isDue(all.length, needed * Integer.BYTES)) {
      int length = lengthFor(last.length, needed, Integer.BYTES);
      arena.setRecords(0, Arrays.copyOf(last, length));
      ints = length; // once there is memory for it
    } else {
      int length = growth.nextLength(ints * Integer.BYTES, Integer.BYTES);
      arena.setRecords(all.length, growth.source().ints(length));
      ints += length;
      nextRecordAt = Arena.FIRST_RECORD;
    }
  }

  private void addBytes(byte[][] all, long more) {
    if (!growth.isDue(all.length, filledTo + more)) {
      int length = lengthFor(all[0].length, filledTo + more, Byte.BYTES);
      arena.setBytes(0, Arrays.copyOf(all[0], length));
      bytes = length; // once there is memory for it
    } else if (more > growth.partBytes() / 2) {
      arena.setBytes(all.length, new byte[(int) more]);
      bytes += more;
      own = all.length;
      ownUsed = false;
    } else {
      int length = (int) Math.max(more, growth.nextLength(bytes, Byte.BYTES));
      arena.setBytes(all.length, growth.source().bytes(length));
      bytes += length;
      filled = all.length;
      filledTo = 0;
    }
  }

  /** Takes the reserved record. */
  int takeRecord() {
    lastRecord = arena.recordName(arena.records().length - 1, nextRecordAt);
    nextRecordAt += Arena.RECORD_INTS;
    records++;
    return lastRecord;
  }

  /** Copies into reserved bytes; returns where they are. */
  int store(byte[] from, int offset, int length) {
    int at = nextByte;
    arena.store(at, from, offset, length);
    bytesUsed += length;
    nextByte += length;
    filledTo += own == NO_PART ? length : 0;
    ownUsed = true;
    return at;
  }
}
