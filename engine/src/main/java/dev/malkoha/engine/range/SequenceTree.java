package dev.malkoha.engine.range;

import java.util.stream.IntStream;

/**
 * For each of a row of places, the set of sequence numbers that were given to intervals around it,
 * asked for the newest at or below a bound. Immutable.
 *
 * <p>A segment tree (Bentley): an interval is kept at the few nodes whose subtrees it fills, so
 * that n intervals take O(n log n) memory however they are nested. A list for each place would take
 * O(n²) where ranges share an end, as those of a queue do that is trimmed again and again.
 */
final class SequenceTree {

  private final int places;

  /** Node i's sequence numbers, descending, lie from {@code starts[i]} to {@code starts[i + 1]}. */
  private final int[] starts;

  private final long[] sequences;

  private interface NodeAction {
    void on(int node, int interval);
  }

  /**
   * Builds a tree of intervals: number i is from {@code ends[2 * i]} (inclusive) to {@code ends[2 *
   * i + 1]} (exclusive) and has {@code ascending[i]}.
   */
  SequenceTree(int places, int[] ends, long[] ascending) {
    this.places = places;
    this.starts = new int[2 * places + 1];
    forEachNode(ends, (node, interval) -> starts[node + 1]++);
    for (int node = 0; node < 2 * places; node++) {
      starts[node + 1] += starts[node];
    }
    this.sequences = new long[starts[2 * places]];
    int[] next = starts.clone();
    forEachNode(ends, (node, interval) -> sequences[next[node]++] = ascending[interval]);
  }

  /** Visits the nodes of each interval, the interval of the greatest sequence number first. */
  private void forEachNode(int[] ends, NodeAction action) {
    for (int interval = ends.length / 2 - 1; interval >= 0; interval--) {
      int low = ends[2 * interval] + places;
      int high = ends[2 * interval + 1] + places;
      while (low < high) {
        if ((low & 1) == 1) {
          action.on(low++, interval);
        }
        if ((high & 1) == 1) {
          action.on(--high, interval);
        }
        low >>= 1;
        high >>= 1;
      }
    }
  }

  /**
   * The greatest sequence number over each place; 0 where there is none. Without a tree: intervals
   * as above are painted newest first, where each paints only what is still blank. Time grows with
   * their number, however they are nested.
   */
  static long[] newest(int places, int[] ends, long[] ascending) {
    long[] newest = new long[places];
    int[] next = IntStream.rangeClosed(0, places).toArray();
    for (int i = ascending.length - 1; i >= 0; i--) {
      int end = ends[2 * i + 1];
      for (int at = blank(next, ends[2 * i]); at < end; at = blank(next, at)) {
        newest[at] = ascending[i];
        next[at] = at + 1;
      }
    }
    return newest;
  }

  /**
   * The first blank place at or after a place, by the way there from each place (Tarjan's disjoint
   * sets), which is halved for those who ask later.
   */
  private static int blank(int[] next, int from) {
    int at = from;
    while (next[at] != at) {
      next[at] = next[next[at]];
      at = next[at];
    }
    return at;
  }

  /** The greatest sequence number at or below the given one over a place; 0 if there is none. */
  long newestAtOrBelow(int place, long sequence) {
    long newest = 0;
    for (int node = place + places; node > 0; node >>= 1) {
      newest = Math.max(newest, newestAt(node, sequence));
    }
    return newest;
  }

  private long newestAt(int node, long sequence) {
    int low = starts[node];
    int end = starts[node + 1];
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sequences[middle] > sequence) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < end ? sequences[low] : 0;
  }
}
