package dev.malkoha.engine.transaction;

import module java.base;

import dev.malkoha.engine.range.RangeTombstone;
import org.jspecify.annotations.Nullable;

/**
 * A growing set of keys, kept as the fewest intervals that make it up: those that overlap or touch
 * are one. One thread.
 */
public final class KeyIntervals {

  /** Stands for the sequence number of an interval, which has none. */
  private static final long NONE = 1;

  private final TreeMap<byte[], RangeTombstone> byStart = new TreeMap<>(Arrays::compareUnsigned);

  /** Creates an empty set. */
  public KeyIntervals() {}

  /**
   * Adds the keys from one (inclusive) to another (exclusive), or all from one on where that has no
   * bytes; none where the second is not above the first. The arrays are the set's from then on.
   */
  public void add(byte[] from, byte[] to) {
    if (to.length > 0 && Arrays.compareUnsigned(from, to) >= 0) {
      return;
    }
    Map.Entry<byte[], RangeTombstone> next = byStart.floorEntry(from);
    byte[] start = next != null && reaches(next.getValue(), from) ? next.getKey() : from;
    RangeTombstone all = new RangeTombstone(start, to, NONE);
    next = byStart.ceilingEntry(start);
    while (next != null && reaches(all, next.getKey())) {
      all = new RangeTombstone(start, all.laterEnd(next.getValue()), NONE);
      byStart.remove(next.getKey());
      next = byStart.ceilingEntry(start);
    }
    byStart.put(start, all);
  }

  private static boolean reaches(RangeTombstone interval, byte[] key) {
    return interval.isOpen() || Arrays.compareUnsigned(interval.to(), key) >= 0;
  }

  /** Whether there is no key in the set. */
  public boolean isEmpty() {
    return byStart.isEmpty();
  }

  /** The interval that a key lies in; null if it is not in the set. */
  public @Nullable RangeTombstone around(byte[] key) {
    Map.Entry<byte[], RangeTombstone> before = byStart.floorEntry(key);
    return before != null && before.getValue().covers(key) ? before.getValue() : null;
  }

  /** Whether any key of a range is here. */
  public boolean meets(RangeTombstone range) {
    Map.Entry<byte[], RangeTombstone> before =
        range.isOpen() ? byStart.lastEntry() : byStart.lowerEntry(range.to());
    return before != null && before.getValue().endsAbove(range.from());
  }

  /** The intervals, ascending. */
  public Collection<RangeTombstone> all() {
    return Collections.unmodifiableCollection(byStart.values());
  }
}
