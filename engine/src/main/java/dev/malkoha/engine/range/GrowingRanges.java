package dev.malkoha.engine.range;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The range deletes of one memtable: one thread at a time adds, any number read.
 *
 * <p>Adding links one node, whatever is here already. The first reader after it fragments what was
 * added and leaves the result to the others: a run of range deletes costs one fragmenting, and one
 * range delete between reads joins only layers of about its own size. Where nobody reads, the
 * writer fragments them a thousand at a time, so that no reader finds many. Readers see at least
 * what was added before a sequence number they read was published.
 */
public final class GrowingRanges {

  private static final int PENDING_MAX = 1 << 10;

  /** An added range delete that no reader has fragmented yet, and those before it. */
  private record Pending(RangeTombstone tombstone, @Nullable Pending older, int count) {

    static Pending of(RangeTombstone tombstone, @Nullable Pending older) {
      return new Pending(tombstone, older, older == null ? 1 : older.count + 1);
    }
  }

  private record State(RangeLayers layers, @Nullable Pending pending) {}

  private static final State EMPTY = new State(RangeLayers.NONE, null);

  private volatile State state = EMPTY;

  /** Creates an empty set. */
  public GrowingRanges() {}

  /** Adds a range delete, whose sequence number is above all others here. */
  public synchronized void add(RangeTombstone tombstone) {
    Pending added = Pending.of(tombstone, state.pending());
    state = new State(state.layers(), added);
    if (added.count() >= PENDING_MAX) {
      state = new State(state.layers().plus(between(added, null)), null);
    }
  }

  /** Whether there are none. Any thread. */
  @SuppressWarnings("ReferenceEquality") // there is no way back to this very state
  public boolean isEmpty() {
    return state == EMPTY;
  }

  /**
   * Whether one with a greater sequence number than the given one meets a test. Any thread; nothing
   * is fragmented for it.
   */
  public boolean anyAbove(long sequence, Predicate<RangeTombstone> test) {
    State seen = state;
    for (Pending at = seen.pending(); at != null; at = at.older()) {
      if (at.tombstone().sequence() <= sequence) {
        return false;
      }
      if (test.test(at.tombstone())) {
        return true;
      }
    }
    return seen.layers().anyAbove(sequence, test);
  }

  /** What was added so far. Any thread. */
  public RangeLayers layers() {
    State seen = state;
    if (seen.pending() == null) {
      return seen.layers();
    }
    RangeLayers fragmented = seen.layers().plus(between(seen.pending(), null));
    publish(seen, fragmented);
    return fragmented;
  }

  /** Leaves a result to other readers, unless one of them was quicker. */
  @SuppressWarnings("ReferenceEquality") // whether the very same layers were built upon
  private synchronized void publish(State seen, RangeLayers fragmented) {
    if (state.layers() == seen.layers()) {
      Pending addedSince = null;
      for (RangeTombstone tombstone : between(state.pending(), seen.pending())) {
        addedSince = Pending.of(tombstone, addedSince);
      }
      state = new State(fragmented, addedSince);
    }
  }

  /** What was added from one node (inclusive) back to an older one (exclusive), oldest first. */
  @SuppressWarnings("ReferenceEquality") // nodes are places in a list
  private static List<RangeTombstone> between(@Nullable Pending newest, @Nullable Pending end) {
    List<RangeTombstone> newestFirst = new ArrayList<>();
    for (Pending at = newest; at != null && at != end; at = at.older()) {
      newestFirst.add(at.tombstone());
    }
    return newestFirst.reversed();
  }

  /**
   * A growing set of range deletes as few fragmented ones, each more than twice the size of the
   * next: adding rebuilds only parts that are not much larger than the addition (the logarithmic
   * method of Bentley and Saxe). Immutable.
   *
   * @param layers the parts, oldest and largest first
   */
  public record RangeLayers(List<RangeTombstones> layers) {

    /** No range deletes. */
    public static final RangeLayers NONE = new RangeLayers(List.of());

    /** Creates a set of the given parts. */
    public RangeLayers {
      layers = List.copyOf(layers);
    }

    /** These and newer ones. */
    RangeLayers plus(List<RangeTombstone> newer) {
      int kept = layers.size();
      RangeTombstones together = RangeTombstones.of(newer);
      while (kept > 0 && layers.get(kept - 1).count() < 2 * together.count()) {
        together = layers.get(--kept).plus(together);
      }
      List<RangeTombstones> next = new ArrayList<>(layers.subList(0, kept));
      next.add(together);
      return new RangeLayers(next);
    }

    /** All of them, by ascending sequence number. */
    public List<RangeTombstone> all() {
      return layers.stream().flatMap(layer -> layer.all().stream()).toList();
    }

    /** Whether one with a greater sequence number than the given one meets a test. */
    boolean anyAbove(long sequence, Predicate<RangeTombstone> test) {
      for (int i = layers.size() - 1; i >= 0; i--) {
        if (layers.get(i).anyAbove(sequence, test)) {
          return true;
        }
      }
      return false;
    }

    /**
     * The greatest sequence number at or below {@code sequence} of a range that covers the key,
     * whose prefix is given too; 0 if none does.
     */
    public long covering(long prefix, byte[] key, int offset, int length, long sequence) {
      long newest = 0;
      for (int i = 0; i < layers.size(); i++) {
        newest = Math.max(newest, layers.get(i).covering(prefix, key, offset, length, sequence));
      }
      return newest;
    }
  }
}
