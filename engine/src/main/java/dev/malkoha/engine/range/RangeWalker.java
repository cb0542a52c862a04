package dev.malkoha.engine.range;

import module java.base;

import dev.malkoha.sstable.EntryOrder;
import org.jspecify.annotations.Nullable;

/**
 * A place among the fragments of several sets of range deletes, for keys that come in order, either
 * way: as long as they stay between the nearest bounds of all sets, a key costs one or two
 * comparisons. One thread.
 */
public final class RangeWalker implements RangeTombstones.RangeCover {

  private static final RangeWalker NONE = new RangeWalker(List.of());

  private static final byte[] FIRST_KEY = {};

  private final RangeTombstones[] sets;
  private final int[] places;
  private boolean covered;

  /** The nearest bounds around the place: the keys between them have the same ranges. */
  private byte[] low = FIRST_KEY;

  private long lowPrefix;

  /** Null behind all bounds; no key is below the first one. */
  private byte @Nullable [] high = low;

  private long highPrefix;

  /** The last question about this place, and its answer. */
  private long askedSequence = -1;

  private long answer;

  /** Creates a walker over sets; empty ones cost nothing. */
  public RangeWalker(List<RangeTombstones> sets) {
    this.sets = sets.stream().filter(set -> !set.isEmpty()).toArray(RangeTombstones[]::new);
    this.places = new int[this.sets.length];
  }

  /** A walker over nothing, which has no place and therefore may be anybody's. */
  public static RangeWalker none() {
    return NONE;
  }

  /**
   * Moves to a key, whose prefix is given too.
   *
   * @return whether any range delete covers it, whatever its sequence number
   */
  public boolean moveTo(long prefix, byte[] key, int offset, int length) {
    if (sets.length == 0) {
      return false;
    }
    if (isOutside(prefix, key, offset, length)) {
      locate(prefix, key, offset, length);
    }
    return covered;
  }

  /**
   * The greatest sequence number at or below the given one of a range that covers the key moved to;
   * 0 if none does.
   */
  public long covering(long sequence) {
    if (!covered) {
      return 0;
    }
    if (sequence != askedSequence) {
      askedSequence = sequence;
      answer = 0;
      for (int i = 0; i < sets.length; i++) {
        answer = Math.max(answer, sets[i].at(places[i], sequence));
      }
    }
    return answer;
  }

  @Override
  public long covering(long prefix, byte[] key, int offset, int length, long sequence) {
    return moveTo(prefix, key, offset, length) ? covering(sequence) : 0;
  }

  private boolean isOutside(long prefix, byte[] key, int offset, int length) {
    return compare(lowPrefix, low, prefix, key, offset, length) > 0
        || (high != null && compare(highPrefix, high, prefix, key, offset, length) <= 0);
  }

  private static int compare(
      long boundPrefix, byte[] bound, long prefix, byte[] key, int offset, int length) {
    return EntryOrder.compareKeys(boundPrefix, bound, 0, bound.length, prefix, key, offset, length);
  }

  private void locate(long prefix, byte[] key, int offset, int length) {
    covered = false;
    low = FIRST_KEY;
    high = null;
    askedSequence = -1;
    for (int i = 0; i < sets.length; i++) {
      RangeTombstones set = sets[i];
      int place = set.find(prefix, key, offset, length);
      places[i] = place;
      covered |= set.isCovered(place);
      if (place != RangeTombstones.BELOW_ALL && isBelow(low, set.bound(place))) {
        low = set.bound(place);
      }
      if (place + 1 < set.bounds() && (high == null || isBelow(set.bound(place + 1), high))) {
        high = set.bound(place + 1);
      }
    }
    lowPrefix = EntryOrder.prefix(low, 0, low.length);
    highPrefix = high == null ? 0 : EntryOrder.prefix(high, 0, high.length);
  }

  private static boolean isBelow(byte[] bound, byte[] other) {
    return Arrays.compareUnsigned(bound, other) < 0;
  }
}
