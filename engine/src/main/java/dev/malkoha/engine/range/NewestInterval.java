package dev.malkoha.engine.range;

/**
 * For each of a row of places, the newest of the intervals around it: painted newest first, where
 * each paints only what is still blank. Time grows with the number of intervals, however they are
 * nested.
 */
final class NewestInterval {

  /** From each place the way to the first blank one at or behind it (Tarjan's disjoint sets). */
  private final int[] next;

  private NewestInterval(int places) {
    next = new int[places + 1];
    for (int place = 0; place <= places; place++) {
      next[place] = place;
    }
  }

  /**
   * The number of the newest interval over each place; 0 where there is none. Interval i is from
   * {@code ends[2 * i]} (inclusive) to {@code ends[2 * i + 1]} (exclusive) and has {@code
   * ascending[i]}.
   */
  static long[] over(int places, int[] ends, long[] ascending) {
    long[] newest = new long[places];
    NewestInterval blank = new NewestInterval(places);
    for (int i = ascending.length - 1; i >= 0; i--) {
      int end = ends[2 * i + 1];
      for (int place = blank.from(ends[2 * i]); place < end; place = blank.from(place)) {
        newest[place] = ascending[i];
        blank.next[place] = place + 1;
      }
    }
    return newest;
  }

  /** The first blank place at or behind a place. Halves the way to it for those who ask later. */
  private int from(int place) {
    int at = place;
    while (next[at] != at) {
      next[at] = next[next[at]];
      at = next[at];
    }
    return at;
  }
}
