package dev.malkoha.engine.ingest;

import dev.malkoha.codec.Bytes;
import dev.malkoha.sstable.EntryCursor;
import java.util.Arrays;

/**
 * Entries in memory, as many as a bound of bytes allows; once sorted, in the order of their keys,
 * and of equal keys the one that came last in front. One thread.
 *
 * <p>Keys and values lie in one array as they came, {@code key length u16, value length u32, key,
 * value}; what is sorted are their places and, beside them, the first eight bytes of the keys.
 */
final class EntryBuffer {

  private static final int HEADER_BYTES = Short.BYTES + Integer.BYTES;

  /** A head and a place, twice while they are sorted. */
  private static final int BESIDES = 2 * (Long.BYTES + Integer.BYTES);

  /** Arrays are no larger. */
  private static final long ARRAY_BYTES_MAX = 1 << 30;

  /** So few are sorted by insertion. */
  private static final int INSERTED = 8;

  private final long bytesMax;
  private byte[] bytes = new byte[1 << 12];
  private int used;
  private long[] heads = new long[1 << 8];
  private int[] places = new int[1 << 8];
  private int count;

  /** Whether each entry so far has a greater key than the one before. */
  private boolean ascending = true;

  /**
   * Creates an empty buffer.
   *
   * @param bytesMax what it may take, but for one entry, of which there is always room for
   */
  EntryBuffer(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Adds an entry; false if there is no room. */
  boolean add(byte[] key, byte[] value) {
    if (!makeRoom(key.length, value.length)) {
      return false;
    }
    put(Bytes.head(key, 0, key.length), key, 0, key.length, value, 0, value.length);
    ascending = ascending && (count == 1 || compare(count - 2, count - 1) < 0);
    return true;
  }

  /** Adds the entry of a cursor to others that need no sorting; false if there is no room. */
  boolean append(EntryCursor entry) {
    if (!makeRoom(entry.keyLength(), entry.valueLength())) {
      return false;
    }
    put(
        entry.keyPrefix(),
        entry.keyBuffer(),
        entry.keyOffset(),
        entry.keyLength(),
        entry.valueBuffer(),
        entry.valueOffset(),
        entry.valueLength());
    return true;
  }

  private boolean makeRoom(int keyLength, int valueLength) {
    long needed = (long) HEADER_BYTES + keyLength + valueLength;
    boolean fits =
        used + needed + (count + 1L) * BESIDES <= bytesMax && used + needed <= ARRAY_BYTES_MAX;
    if (!fits && count > 0) {
      return false;
    }
    ensureRoom((int) needed);
    return true;
  }

  private void put(
      long head,
      byte[] key,
      int keyOffset,
      int keyLength,
      byte[] value,
      int valueOffset,
      int valueLength) {
    int place = used;
    Bytes.putShort(bytes, place, keyLength);
    Bytes.putInt(bytes, place + Short.BYTES, valueLength);
    System.arraycopy(key, keyOffset, bytes, place + HEADER_BYTES, keyLength);
    System.arraycopy(value, valueOffset, bytes, place + HEADER_BYTES + keyLength, valueLength);
    used = place + HEADER_BYTES + keyLength + valueLength;
    heads[count] = head;
    places[count] = place;
    count++;
  }

  private void ensureRoom(int more) {
    if (used + more > bytes.length) {
      long most = Math.min(ARRAY_BYTES_MAX, Math.max(bytesMax, bytes.length));
      long grown = Math.max(used + (long) more, Math.min(2L * bytes.length, most));
      bytes = Arrays.copyOf(bytes, (int) grown);
    }
    if (count == places.length) {
      heads = Arrays.copyOf(heads, 2 * count);
      places = Arrays.copyOf(places, 2 * count);
    }
  }

  /** Removes all entries. */
  void clear() {
    used = 0;
    count = 0;
    ascending = true;
  }

  /** Whether the entries came in the order of their keys, each key once. */
  boolean isAscending() {
    return ascending;
  }

  /** The number of entries. */
  int count() {
    return count;
  }

  /** The first eight bytes of an entry's key. */
  long head(int index) {
    return heads[index];
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
    return keyLengthAt(places[index]);
  }

  private int keyLengthAt(int place) {
    return Bytes.getShort(bytes, place) & 0xFFFF;
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

  private int compare(int a, int b) {
    return compare(heads[a], places[a], heads[b], places[b]);
  }

  /** By key, and of equal keys the later one first. */
  private int compare(long headA, int placeA, long headB, int placeB) {
    if (headA != headB) {
      return Long.compareUnsigned(headA, headB);
    }
    int lengthA = keyLengthAt(placeA);
    int lengthB = keyLengthAt(placeB);
    int byKey =
        Bytes.compare(bytes, placeA + HEADER_BYTES, lengthA, bytes, placeB + HEADER_BYTES, lengthB);
    return byKey != 0 ? byKey : Integer.compare(placeB, placeA);
  }

  /** Sorts the entries: at once if they came in order. */
  void sort() {
    if (ascending) {
      return;
    }
    for (int from = 0; from < count; from += INSERTED) {
      insert(from, Math.min(from + INSERTED, count));
    }
    long[] otherHeads = new long[heads.length];
    int[] otherPlaces = new int[places.length];
    for (int width = INSERTED; width < count; width *= 2) {
      for (int from = 0; from < count; from += 2 * width) {
        int middle = Math.min(from + width, count);
        merge(from, middle, Math.min(middle + width, count), otherHeads, otherPlaces);
      }
      long[] sortedHeads = otherHeads;
      otherHeads = heads;
      heads = sortedHeads;
      int[] sortedPlaces = otherPlaces;
      otherPlaces = places;
      places = sortedPlaces;
    }
  }

  private void insert(int from, int to) {
    for (int next = from + 1; next < to; next++) {
      long head = heads[next];
      int place = places[next];
      int at = next;
      while (at > from && compare(heads[at - 1], places[at - 1], head, place) > 0) {
        heads[at] = heads[at - 1];
        places[at] = places[at - 1];
        at--;
      }
      heads[at] = head;
      places[at] = place;
    }
  }

  /** Merges two neighbouring sorted parts into the same part of other arrays. */
  private void merge(int from, int middle, int to, long[] toHeads, int[] toPlaces) {
    if (middle == to || compare(middle - 1, middle) < 0) {
      System.arraycopy(heads, from, toHeads, from, to - from);
      System.arraycopy(places, from, toPlaces, from, to - from);
      return;
    }
    int left = from;
    int right = middle;
    for (int at = from; at < to; at++) {
      boolean takeLeft = right == to || (left < middle && compare(left, right) < 0);
      int taken = takeLeft ? left++ : right++;
      toHeads[at] = heads[taken];
      toPlaces[at] = places[taken];
    }
  }
}
