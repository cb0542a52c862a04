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

    boolean endsBelow(byte[] key) {
      return to != null && Arrays.compareUnsigned(to, key) < 0;
    }

    boolean contains(byte[] key) {
      return Arrays.compareUnsigned(from, key) <= 0 && isBelowEnd(key);
    }

    private boolean isBelowEnd(byte[] key) {
      return to == null || Arrays.compareUnsigned(key, to) < 0;
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
    if (to != null && Arrays.compareUnsigned(from, to) >= 0) {
      return;
    }
    byte[] start = from;
    byte[] end = to;
    Map.Entry<byte[], Interval> before = byStart.floorEntry(from);
    if (before != null && !before.getValue().endsBelow(from)) {
      start = before.getKey();
      end = later(end, before.getValue().to());
    }
    Map.Entry<byte[], Interval> next = byStart.ceilingEntry(start);
    while (next != null && (end == null || Arrays.compareUnsigned(next.getKey(), end) <= 0)) {
      end = later(end, next.getValue().to());
      byStart.remove(next.getKey());
      next = byStart.ceilingEntry(start);
    }
    byStart.put(start, new Interval(start, end));
  }

  private static byte @Nullable [] later(byte @Nullable [] a, byte @Nullable [] b) {
    return a == null || b == null ? null : Arrays.compareUnsigned(a, b) >= 0 ? a : b;
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
    return before != null && before.getValue().isBelowEnd(from);
  }

  /** The intervals, ascending. */
  public Collection<Interval> all() {
    return Collections.unmodifiableCollection(byStart.values());
  }
}
