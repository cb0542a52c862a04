package dev.malkoha.engine.range;

import module java.base;

import dev.malkoha.sstable.EntryOrder;

/**
 * An immutable set of range deletes, cut at all their ends into disjoint fragments, so that a key's
 * are found by one binary search.
 *
 * <p>Fragment i reaches from bound i (inclusive) to bound i + 1 (exclusive), the last one over all
 * keys that follow; an open end is no bound, but the place behind the last one. Each fragment has
 * its newest sequence number, 0 where nothing covers it, at hand, which is the answer to all
 * readers but those of older snapshots. For these the range deletes are asked one by one, newest
 * first: numbers kept for each fragment would take quadratic memory where ranges share an end.
 */
public final class RangeTombstones {

  /** No range deletes. */
  public static final RangeTombstones NONE =
      new RangeTombstones(List.of(), new byte[0][], new long[0]);

  /** The place of a key below the first bound. */
  static final int BELOW_ALL = -1;

  private final List<RangeTombstone> ascending;
  private final byte[][] bounds;
  private final long[] prefixes;
  private final long[] newest;

  private RangeTombstones(List<RangeTombstone> ascending, byte[][] bounds, long[] newest) {
    this.ascending = ascending;
    this.bounds = bounds;
    this.prefixes =
        Arrays.stream(bounds)
            .mapToLong(bound -> EntryOrder.prefix(bound, 0, bound.length))
            .toArray();
    this.newest = newest;
  }

  /** Merges the fragments of two sets, in linear time. */
  private static RangeTombstones merge(RangeTombstones older, RangeTombstones newer) {
    int most = older.bounds.length + newer.bounds.length;
    byte[][] merged = new byte[most][];
    long[] mergedNewest = new long[most];
    int count = 0;
    for (int i = 0, j = 0; i < older.bounds.length || j < newer.bounds.length; count++) {
      int order = older.compareBounds(i, newer, j);
      merged[count] = order <= 0 ? older.bounds[i] : newer.bounds[j];
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
      mergedNewest[count] = Math.max(older.newestBefore(i), newer.newestBefore(j));
    }
    return new RangeTombstones(
        Stream.concat(older.ascending.stream(), newer.ascending.stream()).toList(),
        Arrays.copyOf(merged, count),
        Arrays.copyOf(mergedNewest, count));
  }

  /** Compares two bounds; a place behind the last one is above all. */
  private int compareBounds(int place, RangeTombstones other, int otherPlace) {
    if (place == bounds.length || otherPlace == other.bounds.length) {
      return place == bounds.length ? 1 : -1;
    }
    byte[] key = other.bounds[otherPlace];
    return compareBound(place, other.prefixes[otherPlace], key, 0, key.length);
  }

  /** The newest of the fragment before a bound; 0 below all. */
  private long newestBefore(int bound) {
    return bound == 0 ? 0 : newest[bound - 1];
  }

  /** Builds the set of the given range deletes, in any order; O(n log n). */
  public static RangeTombstones of(List<RangeTombstone> tombstones) {
    List<RangeTombstone> ascending = new ArrayList<>(tombstones);
    ascending.sort(Comparator.comparingLong(RangeTombstone::sequence));
    return ascending.isEmpty() ? NONE : ofAscending(ascending);
  }

  private static RangeTombstones ofAscending(List<RangeTombstone> ascending) {
    int half = ascending.size() / 2;
    if (half > 0) {
      List<RangeTombstone> newer = ascending.subList(half, ascending.size());
      return merge(ofAscending(ascending.subList(0, half)), ofAscending(newer));
    }
    RangeTombstone one = ascending.getFirst();
    byte[][] bounds =
        one.isOpen() ? new byte[][] {one.from()} : new byte[][] {one.from(), one.to()};
    long[] newest = {one.sequence(), 0};
    return new RangeTombstones(List.of(one), bounds, Arrays.copyOf(newest, bounds.length));
  }

  /** These and newer ones, whose sequence numbers are all above those here; in linear time. */
  public RangeTombstones plus(RangeTombstones newer) {
    if (isEmpty() || newer.isEmpty()) {
      return isEmpty() ? newer : this;
    }
    if (newer.ascending.getFirst().sequence() <= ascending.getLast().sequence()) {
      throw new IllegalArgumentException("range deletes that are not newer");
    }
    return merge(this, newer);
  }

  /**
   * Those that are in force after these, by ascending sequence number; newer ones are merged in.
   */
  public RangeTombstones changedTo(List<RangeTombstone> inForce) {
    int known = ascending.size();
    boolean grows = inForce.size() >= known && inForce.subList(0, known).equals(ascending);
    return grows ? plus(of(inForce.subList(known, inForce.size()))) : of(inForce);
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return ascending.isEmpty();
  }

  /** How many there are. */
  public int count() {
    return ascending.size();
  }

  /** The range deletes that this was built of, by ascending sequence number. */
  public List<RangeTombstone> all() {
    return ascending;
  }

  /** Whether one with a greater sequence number than the given one meets a test. */
  public boolean anyAbove(long sequence, Predicate<RangeTombstone> test) {
    return ascending.reversed().stream()
        .takeWhile(range -> range.sequence() > sequence)
        .anyMatch(test);
  }

  /** The range deletes that newer ones cover whole: no key has them as its newest. */
  public Stream<RangeTombstone> superseded() {
    Set<Long> newestOnes = Arrays.stream(newest).boxed().collect(Collectors.toSet());
    return ascending.stream().filter(range -> !newestOnes.contains(range.sequence()));
  }

  /**
   * The newest range delete of a key as of a sequence number: an entry of the key with a smaller
   * sequence number than the answer is deleted for readers there.
   *
   * @return the greatest sequence number at or below {@code sequence} of a range that covers the
   *     key; 0 if none does
   */
  public long covering(byte[] key, int offset, int length, long sequence) {
    return covering(EntryOrder.prefix(key, offset, length), key, offset, length, sequence);
  }

  /** {@link #covering(byte[], int, int, long)} for a key whose prefix is at hand. */
  public long covering(long prefix, byte[] key, int offset, int length, long sequence) {
    return at(find(prefix, key, offset, length), sequence);
  }

  /**
   * What covers each key of a closed interval: entries in it with a smaller sequence number than
   * the answer are deleted for readers at {@code sequence}.
   *
   * @return 0 if some key of the interval is not covered
   */
  public long coveringAll(byte[] smallest, byte[] largest, long sequence) {
    int last = find(largest);
    long oldest = Long.MAX_VALUE;
    for (int place = find(smallest); place <= last && oldest > 0; place++) {
      oldest = Math.min(oldest, at(place, sequence));
    }
    return oldest;
  }

  /** Whether a range delete covers any key of a closed interval. */
  public boolean touches(byte[] smallest, byte[] largest) {
    return IntStream.rangeClosed(find(smallest), find(largest)).anyMatch(this::isCovered);
  }

  private int find(byte[] key) {
    return find(EntryOrder.prefix(key, 0, key.length), key, 0, key.length);
  }

  /** The fragment that a key lies in, or {@link #BELOW_ALL}. */
  int find(long prefix, byte[] key, int offset, int length) {
    int low = 0;
    int high = bounds.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compareBound(middle, prefix, key, offset, length) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /** Compares a bound with a key. */
  int compareBound(int bound, long prefix, byte[] key, int offset, int length) {
    byte[] other = bounds[bound];
    return EntryOrder.compareKeys(
        prefixes[bound], other, 0, other.length, prefix, key, offset, length);
  }

  /** How many bounds there are. */
  int bounds() {
    return bounds.length;
  }

  /** A bound. */
  byte[] bound(int place) {
    return bounds[place];
  }

  /** Whether anything covers a fragment. */
  boolean isCovered(int place) {
    return place != BELOW_ALL && newest[place] > 0;
  }

  /** The newest sequence number at or below the given one that covers a fragment, or 0. */
  long at(int place, long sequence) {
    if (place == BELOW_ALL || newest[place] <= sequence) {
      return place == BELOW_ALL ? 0 : newest[place];
    }
    for (RangeTombstone range : ascending.subList(0, countUpTo(sequence)).reversed()) {
      if (range.covers(bounds[place])) {
        return range.sequence();
      }
    }
    return 0;
  }

  /** How many have at most this sequence number. */
  private int countUpTo(long sequence) {
    int low = 0;
    int high = ascending.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending.get(middle).sequence() <= sequence) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Range deletes that are asked which of them covers a key. */
  public interface RangeCover {

    /**
     * The greatest sequence number at or below the given one of a range delete that covers a key,
     * whose prefix is given too; 0 if none does.
     */
    long covering(long prefix, byte[] key, int offset, int length, long sequence);
  }
}
