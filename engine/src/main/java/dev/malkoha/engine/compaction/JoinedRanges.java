package dev.malkoha.engine.compaction;

import dev.malkoha.engine.range.RangeTombstone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The range deletes of one memtable as they come into force with it: those of a snapshot stripe
 * that overlap or touch are one, so that a queue trimmed step by step, or a batch of many nested
 * ones, leaves one behind.
 *
 * <p>It has the least of their sequence numbers. Tables hold nothing but older entries, and what
 * the memtable held under any of them was left out by the flush, unless for an older snapshot, and
 * then it is older than all of them. What the flush did write under it is newer than those that
 * cover it, so at least as new as the least number; and nobody reads in between.
 */
public final class JoinedRanges {

  private final List<RangeTombstone> joined = new ArrayList<>();

  /** The one that those at hand are joined to; the numbers and places so far. */
  private byte[] from = {};

  private byte[] to = {};
  private long sequence;

  private JoinedRanges() {}

  /**
   * Joins range deletes.
   *
   * @param ascending by ascending sequence number
   * @param snapshots the sequence numbers of open snapshots, ascending
   * @return by ascending sequence number
   */
  public static List<RangeTombstone> of(List<RangeTombstone> ascending, long[] snapshots) {
    SnapshotStripes stripes = new SnapshotStripes(snapshots);
    JoinedRanges result = new JoinedRanges();
    for (int start = 0; start < ascending.size(); ) {
      int stripe = stripes.of(ascending.get(start).sequence());
      int end = start;
      while (end < ascending.size() && stripes.of(ascending.get(end).sequence()) == stripe) {
        end++;
      }
      result.join(ascending.subList(start, end));
      start = end;
    }
    result.joined.sort(Comparator.comparingLong(RangeTombstone::sequence));
    return result.joined;
  }

  /** Joins those of one stripe. */
  private void join(List<RangeTombstone> ranges) {
    RangeTombstone[] byKey = ranges.toArray(new RangeTombstone[0]);
    Arrays.sort(byKey, (a, b) -> Arrays.compareUnsigned(a.from(), b.from()));
    begin(byKey[0]);
    for (RangeTombstone range : byKey) {
      if (Arrays.compareUnsigned(range.from(), to) > 0) {
        end();
        begin(range);
      }
      sequence = Math.min(sequence, range.sequence());
      to = Arrays.compareUnsigned(to, range.to()) < 0 ? range.to() : to;
    }
    end();
  }

  private void begin(RangeTombstone range) {
    from = range.from();
    to = range.to();
    sequence = range.sequence();
  }

  private void end() {
    joined.add(new RangeTombstone(from, to, sequence));
  }
}
