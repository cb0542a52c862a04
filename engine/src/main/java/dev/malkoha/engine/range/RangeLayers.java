package dev.malkoha.engine.range;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A growing set of range deletes as few fragmented ones, each more than twice the size of the next:
 * adding rebuilds only parts that are not much larger than the addition (the logarithmic method of
 * Bentley and Saxe). Immutable.
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
   * The greatest sequence number at or below {@code sequence} of a range that covers the key, whose
   * prefix is given too; 0 if none does.
   */
  public long covering(long prefix, byte[] key, int offset, int length, long sequence) {
    long newest = 0;
    for (int i = 0; i < layers.size(); i++) {
      newest = Math.max(newest, layers.get(i).covering(prefix, key, offset, length, sequence));
    }
    return newest;
  }
}
