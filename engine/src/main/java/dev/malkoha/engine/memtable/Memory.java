package dev.malkoha.engine.memtable;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
  private static final int SLOTS_MIN =
      PartGrowth.lengthIn((long) HashIndex.SLOTS_MIN * Long.BYTES, Long.BYTES);

  private static final int BYTE_PARTS_MAX = 1 << 10;
  private static final int RECORD_PARTS_MAX = 1 << 11;
  private static final int NO_PART = -1;

  private final Arena arena;

  /** Gives parts; null if the arrays stay whole. */
  private final @Nullable PartGrowth growth;

  private int bytesUsed;
  private int nextByte;
  private int filled; // the part of bytes that is being filled
  private int filledTo;
  private int own = NO_PART; // the part of its own that the next bytes are for
  private boolean ownUsed;

  private int records;
  private int lastRecord = Arena.NONE;
  private int nextRecordAt = Arena.FIRST_RECORD; // in the last part

  private int keys;
  private final int[] keysInTable;

  // What the arrays take.
  private long bytes;
  private long ints = Arena.FIRST_RECORD;
  private long slots;

  /** Takes no arrays until something is stored: most memtables of many keyspaces are empty. */
  Memory() {
    this(null, new Arena(Integer.SIZE - 1, Integer.SIZE - 1, 1));
  }

  /** One that grows by parts. */
  Memory(PartGrowth growth) {
    this(growth, new Arena(growth.shift(), growth.shift() - 2, PartGrowth.TABLES));
  }

  private Memory(@Nullable PartGrowth growth, Arena arena) {
    this.growth = growth;
    this.arena = arena;
    this.keysInTable = new int[arena.index().length];
  }

  Arena arena() {
    return arena;
  }

  int bytesUsed() {
    return bytesUsed;
  }

  /** How many keys there are. */
  int keys() {
    return keys;
  }

  /** The record that was taken last, or {@link Arena#NONE}. */
  int lastRecord() {
    return lastRecord;
  }

  /** The memory in use, in bytes. */
  long used() {
    return stored() + slots * Long.BYTES;
  }

  /** The memory that what is stored needs, in bytes, with an index that is as full as may be. */
  long needed() {
    return stored() + 2L * keys * Long.BYTES;
  }

  private long stored() {
    return bytesUsed + (long) records * Arena.RECORD_INTS * Integer.BYTES;
  }

  /** The memory that the arrays take, used or not, in bytes. */
  long allocated() {
    return allocated(bytes, ints, slots);
  }

  /**
   * The most that they will take once this number of entries and bytes is added, which must fit;
   * what they take now if they grow by parts, as nobody counts what is to come then.
   */
  long allocatedFor(int entries, long more) {
    if (growth != null) {
      return allocated();
    }
    long grown = Math.max(SLOTS_MIN, slots);
    while (keys + (long) entries > grown / 2) {
      grown = PartGrowth.doubled((int) grown, Long.BYTES);
    }
    return allocated(
        byteLength((int) bytes, bytesUsed + more),
        intLength((int) ints, nextRecordAt + (long) entries * Arena.RECORD_INTS),
        grown);
  }

  private static long allocated(long bytes, long ints, long slots) {
    return bytes + ints * Integer.BYTES + slots * Long.BYTES;
  }

  private static int byteLength(int now, long needed) {
    return lengthFor(Math.max(BYTES_MIN, now), needed, Byte.BYTES);
  }

  private static int intLength(int now, long needed) {
    return lengthFor(Math.max(INTS_MIN, now), needed, Integer.BYTES);
  }

  private static int lengthFor(int length, long needed, int elementBytes) {
    if (needed <= length) {
      return length;
    }
    if (needed > ARRAY_LENGTH_MAX) {
      throw new IllegalStateException("a memtable cannot hold " + needed + " bytes");
    }
    long doubled = PartGrowth.doubled(length, elementBytes);
    return (int) Math.min(ARRAY_LENGTH_MAX, Math.max(needed, doubled));
  }

  /** Whether this number of entries, and of bytes of keys and values, still fits the arrays. */
  boolean fits(int entries, long more) {
    return bytesUsed + more <= ARRAY_LENGTH_MAX
        && Arena.FIRST_RECORD + (records + (long) entries) * Arena.RECORD_INTS <= ARRAY_LENGTH_MAX
        && keys + (long) entries <= HashIndex.SLOTS_MAX / 2
        && (growth == null || fitsParts(growth.partBytes(), entries, more));
  }

  /** Whether there are names for parts with so much more: each but a few is half full at least. */
  private boolean fitsParts(int partBytes, int entries, long more) {
    int recordsInPart = partBytes / Integer.BYTES / Arena.RECORD_INTS - 1;
    return arena.bytes().length + 2 * more / partBytes + 4 <= BYTE_PARTS_MAX
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
      byte[] last = all[filled];
      if (last.length == 0 || more > last.length - filledTo) {
        addBytes(last, more, all.length);
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
    if (growth == null || records == 0 || grows(growth, all.length, needed * Integer.BYTES)) {
      int length = intLength(last.length, needed);
      arena.setRecords(0, Arrays.copyOf(last, length));
      ints = length; // once there is memory for it
    } else {
      int length = growth.nextLength(ints * Integer.BYTES, Integer.BYTES);
      arena.setRecords(all.length, growth.source().ints(length));
      ints += length;
      nextRecordAt = Arena.FIRST_RECORD;
    }
  }

  /**
   * Whether an array is replaced by a longer one: the only one that there is, while it is small.
   */
  private static boolean grows(PartGrowth growth, int arrays, long bytes) {
    return arrays == 1 && !growth.isDue(bytes);
  }

  private void addBytes(byte[] last, long more, int parts) {
    if (growth == null || grows(growth, parts, filledTo + more)) {
      int length = byteLength(last.length, filledTo + more);
      arena.setBytes(0, Arrays.copyOf(last, length));
      bytes = length; // once there is memory for it
      return;
    }
    boolean isOwn = more > growth.partBytes() / 2;
    int next = growth.nextLength(bytes, Byte.BYTES);
    int length = (int) (isOwn ? more : Math.max(more, next));
    arena.setBytes(parts, growth.source().bytes(length));
    bytes += length;
    if (isOwn) {
      own = parts;
      ownUsed = false;
    } else {
      filled = parts;
      filledTo = 0;
    }
  }

  /** Makes room for one more key in the index. */
  void reserveKey(long hash) {
    int table = HashIndex.table((int) hash, keysInTable.length);
    long[] before = arena.index()[table];
    if (keysInTable[table] + 1 > before.length / 2) {
      long[] grown = slots((int) PartGrowth.doubled(before.length, Long.BYTES));
      HashIndex.copy(before, grown, keysInTable.length);
      arena.replaceSlots(table, grown);
      slots += grown.length - (keysInTable[table] == 0 ? 0 : before.length);
    }
    keysInTable[table]++;
    keys++;
  }

  private long[] slots(int length) {
    return growth == null
        ? new long[Math.max(SLOTS_MIN, length)]
        : growth.source().longs(Math.max(growth.slotsInTable(), length));
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
