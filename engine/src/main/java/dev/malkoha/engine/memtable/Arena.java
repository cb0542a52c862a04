package dev.malkoha.engine.memtable;

import module java.base;

import dev.malkoha.sstable.EntryOrder;

/**
 * The memory of one memtable: key and value bytes, and the records that describe them.
 *
 * <p>Keys and values lie in one part each.
 *
 * <p>A record is {@value #RECORD_INTS} ints, named by where its first is; 0 names none. Each entry
 * has one. The first entry of a key also stands for the key itself, so that a key with one entry
 * takes one record; further entries are linked before it. Only {@code newest} and {@code newer}
 * change after a record is published: they are written with release and read with acquire
 * semantics, and everything else is written before the first link to the record.
 *
 * <p>A thread that has a record's name by an acquiring read finds the record and its bytes in the
 * arrays that it looks up afterwards ({@link Parts}).
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

  private static final byte[][] NO_BYTES = new byte[1][0];
  private static final int[][] NO_RECORDS = new int[1][FIRST_RECORD];

  private static final int BYTE_PARTS_MAX = 1 << 10;
  private static final int RECORD_PARTS_MAX = 1 << 11;

  /** Keys and values. */
  final Parts<byte[]> bytes;

  final Parts<int[]> records;
  private int lastRecord = NONE; // used by the writing thread alone

  Arena(PartGrowth growth) {
    SpareParts source = growth.source();
    bytes = new Parts<>(growth, source::bytes, Byte.BYTES, BYTE_PARTS_MAX, NO_BYTES);
    records = new Parts<>(growth, source::ints, Integer.BYTES, RECORD_PARTS_MAX, NO_RECORDS);
  }

  /** The memory in use, in bytes. */
  long used() {
    return bytes.used() + records.used() * Integer.BYTES;
  }

  /**
   * Makes room for records and for bytes, so that taking them cannot fail: where it grows by parts,
   * for no more than one record, whose bytes will lie side by side.
   */
  void reserve(int entries, long more) {
    records.reserve((long) entries * RECORD_INTS);
    bytes.reserve(more);
  }

  /** Takes the reserved record. */
  int takeRecord() {
    lastRecord = records.take(RECORD_INTS);
    return lastRecord;
  }

  /** The record that was taken last, or {@link #NONE}. */
  int lastRecord() {
    return lastRecord;
  }

  /** Copies into reserved bytes, to which nothing leads yet; returns where they are. */
  int store(byte[] from, int offset, int length) {
    int at = bytes.take(length);
    System.arraycopy(from, offset, bytes.array(at), bytes.place(at), length);
    return at;
  }

  private int get(int record, int field) {
    return records.array(record)[records.place(record) + field];
  }

  private int getAcquire(int record, int field) {
    return (int) INT.getAcquire(records.array(record), records.place(record) + field);
  }

  private void setRelease(int record, int field, int value) {
    INT.setRelease(records.array(record), records.place(record) + field, value);
  }

  /** The record that was made before, or {@link #NONE}. */
  int before(int record) {
    if (records.place(record) > FIRST_RECORD) {
      return record - RECORD_INTS;
    }
    int end = records.endBefore(record, NONE);
    return end == NONE
        ? NONE
        : end - RECORD_INTS - (records.place(end) - FIRST_RECORD) % RECORD_INTS;
  }

  /** The array that has a key. */
  byte[] keyBytes(int key) {
    return bytes.array(get(key, KEY_OFFSET));
  }

  /** Where a key is in its array. */
  int keyOffset(int key) {
    return bytes.place(get(key, KEY_OFFSET));
  }

  int keyLength(int key) {
    return get(key, KEY_LENGTH);
  }

  int newest(int key) {
    return getAcquire(key, NEWEST);
  }

  long tag(int version) {
    int[] part = records.array(version);
    int at = records.place(version) + TAG;
    return Integer.toUnsignedLong(part[at]) | (long) part[at + 1] << Integer.SIZE;
  }

  /** The array that has an entry's value. */
  byte[] valueBytes(int version) {
    return bytes.array(get(version, VALUE_OFFSET));
  }

  /** Where a value is in its array. */
  int valueOffset(int version) {
    return bytes.place(get(version, VALUE_OFFSET));
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
    int[] part = records.array(key);
    int at = records.place(key);
    part[at + KEY_OFFSET] = offset;
    part[at + KEY_LENGTH] = length;
    part[at + NEWEST] = key;
  }

  /** Gives tag and value to an entry that nothing leads to yet. */
  void describeEntry(int version, long tag, int valueOffset, int valueLength) {
    int[] part = records.array(version);
    int at = records.place(version);
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
    int[] part = records.array(version);
    int at = records.place(version);
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
