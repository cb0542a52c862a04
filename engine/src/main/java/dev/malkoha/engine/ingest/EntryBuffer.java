package dev.malkoha.engine.ingest;

import dev.malkoha.codec.Bytes;
import java.util.Arrays;

/**
 * Entries in memory, as many as a bound of bytes allows; once sorted, in the order of their keys,
 * and of equal keys the one that came last in front. One thread at a time.
 *
 * <p>Keys and values lie in one array as they came, {@code key length u16, value length u32, key,
 * value}. A merge sort orders their places, by eight bytes of each key behind what all keys begin
 * with, so that it touches little memory.
 */
final class EntryBuffer {

  private static final int HEADER_BYTES = Short.BYTES + Integer.BYTES;

  /** Bytes of a place and of the head of its key, both twice while they are sorted. */
  private static final int OVERHEAD_BYTES = 2 * (Long.BYTES + Integer.BYTES);

  /** Arrays are no larger. */
  private static final long ARRAY_BYTES_MAX = 1 << 30;

  private long bytesMax;
  private byte[] bytes = new byte[1 << 12];
  private int used;
  private int[] places = new int[1 << 8];
  private int count;

  /** Whether each entry so far has a greater key than the one before. */
  private boolean ascending = true;

  /**
   * Creates an empty buffer.
   *
   * @param bytesMax bytes that it may take; one entry always fits
   */
  EntryBuffer(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Adds an entry; false if there is no room. */
  boolean add(byte[] key, byte[] value) {
    if (!makeRoom(key.length, value.length)) {
      return false;
    }
    ascending = ascending && (count == 0 || compareKey(count - 1, key) < 0);
    put(key, value);
    return true;
  }

  private boolean makeRoom(int keyLength, int valueLength) {
    long needed = (long) HEADER_BYTES + keyLength + valueLength;
    boolean fits =
        used + needed + (count + 1L) * OVERHEAD_BYTES <= bytesMax
            && used + needed <= ARRAY_BYTES_MAX;
    if (!fits && count > 0) {
      return false;
    }
    ensureRoom((int) needed);
    return true;
  }

  private void put(byte[] key, byte[] value) {
    int place = used;
    Bytes.putShort(bytes, place, key.length);
    Bytes.putInt(bytes, place + Short.BYTES, value.length);
    System.arraycopy(key, 0, bytes, place + HEADER_BYTES, key.length);
    used = place + HEADER_BYTES + key.length;
    System.arraycopy(value, 0, bytes, used, value.length);
    used += value.length;
    places[count++] = place;
  }

  private void ensureRoom(int more) {
    if (used + more > bytes.length) {
      long most = Math.min(ARRAY_BYTES_MAX, Math.max(bytesMax, bytes.length));
      long grown = Math.max(used + (long) more, Math.min(2L * bytes.length, most));
      bytes = Arrays.copyOf(bytes, (int) grown);
    }
    if (count == places.length) {
      places = Arrays.copyOf(places, 2 * count);
    }
  }

  /** Sets how many bytes it may take from now on, but no fewer than it takes now. */
  void allow(long bytes) {
    bytesMax = bytes;
  }

  /** Removes all entries; true. */
  boolean clear() {
    used = 0;
    count = 0;
    ascending = true;
    return true;
  }

  /** Whether the entries came in the order of their keys, each key once. */
  boolean isAscending() {
    return ascending;
  }

  /** Whether two entries have the same key. */
  boolean isSameKey(int index, int other) {
    return Arrays.equals(key(index), key(other));
  }

  /** Whether there are no entries. */
  boolean isEmpty() {
    return count == 0;
  }

  /** The number of entries. */
  int count() {
    return count;
  }

  /** The first eight bytes of an entry's key. */
  long head(int index) {
    return head(index, 0);
  }

  /** The array that holds keys and values, until entries are added. */
  byte[] bytes() {
    return bytes;
  }

  /** Where an entry's key begins. */
  int keyOffset(int index) {
    return places[index] + HEADER_BYTES;
  }

  /** Bytes of an entry's key. */
  int keyLength(int index) {
    return Bytes.getShort(bytes, places[index]) & 0xFFFF;
  }

  /** Where an entry's value begins. */
  int valueOffset(int index) {
    return keyOffset(index) + keyLength(index);
  }

  /** Bytes of an entry's value. */
  int valueLength(int index) {
    return Bytes.getInt(bytes, places[index] + Short.BYTES);
  }

  /** Compares an entry's key with another one. */
  int compareKey(int index, byte[] key) {
    return Bytes.compare(bytes, keyOffset(index), keyLength(index), key, 0, key.length);
  }

  /** A copy of an entry's key. */
  byte[] key(int index) {
    return Arrays.copyOfRange(bytes, keyOffset(index), keyOffset(index) + keyLength(index));
  }

  /** Sorts the entries: at once if they came in order. */
  void sort() {
    if (!ascending) {
      int shared = sharedByAll();
      long[] heads = new long[count];
      for (int i = 0; i < count; i++) {
        heads[i] = head(i, shared);
      }
      merge(heads.clone(), Arrays.copyOf(places, count), heads, places, 0, count);
    }
  }

  /** How many bytes all keys begin with in common. */
  private int sharedByAll() {
    int first = keyOffset(0);
    int shared = keyLength(0);
    for (int i = 1; i < count && shared > 0; i++) {
      int begin = keyOffset(i);
      int end = begin + Math.min(shared, keyLength(i));
      int differs = Arrays.mismatch(bytes, first, first + shared, bytes, begin, end);
      shared = differs < 0 ? shared : differs;
    }
    return shared;
  }

  /** Eight bytes of a key from some byte of it on, as {@link Bytes#head} has them. */
  private long head(int index, int depth) {
    return Bytes.head(bytes, keyOffset(index) + depth, keyLength(index) - depth);
  }

  /** Merges two sorted halves of a part of the first arrays, equal to that of the others, there. */
  private void merge(long[] heads, int[] from, long[] toHeads, int[] to, int begin, int end) {
    if (end - begin == 1) {
      return;
    }
    int middle = (begin + end) >>> 1;
    merge(toHeads, to, heads, from, begin, middle);
    merge(toHeads, to, heads, from, middle, end);
    int low = begin;
    int high = middle;
    for (int i = begin; i < end; i++) {
      boolean takeLow =
          high == end
              || (low < middle && compare(heads[low], from[low], heads[high], from[high]) < 0);
      int taken = takeLow ? low++ : high++;
      toHeads[i] = heads[taken];
      to[i] = from[taken];
    }
  }

  /** Compares keys by their heads, then whole; of equal keys the later entry is first. */
  private int compare(long headA, int placeA, long headB, int placeB) {
    int byHead = Long.compareUnsigned(headA, headB);
    int byKey = byHead != 0 ? byHead : compareKeys(placeA, placeB);
    return byKey != 0 ? byKey : Integer.compare(placeB, placeA);
  }

  private int compareKeys(int placeA, int placeB) {
    int lengthA = Bytes.getShort(bytes, placeA) & 0xFFFF;
    int lengthB = Bytes.getShort(bytes, placeB) & 0xFFFF;
    return Bytes.compare(
        bytes, placeA + HEADER_BYTES, lengthA, bytes, placeB + HEADER_BYTES, lengthB);
  }

  /** A cursor over a part of a buffer whose entries are in order. */
  static final class BufferCursor extends ForwardCursor {

    private final EntryBuffer buffer;
    private final int from;
    private final int to;
    private int position;

    /** A cursor over the entries from one place to before another. */
    BufferCursor(EntryBuffer buffer, int from, int to) {
      this.buffer = buffer;
      this.from = from;
      this.to = to;
    }

    @Override
    public void seekToFirst() {
      position = from;
      stand();
    }

    @Override
    public void next() {
      position++;
      stand();
    }

    private void stand() {
      if (position < to) {
        standOn(buffer, position);
      } else {
        invalidate();
      }
    }

    @Override
    public void close() {
      invalidate();
    }
  }
}
