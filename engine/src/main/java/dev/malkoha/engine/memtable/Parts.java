package dev.malkoha.engine.memtable;

import java.util.Arrays;

/**
 * The arrays of a parted {@link Arena}: which there are, and where the next bytes go.
 *
 * <p>Bytes fill one part after another. Bytes that do not fit into the rest of a part, and fill
 * more than half of one, get a part of their own, so at most a third is lost. For the writing
 * thread.
 */
final class Parts {

  private static final int BYTE_PARTS_MAX = 1 << 10;
  private static final int RECORD_PARTS_MAX = 1 << 11;
  private static final int NO_PART = -1;

  private final PartGrowth growth;
  private final Arena arena;
  private final int[] keysInTable = new int[PartGrowth.TABLES];

  private int byteParts = 1;
  private int filled; // the part that is being filled
  private int filledTo;
  private int own = NO_PART; // the part of its own that the next bytes are for
  private boolean ownUsed;
  private int recordParts = 1;
  private long bytes;
  private long ints;
  private long slots;

  /**
   * Goes on from a whole arena.
   *
   * @param used how many of its bytes are in use
   * @param keys how many keys are in it
   */
  Parts(PartGrowth growth, Arena whole, int used, int keys) {
    this.growth = growth;
    byte[][] byteTable = new byte[BYTE_PARTS_MAX][];
    int[][] recordTable = new int[RECORD_PARTS_MAX][];
    // Readers of the whole arena must not meet records that lead out of it, hence the copy. They
    // meet no others' bytes then.
    byteTable[0] = whole.bytes()[0];
    recordTable[0] = whole.records()[0].clone();
    this.arena = Arena.parted(byteTable, recordTable, index(whole, keys), growth.shift());
    this.filledTo = used;
    this.bytes = byteTable[0].length;
    this.ints = recordTable[0].length;
  }

  private long[][] index(Arena whole, int keys) {
    int length = growth.slotsInTable(keys);
    long[][] tables = new long[PartGrowth.TABLES][];
    Arrays.setAll(tables, i -> growth.source().longs(length));
    HashIndex.divide(whole.index()[0], tables, keysInTable);
    slots = (long) length * PartGrowth.TABLES;
    return tables;
  }

  Arena arena() {
    return arena;
  }

  /** The memory that the arrays take, in bytes. */
  long allocated() {
    return bytes + ints * Integer.BYTES + indexBytes();
  }

  long indexBytes() {
    return slots * Long.BYTES;
  }

  /** Whether there are names for parts with so much more: each but a few is half full at least. */
  boolean fit(int entries, long more) {
    int recordsInPart = (growth.partBytes() / Integer.BYTES) / Arena.RECORD_INTS - 1;
    return byteParts + 2 * more / growth.partBytes() + 4 <= BYTE_PARTS_MAX
        && recordParts + entries / recordsInPart + 3 <= RECORD_PARTS_MAX;
  }

  /** Makes room for a record, and for bytes that are to lie in one part. */
  void reserve(int nextRecord, long more) {
    if (nextRecord >>> arena.recordShift() == recordParts) {
      int[] part = growth.source().ints(growth.nextIntLength(ints));
      arena.records()[recordParts++] = part;
      ints += part.length;
    }
    if (own != NO_PART && !ownUsed && more <= arena.bytes()[own].length) {
      return; // reserved before
    }
    own = NO_PART;
    if (more > arena.bytes()[filled].length - filledTo) {
      addBytes((int) more);
    }
  }

  private void addBytes(int more) {
    boolean isOwn = more > growth.partBytes() / 2;
    int length = isOwn ? more : Math.max(more, growth.nextByteLength(bytes));
    arena.bytes()[byteParts] = growth.source().bytes(length);
    bytes += length;
    if (isOwn) {
      own = byteParts;
      ownUsed = false;
    } else {
      filled = byteParts;
      filledTo = 0;
    }
    byteParts++;
  }

  /** Where the reserved bytes go. */
  int nextByte() {
    return own == NO_PART ? (filled << growth.shift()) | filledTo : own << growth.shift();
  }

  /** Notes how many of the reserved bytes are in use. */
  void used(int length) {
    if (own == NO_PART) {
      filledTo += length;
    }
    ownUsed = true;
  }

  /** The name of the record after one. */
  int recordAfter(int record) {
    int part = record >>> arena.recordShift();
    int at = record & arena.recordMask();
    return at < Arena.lastRecord(arena.records()[part].length)
        ? record + Arena.RECORD_INTS
        : ((part + 1) << arena.recordShift()) | Arena.FIRST_RECORD;
  }

  /** Makes room for one more key in the index. */
  void reserveKey(int hash) {
    int table = HashIndex.table(hash, PartGrowth.TABLES);
    long[] before = arena.slots(hash);
    if (keysInTable[table] + 1 > before.length / 2) {
      long[] grown = growth.source().longs((int) PartGrowth.doubled(before.length, Long.BYTES));
      HashIndex.copy(before, grown, PartGrowth.TABLES);
      arena.replaceSlots(table, grown);
      slots += grown.length - before.length;
    }
    keysInTable[table]++;
  }
}
