package dev.malkoha.engine.ingest;

import java.util.Arrays;

/**
 * Puts the places of entries into the order of their keys: by eight bytes of each at a time, those
 * behind what all of them begin with, so that little memory is touched. One thread.
 *
 * <p>The eight bytes are sorted one after the other, the last first, each by counting (Knuth, The
 * Art of Computer Programming 3, 5.2.5); a byte that all have in common costs nothing. What they
 * leave undecided is sorted by the bytes after them, or compared where it is little.
 */
final class KeySort {

  /** So few are compared. */
  private static final int FEW = 24;

  /** Marks keys that go on for eight bytes or more. */
  private static final int GOES_ON = Long.BYTES;

  private static final int VALUES = 1 << Byte.SIZE;

  private final EntryBuffer entries;
  private final int[] counts = new int[VALUES];
  private final int[] places;
  private final int[] otherPlaces;
  private final long[] heads;
  private final long[] otherHeads;

  private KeySort(EntryBuffer entries, int[] places, int count) {
    this.entries = entries;
    this.places = places;
    this.otherPlaces = new int[count];
    this.heads = new long[count];
    this.otherHeads = new long[count];
  }

  /** Sorts {@code count} places, which stand in the order in which their entries came. */
  static void sort(EntryBuffer entries, int[] places, int count) {
    new KeySort(entries, places, count).sort(0, count, 0);
  }

  /** Sorts a part whose keys have some first bytes in common. */
  private void sort(int from, int to, int known) {
    if (to - from <= FEW) {
      insert(from, to);
      return;
    }
    int depth = shared(from, to, known);
    for (int i = from; i < to; i++) {
      heads[i] = entries.headAt(places[i], depth);
    }
    byEnding(from, to, depth);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      byByte(from, to, shift);
    }
    for (int begin = from; begin < to; ) {
      int end = endOfAlike(begin, to, depth);
      if (ending(places[begin], depth) == GOES_ON) {
        sort(begin, end, depth + Long.BYTES);
      } else {
        reverse(begin, end); // the same key
      }
      begin = end;
    }
  }

  /** How many bytes all keys of a part begin with in common. */
  private int shared(int from, int to, int known) {
    int shared = entries.keyLengthAt(places[from]);
    for (int i = from + 1; i < to && shared > known; i++) {
      shared = Math.min(shared, entries.sharedAt(places[from], places[i], known));
    }
    return shared;
  }

  /** How many of the eight bytes a key has: zeros stand for those that it has not. */
  private int ending(int place, int depth) {
    return Math.min(GOES_ON, entries.keyLengthAt(place) - depth);
  }

  private int endOfAlike(int begin, int to, int depth) {
    int ending = ending(places[begin], depth);
    int end = begin + 1;
    while (end < to && heads[end] == heads[begin] && ending(places[end], depth) == ending) {
      end++;
    }
    return end;
  }

  private void byEnding(int from, int to, int depth) {
    clearCounts();
    for (int i = from; i < to; i++) {
      counts[ending(places[i], depth)]++;
    }
    if (counts[GOES_ON] == to - from) {
      return;
    }
    toOffsets(from);
    for (int i = from; i < to; i++) {
      move(i, counts[ending(places[i], depth)]++);
    }
    takeBack(from, to);
  }

  private void byByte(int from, int to, int shift) {
    clearCounts();
    for (int i = from; i < to; i++) {
      counts[digit(heads[i], shift)]++;
    }
    if (counts[digit(heads[from], shift)] == to - from) {
      return;
    }
    toOffsets(from);
    for (int i = from; i < to; i++) {
      move(i, counts[digit(heads[i], shift)]++);
    }
    takeBack(from, to);
  }

  private static int digit(long head, int shift) {
    return (int) (head >>> shift) & (VALUES - 1);
  }

  private void clearCounts() {
    Arrays.fill(counts, 0);
  }

  private void toOffsets(int from) {
    int next = from;
    for (int value = 0; value < VALUES; value++) {
      int count = counts[value];
      counts[value] = next;
      next += count;
    }
  }

  private void move(int from, int to) {
    otherHeads[to] = heads[from];
    otherPlaces[to] = places[from];
  }

  private void takeBack(int from, int to) {
    System.arraycopy(otherHeads, from, heads, from, to - from);
    System.arraycopy(otherPlaces, from, places, from, to - from);
  }

  /**
   * Reverses entries with equal keys, which are still in the order in which they came: the last one
   * must be first.
   */
  private void reverse(int from, int to) {
    for (int low = from, high = to - 1; low < high; low++, high--) {
      int place = places[low];
      places[low] = places[high];
      places[high] = place;
    }
  }

  private void insert(int from, int to) {
    for (int next = from + 1; next < to; next++) {
      int place = places[next];
      int at = next;
      while (at > from && entries.compareAt(places[at - 1], place) > 0) {
        places[at] = places[at - 1];
        at--;
      }
      places[at] = place;
    }
  }
}
