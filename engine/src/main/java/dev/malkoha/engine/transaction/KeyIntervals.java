package dev.malkoha.engine.transaction;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A growing set of keys, kept as the fewest intervals that make it up: those that overlap or touch
 * are one. One thread.
 */
public final class KeyIntervals {

  /**
   * An interval.
   *
   * @param from its first key; never changed
   * @param to the first key after it, or null where it has no end; never changed
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares intervals
  public record Interval(byte[] from, byte @Nullable [] to) {

    boolean contains(byte[] key) {
      return Arrays.compareUnsigned(from, key) <= 0 && compareEnds(to, key) > 0;
    }
  }

  private final TreeMap<byte[], Interval> byStart = new TreeMap<>(Arrays::compareUnsigned);

  /** Creates an empty set. */
  public KeyIntervals() {}

  /**
   * Adds the keys from one (inclusive) to another (exclusive), or all from one on; none where the
   * second is not above the first. The arrays are the set's from then on.
   */
  public void add(byte[] from, byte @Nullable [] to) {
    if (compareEnds(to, from) <= 0) {
      return;
    }
    byte[] start = from;
    byte[] end = to;
    Map.Entry<byte[], Interval> before = byStart.floorEntry(from);
    if (before != null && compareEnds(before.getValue().to(), from) >= 0) {
      start = before.getKey();
      end = later(end, before.getValue().to());
    }
    Map.Entry<byte[], Interval> next = byStart.ceilingEntry(start);
    while (next != null && compareEnds(end, next.getKey()) >= 0) {
      end = later(end, next.getValue().to());
      byStart.remove(next.getKey());
      next = byStart.ceilingEntry(start);
    }
    byStart.put(start, new Interval(start, end));
  }

  private static byte @Nullable [] later(byte @Nullable [] a, byte @Nullable [] b) {
    return compareEnds(a, b) >= 0 ? a : b;
  }

  /** Compares ends; null is that behind all keys. */
  private static int compareEnds(byte @Nullable [] a, byte @Nullable [] b) {
    return a == null || b == null
        ? Boolean.compare(a == null, b == null)
        : Arrays.compareUnsigned(a, b);
  }

  /** Whether there is no key in the set. */
  public boolean isEmpty() {
    return byStart.isEmpty();
  }

  /** The interval that a key lies in; null if it is not in the set. */
  public @Nullable Interval around(byte[] key) {
    Map.Entry<byte[], Interval> before = byStart.floorEntry(key);
    return before != null && before.getValue().contains(key) ? before.getValue() : null;
  }

  /** Whether any key from one (inclusive) to another (exclusive), or any from one on, is here. */
  public boolean meets(byte[] from, byte @Nullable [] to) {
    Map.Entry<byte[], Interval> before = to == null ? byStart.lastEntry() : byStart.lowerEntry(to);
    return before != null && compareEnds(before.getValue().to(), from) > 0;
  }

  /** The intervals, ascending. */
  public Collection<Interval> all() {
    return Collections.unmodifiableCollection(byStart.values());
  }
}
