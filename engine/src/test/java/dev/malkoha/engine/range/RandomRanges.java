package dev.malkoha.engine.range;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Keys;
import dev.malkoha.sstable.EntryOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random range deletes over few keys that collide in every way, and the slow answers to compare.
 */
public final class RandomRanges {

  /** The number of ranges among which one has no upper end. */
  private static final int OPEN_ONE_IN = 6;

  private final SplittableRandom random;
  private final List<Bytes> keys;
  private long sequence;

  /** Ranges between so many keys at most. */
  public RandomRanges(SplittableRandom random, int keys) {
    this.random = random;
    this.keys = Keys.random(random, keys).all();
  }

  /** So many range deletes, newer than all before; sequence numbers have gaps. */
  public List<RangeTombstone> next(int count) {
    List<RangeTombstone> ranges = new ArrayList<>();
    while (ranges.size() < count) {
      byte[] a = key();
      byte[] b = key();
      int order = Arrays.compareUnsigned(a, b);
      if (random.nextInt(OPEN_ONE_IN) == 0) {
        sequence += 1 + random.nextInt(3);
        ranges.add(new RangeTombstone(a, new byte[0], sequence));
      } else if (order != 0) {
        sequence += 1 + random.nextInt(3);
        ranges.add(new RangeTombstone(order < 0 ? a : b, order < 0 ? b : a, sequence));
      }
    }
    return ranges;
  }

  /** A key: an end of ranges, or just behind one, or with its last byte cut off. */
  public byte[] key() {
    Bytes key = keys.get(random.nextInt(keys.size()));
    return switch (random.nextInt(4)) {
      case 0 -> key.successor().array();
      case 1 -> key.head(Math.max(0, key.length() - 1)).array();
      default -> key.array();
    };
  }

  /** A sequence number from 0 to just above the greatest. */
  public long sequence() {
    return random.nextLong(sequence + 2);
  }

  /** The newest of the ranges that covers a key at or below a sequence number; 0 if none. */
  public static long covering(List<RangeTombstone> ranges, byte[] key, long sequence) {
    return ranges.stream()
        .filter(range -> range.sequence() <= sequence && holds(range, key))
        .mapToLong(RangeTombstone::sequence)
        .max()
        .orElse(0);
  }

  private static boolean holds(RangeTombstone range, byte[] key) {
    return Arrays.compareUnsigned(range.from(), key) <= 0
        && (range.to().length == 0 || Arrays.compareUnsigned(key, range.to()) < 0);
  }

  static long prefix(byte[] key) {
    return EntryOrder.prefix(key, 0, key.length);
  }
}
