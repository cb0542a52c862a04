package dev.malkoha.engine.compaction;

import dev.malkoha.engine.range.RangeTombstone;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which range deletes make no difference any more, because newer ones of the same snapshot stripe
 * cover together all that they cover. So a queue that is trimmed again and again, or a range that
 * is emptied again and again, keeps one range delete in force and not one for each time.
 */
public final class SupersededRanges {

  /** The keys that the newer ranges of the stripe cover: disjoint intervals, from start to end. */
  private final TreeMap<byte[], byte[]> covered = new TreeMap<>(Arrays::compareUnsigned);

  private SupersededRanges() {}

  /**
   * Finds the superseded ones.
   *
   * @param ascending range deletes by ascending sequence number
   * @param snapshots the sequence numbers of open snapshots, ascending
   */
  public static Set<RangeTombstone> among(List<RangeTombstone> ascending, long[] snapshots) {
    SnapshotStripes stripes = new SnapshotStripes(snapshots);
    SupersededRanges newer = new SupersededRanges();
    Set<RangeTombstone> superseded = new HashSet<>();
    int stripe = -1;
    for (RangeTombstone range : ascending.reversed()) {
      int own = stripes.of(range.sequence());
      if (own != stripe) {
        newer.covered.clear();
        stripe = own;
      }
      if (newer.cover(range)) {
        superseded.add(range);
      } else {
        newer.add(range);
      }
    }
    return superseded;
  }

  private boolean cover(RangeTombstone range) {
    Map.Entry<byte[], byte[]> before = covered.floorEntry(range.from());
    return before != null && Arrays.compareUnsigned(before.getValue(), range.to()) >= 0;
  }

  /** Joins a range with all that it meets, ends included. */
  private void add(RangeTombstone range) {
    byte[] from = range.from();
    byte[] to = range.to();
    Map.Entry<byte[], byte[]> met = covered.floorEntry(to);
    while (met != null && Arrays.compareUnsigned(met.getValue(), from) >= 0) {
      covered.remove(met.getKey());
      from = smaller(from, met.getKey());
      to = larger(to, met.getValue());
      met = covered.floorEntry(to);
    }
    covered.put(from, to);
  }

  private static byte[] smaller(byte[] a, byte[] b) {
    return Arrays.compareUnsigned(a, b) <= 0 ? a : b;
  }

  private static byte[] larger(byte[] a, byte[] b) {
    return Arrays.compareUnsigned(a, b) >= 0 ? a : b;
  }
}
