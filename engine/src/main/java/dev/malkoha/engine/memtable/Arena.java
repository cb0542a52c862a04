package dev.malkoha.engine.memtable;

import dev.malkoha.sstable.EntryOrder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The memory of one memtable: key and value bytes, the records that describe them, and the slots of
 * the hash index.
 *
 * <p>A record is {@value #RECORD_INTS} ints in {@link #records}, named by the index of its first; 0
 * names none. Each entry has one. The first entry of a key also stands for the key itself, so that
 * a key with one entry takes one record; further entries are linked in front of it. Only {@code
 * newest} and {@code newer} change after a record is published: they are written with release and
 * read with acquire semantics, and everything else is written before the first link to the record.
 *
 * <p>The arrays grow by replacement of the whole arena ({@link Memory}), so that a reader that
 * holds one sees a consistent state: every record in it describes bytes that are in it.
 *
 * <pre>
 * first entry   := key offset, key length, newest, rest
 * further entry := older, key negated, unused, rest
 * rest          := tag low, tag high, value offset, value length, newer
 * </pre>
 */
@SuppressWarnings(
    "ArrayRecordComponent") // the arrays are the memory itself; nobody compares arenas
record Arena(byte[] bytes, int[] records, long[] index) {

  /** The name of no record. */
  static final int NONE = 0;

  private static final int KEY_OFFSET = 0;
  private static final int OLDER = KEY_OFFSET;
  private static final int KEY_LENGTH = KEY_OFFSET + 1;
  private static final int KEY_NEGATED = KEY_LENGTH;
  private static final int NEWEST = KEY_LENGTH + 1;
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
  private static final VarHandle LONG = MethodHandles.arrayElementVarHandle(long[].class);

  int keyOffset(int key) {
    return records[key + KEY_OFFSET];
  }

  int keyLength(int key) {
    return records[key + KEY_LENGTH];
  }

  int newest(int key) {
    return (int) INT.getAcquire(records, key + NEWEST);
  }

  long tag(int version) {
    int at = version + TAG;
    return Integer.toUnsignedLong(records[at]) | (long) records[at + 1] << Integer.SIZE;
  }

  int valueOffset(int version) {
    return records[version + VALUE_OFFSET];
  }

  int valueLength(int version) {
    return records[version + VALUE_LENGTH];
  }

  /** The next older entry of a key, or {@link #NONE} behind the first, which is the key itself. */
  int older(int key, int version) {
    return version == key ? NONE : records[version + OLDER];
  }

  int newer(int version) {
    return (int) INT.getAcquire(records, version + NEWER);
  }

  /** The newest entry of a key at or below a tag, or {@link #NONE}. */
  int newestAtOrBelow(int key, long tag) {
    int version = newest(key);
    while (version != NONE && Long.compareUnsigned(tag(version), tag) > 0) {
      version = older(key, version);
    }
    return version;
  }

  /** Names the key of a first entry that nothing leads to yet. */
  void describeKey(int key, int offset, int length) {
    records[key + KEY_OFFSET] = offset;
    records[key + KEY_LENGTH] = length;
    records[key + NEWEST] = key;
  }

  /** Gives tag and value to an entry that nothing leads to yet. */
  void describeEntry(int version, long tag, int valueOffset, int valueLength) {
    records[version + TAG] = (int) tag;
    records[version + TAG + 1] = (int) (tag >>> Integer.SIZE);
    records[version + VALUE_OFFSET] = valueOffset;
    records[version + VALUE_LENGTH] = valueLength;
  }

  /** Puts a described entry in front of a key's newest one. */
  void prependEntry(int key, int version) {
    int older = newest(key);
    records[version + OLDER] = older;
    records[version + KEY_NEGATED] = -key;
    INT.setRelease(records, key + NEWEST, version);
    INT.setRelease(records, older + NEWER, version);
  }

  /** The key of an entry: a length is not negative. */
  int keyOf(int version) {
    int length = keyLength(version);
    return length < 0 ? -length : version;
  }

  /** The eight bytes of a key behind the first {@code skip}: see {@link EntryOrder#prefix}. */
  long window(int key, int skip) {
    return EntryOrder.prefix(bytes, keyOffset(key) + skip, keyLength(key) - skip);
  }

  /** Compares a key here with another one; their first {@code skip} bytes are known to be equal. */
  int compare(int key, int skip, byte[] other, int offset, int length) {
    int at = keyOffset(key);
    return Arrays.compareUnsigned(
        bytes, at + skip, at + keyLength(key), other, offset + skip, offset + length);
  }

  /** Whether a key here is the given one. */
  boolean equals(int key, byte[] other, int offset, int length) {
    int at = keyOffset(key);
    return keyLength(key) == length
        && Arrays.equals(bytes, at, at + length, other, offset, offset + length);
  }

  /** How many bytes two different keys share at their start. */
  int commonBytes(int a, int b) {
    int atA = keyOffset(a);
    int atB = keyOffset(b);
    return Arrays.mismatch(bytes, atA, atA + keyLength(a), bytes, atB, atB + keyLength(b));
  }

  /**
   * Touches what a walk over a run will read one key after the other: the records, and both ends of
   * the keys. Keys that came in random order lie anywhere; touched together, they are on their way
   * from memory at the same time, and a walk waits for one of them instead of for each.
   *
   * <p>An empty key may lie behind the last byte, hence the bytes in front of both ends.
   *
   * @return a number that hangs on all that was touched, and means nothing
   */
  int touch(KeyRun run) {
    int sum = 0;
    for (int i = 0; i < run.count(); i++) {
      sum += records[run.key(i) + NEWEST];
    }
    for (int i = 0; i < run.count(); i++) {
      int key = run.key(i);
      int start = keyOffset(key);
      sum += bytes[Math.max(0, start - 1)] + bytes[Math.max(0, start + keyLength(key) - 1)];
    }
    return sum;
  }

  long indexEntry(int slot) {
    return (long) LONG.getAcquire(index, slot);
  }

  void setIndexEntry(int slot, long entry) {
    LONG.setRelease(index, slot, entry);
  }
}
