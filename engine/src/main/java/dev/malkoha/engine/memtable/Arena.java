package dev.malkoha.engine.memtable;

import dev.malkoha.sstable.EntryOrder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The memory of one memtable: key and value bytes, and the records that describe them.
 *
 * <p>Bytes and records lie in one array each, or in <i>parts</i>: arrays of at most a given size.
 * An offset, or a record's name, says with its upper bits which part is meant, and with the lower
 * ones where in it. Keys and values lie in one part each.
 *
 * <p>A record is {@value #RECORD_INTS} ints, named by where its first is; 0 names none. Each entry
 * has one. The first entry of a key also stands for the key itself, so that a key with one entry
 * takes one record; further entries are linked before it. Only {@code newest} and {@code newer}
 * change after a record is published: they are written with release and read with acquire
 * semantics, and everything else is written before the first link to the record.
 *
 * <p>A small array is replaced by a longer copy, and a part is added, before anything leads to what
 * is new in it ({@link Memory}). So whoever has a record's name by an acquiring read finds the
 * record and its bytes in the arrays that he looks up afterwards.
 *
 * <pre>
 * first entry   := key offset, key length, newest, rest
 * further entry := older, key negated, leap, rest
 * rest          := tag low, tag high, value offset, value length, newer
 * </pre>
 *
 * <p>Each entry has a height, a hash of its name: half as many entries have each height as the one
 * below. An entry's leap is the next older entry of its key that is higher, or the key itself. So
 * an old version among a million is found in some hundred steps.
 */
final class Arena {

  /** The name of no record. */
  static final int NONE = 0;

  private static final int KEY_OFFSET = 0;
  private static final int OLDER = KEY_OFFSET;
  private static final int KEY_LENGTH = KEY_OFFSET + 1;
  private static final int KEY_NEGATED = KEY_LENGTH;
  private static final int NEWEST = KEY_LENGTH + 1;
  private static final int LEAP = NEWEST;
  private static final int TAG = NEWEST + 1;
  private static final int VALUE_OFFSET = TAG + 2;
  private static final int VALUE_LENGTH = VALUE_OFFSET + 1;
  private static final int NEWER = VALUE_LENGTH + 1;

  /** The ints of a record: half a cache line. */
  static final int RECORD_INTS = NEWER + 1;

  /**
   * The name of the first record. Large arrays start at a cache line, with a header of 16 bytes;
   * from here on no record lies across two lines.
   */
  static final int FIRST_RECORD = 4;

  private static final VarHandle INT = MethodHandles.arrayElementVarHandle(int[].class);

  /** Two to the 32nd over the golden ratio: it spreads names that lie evenly apart. */
  private static final int SPREAD = 0x9e37_79b9;

  private static final Parts NO_PARTS = new Parts(new byte[1][0], new int[1][FIRST_RECORD]);

  private final int byteShift;
  private final int byteMask;
  private final int recordShift;
  private final int recordMask;
  private Parts parts = NO_PARTS;

  /**
   * The arrays of bytes and of records at one time. Any thread reads which these are, without
   * ordering: as the fields are final, it finds in the arrays all that was there when they were
   * set.
   */
  @SuppressWarnings(
      "ArrayRecordComponent") // the arrays are the memory itself; nobody compares them
  private record Parts(byte[][] bytes, int[][] records) {}

  /**
   * Creates an arena of empty arrays, which all empty memtables share.
   *
   * @param byteShift the logarithm of the bytes in a part
   * @param recordShift the same for the ints of records
   */
  Arena(int byteShift, int recordShift) {
    this.byteShift = byteShift;
    this.byteMask = (1 << byteShift) - 1;
    this.recordShift = recordShift;
    this.recordMask = (1 << recordShift) - 1;
  }

  byte[][] bytes() {
    return parts.bytes;
  }

  int[][] records() {
    return parts.records;
  }

  /** Puts an array of bytes into its place: behind the others, or for one that it is a copy of. */
  void setBytes(int part, byte[] array) {
    byte[][] all = Arrays.copyOf(parts.bytes, Math.max(part + 1, parts.bytes.length));
    all[part] = array;
    parts = new Parts(all, parts.records);
  }

  /** Puts an array of records into its place, too. */
  void setRecords(int part, int[] array) {
    int[][] all = Arrays.copyOf(parts.records, Math.max(part + 1, parts.records.length));
    all[part] = array;
    parts = new Parts(parts.bytes, all);
  }

  /** Copies bytes to where nothing leads yet. */
  void store(int to, byte[] from, int offset, int length) {
    System.arraycopy(from, offset, parts.bytes[to >>> byteShift], to & byteMask, length);
  }

  /** The name of what lies somewhere in a part of the bytes. */
  int byteName(int part, int at) {
    return part << byteShift | at;
  }

  /** The name of the record that lies somewhere in a part. */
  int recordName(int part, int at) {
    return part << recordShift | at;
  }

  private int[] part(int record) {
    return parts.records[record >>> recordShift];
  }

  private int get(int record, int field) {
    return part(record)[(record & recordMask) + field];
  }

  private int getAcquire(int record, int field) {
    return (int) INT.getAcquire(part(record), (record & recordMask) + field);
  }

  private void setRelease(int record, int field, int value) {
    INT.setRelease(part(record), (record & recordMask) + field, value);
  }

  /** The record that was made before, or {@link #NONE}. */
  int before(int record) {
    int at = record & recordMask;
    if (at > FIRST_RECORD) {
      return record - RECORD_INTS;
    }
    int part = record >>> recordShift;
    return part == 0 ? NONE : recordName(part - 1, lastRecord(parts.records[part - 1].length));
  }

  /** Where the last record begins that fits an array. */
  private static int lastRecord(int length) {
    return FIRST_RECORD + (length - FIRST_RECORD) / RECORD_INTS * RECORD_INTS - RECORD_INTS;
  }

  /** The array that has a key. */
  byte[] keyBytes(int key) {
    return parts.bytes[get(key, KEY_OFFSET) >>> byteShift];
  }

  /** Where a key is in its array. */
  int keyOffset(int key) {
    return get(key, KEY_OFFSET) & byteMask;
  }

  int keyLength(int key) {
    return get(key, KEY_LENGTH);
  }

  int newest(int key) {
    return getAcquire(key, NEWEST);
  }

  long tag(int version) {
    int[] part = part(version);
    int at = (version & recordMask) + TAG;
    return Integer.toUnsignedLong(part[at]) | (long) part[at + 1] << Integer.SIZE;
  }

  /** The array that has an entry's value. */
  byte[] valueBytes(int version) {
    return parts.bytes[get(version, VALUE_OFFSET) >>> byteShift];
  }

  /** Where a value is in its array. */
  int valueOffset(int version) {
    return get(version, VALUE_OFFSET) & byteMask;
  }

  int valueLength(int version) {
    return get(version, VALUE_LENGTH);
  }

  /** The next older entry of a key, or {@link #NONE} after the first, which is the key itself. */
  int older(int key, int version) {
    return version == key ? NONE : get(version, OLDER);
  }

  int newer(int version) {
    return getAcquire(version, NEWER);
  }

  /** The newest entry of a key at or below a tag, or {@link #NONE}. */
  int newestAtOrBelow(int key, long tag) {
    int version = newest(key);
    while (version != NONE && isAbove(version, tag)) {
      version = towards(key, version, tag);
    }
    return version;
  }

  private boolean isAbove(int version, long tag) {
    return Long.compareUnsigned(tag(version), tag) > 0;
  }

  /** The next step of the search for a tag: an older entry, or {@link #NONE} after the first. */
  int towards(int key, int version, long tag) {
    int leap = version == key ? NONE : get(version, LEAP);
    return leap != NONE && isAbove(leap, tag) ? leap : older(key, version);
  }

  private static int height(int version) {
    int spread = version * SPREAD;
    return Integer.numberOfLeadingZeros((spread ^ spread >>> 15) * SPREAD);
  }

  /** Names the key of a first entry that nothing leads to yet. */
  void describeKey(int key, int offset, int length) {
    int[] part = part(key);
    int at = key & recordMask;
    part[at + KEY_OFFSET] = offset;
    part[at + KEY_LENGTH] = length;
    part[at + NEWEST] = key;
  }

  /** Gives tag and value to an entry that nothing leads to yet. */
  void describeEntry(int version, long tag, int valueOffset, int valueLength) {
    int[] part = part(version);
    int at = version & recordMask;
    part[at + TAG] = (int) tag;
    part[at + TAG + 1] = (int) (tag >>> Integer.SIZE);
    part[at + VALUE_OFFSET] = valueOffset;
    part[at + VALUE_LENGTH] = valueLength;
  }

  /** Puts a described entry before a key's newest one. */
  void prependEntry(int key, int version) {
    int older = newest(key);
    int leap = older;
    while (leap != key && height(leap) <= height(version)) {
      leap = get(leap, LEAP);
    }
    int[] part = part(version);
    int at = version & recordMask;
    part[at + OLDER] = older;
    part[at + KEY_NEGATED] = -key;
    part[at + LEAP] = leap;
    setRelease(key, NEWEST, version);
    setRelease(older, NEWER, version);
  }

  /** The key of an entry: a length is not negative. */
  int keyOf(int version) {
    int length = keyLength(version);
    return length < 0 ? -length : version;
  }

  /** The eight bytes of a key after the first {@code skip}: see {@link EntryOrder#prefix}. */
  long window(int key, int skip) {
    return EntryOrder.prefix(keyBytes(key), keyOffset(key) + skip, keyLength(key) - skip);
  }

  /** Compares a key here with another one; their first {@code skip} bytes are known to be equal. */
  int compare(int key, int skip, byte[] other, int offset, int length) {
    int at = keyOffset(key);
    return Arrays.compareUnsigned(
        keyBytes(key), at + skip, at + keyLength(key), other, offset + skip, offset + length);
  }

  /** Whether a key here is the given one. */
  boolean equals(int key, byte[] other, int offset, int length) {
    int at = keyOffset(key);
    return keyLength(key) == length
        && Arrays.equals(keyBytes(key), at, at + length, other, offset, offset + length);
  }

  /** How many bytes two different keys share at their start. */
  int commonBytes(int a, int b) {
    int atA = keyOffset(a);
    int atB = keyOffset(b);
    return Arrays.mismatch(
        keyBytes(a), atA, atA + keyLength(a), keyBytes(b), atB, atB + keyLength(b));
  }

  /**
   * Touches what a walk over a part of a run will read one key after the other: the records, and
   * both ends of the keys. Keys that came in random order lie anywhere; touched together, they are
   * on their way from memory at the same time, and a walk waits for one of them instead of for
   * each.
   *
   * <p>An empty key may lie after the last byte, hence the bytes before both ends.
   *
   * @param from the index of the first key
   * @param to the index after the last one
   * @return a number that hangs on all that was touched, and means nothing
   */
  int touch(KeyNode run, int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
      sum += get(run.key(i), NEWEST);
    }
    for (int i = from; i < to; i++) {
      int key = run.key(i);
      byte[] part = keyBytes(key);
      int start = keyOffset(key);
      sum += part[Math.max(0, start - 1)] + part[Math.max(0, start + keyLength(key) - 1)];
    }
    return sum;
  }
}
