package dev.malkoha.engine.ingest;

/**
 * Puts the places of entries into the order of their keys: by eight bytes of each at a time, those
 * behind what all of them begin with, so that little memory is touched. What they leave undecided
 * is sorted by the bytes after them, or by whole keys where it is little. One thread.
 */
final class KeySort {

  /** The most entries that are compared by whole keys. */
  private static final int FEW = 24;

  private final EntryBuffer entries;
  private final int[] places;
  private final int[] otherPlaces;
  private final long[] heads;
  private final long[] otherHeads;

  /** Whether whole keys are compared now, and not heads. */
  private boolean byKeys;

  private KeySort(EntryBuffer entries, int[] places, int count) {
    this.entries = entries;
    this.places = places;
    this.otherPlaces = new int[count];
    this.heads = new long[count];
    this.otherHeads = new long[count];
  }

  /** Sorts {@code count} places, which stand in the order in which their entries came. */
  static void sort(EntryBuffer entries, int[] places, int count) {
    if (count > 1) {
      new KeySort(entries, places, count).sort(0, count, 0);
    }
  }

  /** Sorts a part whose keys have some first bytes in common. */
  private void sort(int from, int to, int known) {
    int depth = shared(from, to, known);
    for (int i = from; i < to; i++) {
      heads[i] = entries.headAt(places[i], depth);
    }
    sort(from, to, false);
    for (int begin = from; begin < to; ) {
      int end = begin + 1;
      boolean goOn = goesOn(begin, depth);
      while (end < to && heads[end] == heads[begin]) {
        goOn &= goesOn(end++, depth);
      }
      if (goOn && end - begin > FEW) {
        sort(begin, end, depth + Long.BYTES);
      } else if (end - begin > 1) {
        sort(begin, end, true); // of a key that comes several times, the last entry is the first
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

  /** Whether a key has all of the eight bytes: zeros stand for those that it has not. */
  private boolean goesOn(int index, int depth) {
    return entries.keyLengthAt(places[index]) >= depth + Long.BYTES;
  }

  private void sort(int from, int to, boolean keys) {
    byKeys = keys;
    System.arraycopy(heads, from, otherHeads, from, to - from);
    System.arraycopy(places, from, otherPlaces, from, to - from);
    merge(otherHeads, otherPlaces, heads, places, from, to);
  }

  /** Merges two sorted halves of a part of the first arrays, equal to that of the others, there. */
  private void merge(long[] heads, int[] places, long[] toHeads, int[] toPlaces, int from, int to) {
    if (to - from == 1) {
      return;
    }
    int middle = (from + to) >>> 1;
    merge(toHeads, toPlaces, heads, places, from, middle);
    merge(toHeads, toPlaces, heads, places, middle, to);
    int low = from;
    int high = middle;
    for (int i = from; i < to; i++) {
      boolean takeLow =
          low < middle
              && (high == to
                  || (byKeys
                      ? entries.compareAt(places[low], places[high]) < 0
                      : Long.compareUnsigned(heads[low], heads[high]) <= 0));
      int taken = takeLow ? low++ : high++;
      toHeads[i] = heads[taken];
      toPlaces[i] = places[taken];
    }
  }
}
