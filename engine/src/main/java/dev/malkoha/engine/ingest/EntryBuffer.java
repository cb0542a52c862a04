package dev.malkoha.engine.ingest;

import module java.base;

import dev.malkoha.codec.Bytes;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.sstable.EntryCursor;
import org.jspecify.annotations.Nullable;

/**
 * Entries in memory, as many as a bound of bytes allows; once sorted, in the order of their keys,
 * and of equal keys the one that came last in front. One thread at a time.
 *
 * <p>Keys and values lie in one array as they came, {@code key length u16, value length u31,
 * whether it expires u1, key, value}. A merge sort orders their places, by eight bytes of each key
 * behind what all keys begin with, so that it touches little memory.
 */
final class EntryBuffer {

  private static final int HEADER_BYTES = Short.BYTES + Integer.BYTES;

  /** Bytes of a place and of the head of its key, both twice while they are sorted. */
  private static final int OVERHEAD_BYTES = 2 * (Long.BYTES + Integer.BYTES);

  /** Arrays are no larger. */
  private static final long ARRAY_BYTES_MAX = 1 << 30;

  /**
   * The tag of all entries that are being ingested: their sequence number is known only at the end.
   */
  static final long TAG = EntryKind.tag(0, EntryKind.PUT);

  /** The tag of those whose value begins with when it expires. */
  private static final long TAG_UNTIL = EntryKind.tag(0, EntryKind.PUT_UNTIL);

  private static final int UNTIL = 1 << 31;

  private byte[] bytes = new byte[1 << 12];
  private int used;
  private int[] places = new int[1 << 8];
  private int count;

  /** Whether each entry so far has a greater key than the one before. */
  private boolean ascending = true;

  /**
   * Adds an entry; false if there is no room.
   *
   * @param expires whether the value begins with when it does
   * @param bytesMax bytes that the buffer may take; one entry always fits
   */
  boolean add(byte[] key, byte[] value, boolean expires, long bytesMax) {
    long needed = (long) HEADER_BYTES + key.length + value.length;
    long most = Math.min(bytesMax, ARRAY_BYTES_MAX);
    if (count > 0 && used + needed + (count + 1L) * OVERHEAD_BYTES > most) {
      return false;
    }
    ensureRoom((int) needed, most);
    ascending = ascending && (count == 0 || compareKey(count - 1, key) < 0);
    places[count++] = used;
    Bytes.putShort(bytes, used, key.length);
    Bytes.putInt(bytes, used + Short.BYTES, expires ? value.length | UNTIL : value.length);
    System.arraycopy(key, 0, bytes, used + HEADER_BYTES, key.length);
    System.arraycopy(value, 0, bytes, used + HEADER_BYTES + key.length, value.length);
    used += (int) needed;
    return true;
  }

  private void ensureRoom(int more, long most) {
    if (used + more > bytes.length) {
      long grown = Math.max(used + (long) more, Math.min(2L * bytes.length, most));
      bytes = Arrays.copyOf(bytes, (int) grown);
    }
    if (count == places.length) {
      places = Arrays.copyOf(places, 2 * count);
    }
  }

  /** Removes all entries. */
  void clear() {
    used = 0;
    count = 0;
    ascending = true;
  }

  /** Replaces the entries by the next ones; tells whether these go on in order. */
  private boolean goesOn(Consumer<EntryBuffer> filling) {
    byte[] last = key(count - 1);
    clear();
    filling.accept(this);
    return count > 0 && ascending && compareKey(0, last) > 0;
  }

  /** Whether the entries came in the order of their keys, each key once. */
  boolean isAscending() {
    return ascending;
  }

  /** The number of entries. */
  int count() {
    return count;
  }

  private int keyOffset(int index) {
    return places[index] + HEADER_BYTES;
  }

  private int keyLength(int index) {
    return Bytes.getShort(bytes, places[index]) & 0xFFFF;
  }

  private int valueOffset(int index) {
    return keyOffset(index) + keyLength(index);
  }

  private int valueLength(int index) {
    return Bytes.getInt(bytes, places[index] + Short.BYTES) & ~UNTIL;
  }

  private long tag(int index) {
    return Bytes.getInt(bytes, places[index] + Short.BYTES) < 0 ? TAG_UNTIL : TAG;
  }

  private int compareKey(int index, byte[] key) {
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

  /** A cursor over the entries, which are in order. */
  EntryCursor cursor() {
    return new BufferCursor(this, null);
  }

  /**
   * A cursor over the entries, which are in order, and over those that follow for as long as they
   * go on in that order. What does not is here after that.
   *
   * @param filling fills the empty buffer with more
   */
  EntryCursor cursorOn(Consumer<EntryBuffer> filling) {
    return new BufferCursor(this, filling);
  }

  /** A cursor over the entries of a buffer, which may be filled again at their end. */
  private static final class BufferCursor extends EntryCursor {

    private final EntryBuffer buffer;
    private final @Nullable Consumer<EntryBuffer> filling;
    private int position;

    BufferCursor(EntryBuffer buffer, @Nullable Consumer<EntryBuffer> filling) {
      this.buffer = buffer;
      this.filling = filling;
    }

    @Override
    public void seekToFirst() {
      stand(0);
    }

    @Override
    public void seek(byte[] key, int offset, int length, long tag) {
      byte[] sought = Arrays.copyOfRange(key, offset, offset + length);
      int low = 0;
      int high = buffer.count;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (buffer.compareKey(middle, sought) < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      stand(low);
    }

    @Override
    public void next() {
      stand(position + 1);
    }

    private void stand(int index) {
      position = index;
      if (index < buffer.count) {
        int key = buffer.keyOffset(index);
        standOnKey(buffer.head(index, 0), buffer.bytes, key, buffer.keyLength(index));
        standOnEntry(
            buffer.tag(index), buffer.bytes, buffer.valueOffset(index), buffer.valueLength(index));
      } else if (filling != null && buffer.goesOn(filling)) {
        stand(0);
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
