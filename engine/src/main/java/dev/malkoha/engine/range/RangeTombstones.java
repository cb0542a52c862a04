package dev.malkoha.engine.range;

import dev.malkoha.sstable.EntryOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set of range deletes, cut at all their ends into disjoint fragments, so that a key's
 * are found by one binary search.
 *
 * <p>Fragment i reaches from bound i (inclusive) to bound i + 1 (exclusive), the last one over all
 * keys that follow; an open end is no bound, but the place behind the last one. Each fragment has
 * its newest sequence number, 0 where nothing covers it, at hand, which is the answer to all
 * readers but those of older snapshots. For these there is a {@link SequenceTree}, built when the
 * first of them asks: it costs more than all the rest.
 */
public final class RangeTombstones {

  /** No range deletes. */
  public static final RangeTombstones NONE = new RangeTombstones(List.of());

  /** The place of a key below the first bound. */
  static final int BELOW_ALL = -1;

  private static final int OPEN = -1;

  /** With fewer range deletes for a bound than this it pays to cut the bounds anew. */
  private static final double NEEDED_SHARE = 0.25;

  private final List<RangeTombstone> ascending;
  private final byte[][] bounds;
  private final long[] prefixes;
  private final long[] newest;

  /** The places of the bounds that the ends of each range delete are; of open ones their number. */
  private final int[] places;

  private volatile @Nullable SequenceTree sequences;

  /** One end of a range delete: number 2 i and 2 i + 1 are the first and the second of range i. */
  @SuppressWarnings("ArrayRecordComponent") // compared by its own method alone
  private record End(int number, byte[] key, long prefix) {

    static End of(int number, byte[] key) {
      return new End(number, key, EntryOrder.prefix(key, 0, key.length));
    }

    static int compare(End a, End b) {
      return EntryOrder.compareKeys(
          a.prefix, a.key, 0, a.key.length, b.prefix, b.key, 0, b.key.length);
    }
  }

  private RangeTombstones(List<RangeTombstone> ascending) {
    this.ascending = ascending;
    List<End> ends = sortedEnds(ascending);
    this.places = new int[2 * ascending.size()];
    int count = place(ends, places);
    this.bounds = new byte[count][];
    this.prefixes = new long[count];
    for (End end : ends) {
      bounds[places[end.number()]] = end.key();
      prefixes[places[end.number()]] = end.prefix();
    }
    this.newest = SequenceTree.newest(count, places, sequenceNumbers());
  }

  private RangeTombstones(
      List<RangeTombstone> ascending,
      byte[][] bounds,
      long[] prefixes,
      long[] newest,
      int[] places) {
    this.ascending = ascending;
    this.bounds = bounds;
    this.prefixes = prefixes;
    this.newest = newest;
    this.places = places;
  }

  private long[] sequenceNumbers() {
    return sequenceNumbers(ascending);
  }

  private static long[] sequenceNumbers(List<RangeTombstone> ascending) {
    return ascending.stream().mapToLong(RangeTombstone::sequence).toArray();
  }

  /** First ends, then second ones, each often in order already: sorting then takes linear time. */
  private static List<End> sortedEnds(List<RangeTombstone> tombstones) {
    List<End> ends = new ArrayList<>(2 * tombstones.size());
    for (int i = 0; i < tombstones.size(); i++) {
      ends.add(End.of(2 * i, tombstones.get(i).from()));
    }
    for (int i = 0; i < tombstones.size(); i++) {
      if (!tombstones.get(i).isOpen()) {
        ends.add(End.of(2 * i + 1, tombstones.get(i).to()));
      }
    }
    ends.sort(End::compare);
    return ends;
  }

  /** Notes the bound that each end is, by its number; returns how many there are. */
  private static int place(List<End> sorted, int[] places) {
    Arrays.fill(places, OPEN);
    int count = 0;
    for (int i = 0; i < sorted.size(); i++) {
      if (i == 0 || End.compare(sorted.get(i - 1), sorted.get(i)) != 0) {
        count++;
      }
      places[sorted.get(i).number()] = count - 1;
    }
    int behind = count;
    Arrays.setAll(places, i -> places[i] == OPEN ? behind : places[i]);
    return count;
  }

  /** Builds the set of the given range deletes, in any order; O(n log n). */
  public static RangeTombstones of(List<RangeTombstone> tombstones) {
    if (tombstones.isEmpty()) {
      return NONE;
    }
    List<RangeTombstone> ascending = new ArrayList<>(tombstones);
    ascending.sort(Comparator.comparingLong(RangeTombstone::sequence));
    return new RangeTombstones(List.copyOf(ascending));
  }

  /**
   * These and newer ones, whose sequence numbers are all above those here: the fragments of both
   * are merged, in linear time.
   */
  public RangeTombstones plus(RangeTombstones newer) {
    if (isEmpty() || newer.isEmpty()) {
      return isEmpty() ? newer : this;
    }
    if (newer.ascending.getFirst().sequence() <= ascending.getLast().sequence()) {
      throw new IllegalArgumentException("range deletes that are not newer");
    }
    return new RangeMerge(this, newer).merged();
  }

  /** Merges the fragments of two sets. */
  private static final class RangeMerge {

    private final RangeTombstones older;
    private final RangeTombstones newer;
    private final byte[][] bounds;
    private final long[] prefixes;
    private final long[] newest;
    private int count;

    RangeMerge(RangeTombstones older, RangeTombstones newer) {
      this.older = older;
      this.newer = newer;
      int most = older.bounds.length + newer.bounds.length;
      this.bounds = new byte[most][];
      this.prefixes = new long[most];
      this.newest = new long[most];
    }

    RangeTombstones merged() {
      int[] ofOlder = new int[older.bounds.length];
      int[] ofNewer = new int[newer.bounds.length];
      int i = 0;
      int j = 0;
      for (; i < ofOlder.length || j < ofNewer.length; count++) {
        int order = order(i, j);
        RangeTombstones from = order <= 0 ? older : newer;
        int at = order <= 0 ? i : j;
        bounds[count] = from.bounds[at];
        prefixes[count] = from.prefixes[at];
        if (order <= 0) {
          ofOlder[i++] = count;
        }
        if (order >= 0) {
          ofNewer[j++] = count;
        }
        newest[count] = Math.max(older.newestBefore(i), newer.newestBefore(j));
      }
      int[] places =
          Arrays.copyOf(moved(older.places, ofOlder), older.places.length + newer.places.length);
      System.arraycopy(
          moved(newer.places, ofNewer), 0, places, older.places.length, newer.places.length);
      List<RangeTombstone> all = new ArrayList<>(older.ascending);
      all.addAll(newer.ascending);
      return new RangeTombstones(
          List.copyOf(all),
          Arrays.copyOf(bounds, count),
          Arrays.copyOf(prefixes, count),
          Arrays.copyOf(newest, count),
          places);
    }

    private int order(int i, int j) {
      if (i == older.bounds.length || j == newer.bounds.length) {
        return i == older.bounds.length ? 1 : -1;
      }
      byte[] key = newer.bounds[j];
      return older.compareBound(i, newer.prefixes[j], key, 0, key.length);
    }

    private int[] moved(int[] places, int[] to) {
      return Arrays.stream(places).map(place -> place == to.length ? count : to[place]).toArray();
    }
  }

  /** The newest of the fragment before a bound; 0 below all. */
  private long newestBefore(int bound) {
    return bound == 0 ? 0 : newest[bound - 1];
  }

  /**
   * These without those of some sequence numbers. No key is compared, unless most are gone: bounds
   * that nothing needs may stay.
   */
  public RangeTombstones without(Set<Long> gone) {
    if (gone.isEmpty()) {
      return this;
    }
    List<RangeTombstone> kept = new ArrayList<>();
    int[] keptPlaces = new int[places.length];
    for (int i = 0; i < ascending.size(); i++) {
      if (!gone.contains(ascending.get(i).sequence())) {
        keptPlaces[2 * kept.size()] = places[2 * i];
        keptPlaces[2 * kept.size() + 1] = places[2 * i + 1];
        kept.add(ascending.get(i));
      }
    }
    if (kept.size() < NEEDED_SHARE * bounds.length) {
      return of(kept);
    }
    int[] left = Arrays.copyOf(keptPlaces, 2 * kept.size());
    long[] painted = SequenceTree.newest(bounds.length, left, sequenceNumbers(kept));
    return new RangeTombstones(List.copyOf(kept), bounds, prefixes, painted, left);
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
    for (int i = ascending.size() - 1; i >= 0; i--) {
      RangeTombstone range = ascending.get(i);
      if (range.sequence() <= sequence) {
        return false;
      }
      if (test.test(range)) {
        return true;
      }
    }
    return false;
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
    int last = find(largest);
    for (int place = Math.max(0, find(smallest)); place <= last; place++) {
      if (newest[place] > 0) {
        return true;
      }
    }
    return false;
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
    boolean beforeAll = sequence < ascending.getFirst().sequence();
    return beforeAll ? 0 : sequences().newestAtOrBelow(place, sequence);
  }

  private SequenceTree sequences() {
    SequenceTree built = sequences;
    return built == null ? buildSequences() : built;
  }

  private synchronized SequenceTree buildSequences() {
    SequenceTree built = sequences;
    if (built == null) {
      built = new SequenceTree(bounds.length, places, sequenceNumbers());
      sequences = built;
    }
    return built;
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
