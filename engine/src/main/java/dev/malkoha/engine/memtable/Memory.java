package dev.malkoha.engine.memtable;

/**
 * Gives out the memory of one memtable's {@link Arena}, and counts it. For the writing thread.
 *
 * <p>It grows by parts, each about as large as all before it up to a size, so that nothing but the
 * index is ever copied. Two parts of bytes may have room at a time: bytes that fit neither of them
 * get another one. Any part that is given up, and the bytes that it had no room for, are together
 * more than a part; so at most half is lost.
 */
final class Memory {

  private static final int ARRAY_LENGTH_MAX = Integer.MAX_VALUE - 16;
  private static final int BYTE_PARTS_MAX = 1 << 10;
  private static final int RECORD_PARTS_MAX = 1 << 11;

  /** More than how many parts are smaller than a full one. */
  private static final int SMALL_PARTS = 16;

  private final PartGrowth growth;
  private final Arena arena;
  private final int[] keysInTable = new int[PartGrowth.TABLES];

  private Room room = new Room();
  private Room otherRoom = new Room();
  private int nextRecord = Arena.FIRST_RECORD;
  private int freeRecords;

  private int bytesUsed;
  private int records;
  private int keys;

  // What the arrays have room for.
  private long bytes;
  private long ints;
  private long slots;

  /** The rest of a part of bytes. */
  private static final class Room {

    int part;
    int used;

    /** Nothing fits at first. */
    int length = -1;
  }

  /** Takes no arrays until something is stored: most memtables of many keyspaces are empty. */
  Memory(PartGrowth growth) {
    this.growth = growth;
    this.arena = new Arena(growth.shift());
  }

  /** The same at any time. Any thread. */
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

  /** The name of the record to be taken next. */
  int nextRecord() {
    return nextRecord;
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
    return bytes + ints * Integer.BYTES + slots * Long.BYTES;
  }

  /**
   * What they will take once room for this number of entries and bytes, which must fit, is {@link
   * #reserve reserved} or, of many entries that are more than a part, the most that they will take.
   */
  long allocatedFor(int entries, long more) {
    return bytes
        + bytesFor(entries, more)
        + intsFor(entries) * Integer.BYTES
        + slotsFor(entries) * Long.BYTES;
  }

  private long bytesFor(int entries, long more) {
    if (hasRoom(room, more) || hasRoom(otherRoom, more)) {
      return 0;
    }
    return isOnePart(entries, more)
        ? lengthFor(more)
        : 2 * more + growth.partBytes(); // half of each is lost at most
  }

  /** Whether bytes can be named if they lie side by side: the values of an entry may be longer. */
  private boolean isOnePart(int entries, long more) {
    return entries == 1 || more < growth.partBytes();
  }

  private long lengthFor(long more) {
    return more > growth.partBytes() / 2 ? more : Math.max(more, growth.nextByteLength(bytes));
  }

  private long intsFor(int entries) {
    long most = ints;
    for (long free = freeRecords; free < entries; ) {
      int length = growth.nextIntLength(most);
      free += Arena.recordsIn(length);
      most += length;
    }
    return most;
  }

  private long slotsFor(int entries) {
    long most = 0;
    for (int table = 0; table < PartGrowth.TABLES; table++) {
      most += growth.slotsFor(arena.slotsInTable(table), keysInTable[table] + (long) entries);
    }
    return most;
  }

  /** Whether this number of entries, and of bytes of keys and values, still can be named. */
  boolean fits(int entries, long more) {
    long recordsInPart = Arena.recordsIn(growth.partBytes() / Integer.BYTES) - 1;
    long byteParts = Math.min(entries, 2 * more / growth.partBytes() + SMALL_PARTS);
    return bytesUsed + more <= ARRAY_LENGTH_MAX
        && (records + (long) entries) * Arena.RECORD_INTS <= ARRAY_LENGTH_MAX
        && arena.byteParts() + byteParts < BYTE_PARTS_MAX
        && arena.recordParts() + entries / recordsInPart + SMALL_PARTS < RECORD_PARTS_MAX;
  }

  /**
   * Makes room for entries and their bytes, so that taking them cannot fail; but not for the bytes
   * of several entries that are more than a part.
   */
  void reserve(int entries, long more) {
    for (int table = 0; table < PartGrowth.TABLES; table++) {
      reserveSlots(table, entries);
    }
    while (freeRecords < entries) {
      int[] part = growth.source().ints(growth.nextIntLength(ints));
      arena.addRecords(part);
      ints += part.length;
      freeRecords += Arena.recordsIn(part.length);
    }
    if (!hasRoom(room, more)) {
      Room other = otherRoom;
      otherRoom = room;
      room = other;
      if (!hasRoom(room, more) && isOnePart(entries, more)) {
        addBytes((int) lengthFor(more));
      }
    }
  }

  private boolean hasRoom(Room part, long more) {
    return part.used + more <= part.length && part.used < growth.partBytes();
  }

  /** Gives up the part that has less room, for a new one. */
  private void addBytes(int length) {
    if (room.length - room.used > otherRoom.length - otherRoom.used) {
      Room other = otherRoom;
      otherRoom = room;
      room = other;
    }
    byte[] part = growth.source().bytes(length);
    room.part = arena.addBytes(part);
    room.used = 0;
    room.length = length;
    bytes += length;
  }

  /** Makes room in the index for keys that may all belong to the same table of it. */
  private void reserveSlots(int table, int more) {
    int length = arena.slotsInTable(table);
    long wanted = growth.slotsFor(length, keysInTable[table] + (long) more);
    if (wanted > length) {
      arena.growSlots(table, growth.source().longs((int) wanted));
      slots += wanted - length;
    }
  }

  /** Counts one more key in the index. */
  void addKey(long hash) {
    keysInTable[HashIndex.table((int) hash)]++;
    keys++;
  }

  /** Takes a reserved record. */
  int takeRecord() {
    int record = nextRecord;
    nextRecord = arena.recordAfter(record);
    freeRecords--;
    records++;
    return record;
  }

  /** Copies into reserved bytes; returns where they are. */
  int store(byte[] from, int offset, int length) {
    int at = arena.store(room.part, room.used, from, offset, length);
    bytesUsed += length;
    room.used += length;
    return at;
  }
}
