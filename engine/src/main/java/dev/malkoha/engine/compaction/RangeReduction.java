package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.entry.SnapshotStripes;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeTombstones;

/**
 * Makes range deletes fewer, so that no reader notices: within each snapshot stripe, those of one
 * memtable are joined, and of all those in force the ones are found that newer ones cover.
 */
public final class RangeReduction {

  private RangeReduction() {}

  /**
   * The range deletes of one memtable as they come into force with it: those of a snapshot stripe
   * that overlap or touch are one, so that a queue trimmed step by step, or a batch of many nested
   * ones, leaves one behind.
   *
   * <p>It has the least of their sequence numbers. Tables hold nothing but older entries, and what
   * the memtable held under any of them was left out by the flush, unless for an older snapshot,
   * and then it is older than all of them. What the flush did write under it is newer than those
   * that cover it, so at least as new as the least number; and nobody reads in between.
   *
   * @param snapshots the sequence numbers of open snapshots, ascending
   * @return by ascending sequence number
   */
  public static List<RangeTombstone> joined(List<RangeTombstone> ranges, long[] snapshots) {
    List<RangeTombstone> joined = new ArrayList<>();
    byStripe(ranges, snapshots).forEach(stripe -> join(stripe, joined));
    joined.sort(Comparator.comparingLong(RangeTombstone::sequence));
    return joined;
  }

  /**
   * Which range deletes make no difference any more, because newer ones of the same snapshot stripe
   * cover together all that they cover. So a queue that is trimmed again and again, or a range that
   * is emptied again and again, keeps one range delete in force and not one for each time.
   *
   * @param snapshots the sequence numbers of open snapshots, ascending
   */
  public static Set<RangeTombstone> superseded(RangeTombstones ranges, long[] snapshots) {
    return byStripe(ranges.all(), snapshots).stream()
        .flatMap(stripe -> RangeTombstones.of(stripe).superseded())
        .collect(Collectors.toSet());
  }

  private static Collection<List<RangeTombstone>> byStripe(
      List<RangeTombstone> ranges, long[] snapshots) {
    SnapshotStripes stripes = new SnapshotStripes(snapshots);
    return ranges.stream()
        .collect(Collectors.groupingBy(range -> stripes.of(range.sequence())))
        .values();
  }

  private static void join(List<RangeTombstone> stripe, List<RangeTombstone> joined) {
    List<RangeTombstone> byStart = new ArrayList<>(stripe);
    byStart.sort(Comparator.comparing(RangeTombstone::from, Arrays::compareUnsigned));
    RangeTombstone last = byStart.getFirst();
    for (RangeTombstone range : byStart) {
      if (!last.endsAbove(range.from()) && !Arrays.equals(last.to(), range.from())) {
        joined.add(last);
        last = range;
      }
      long sequence = Math.min(last.sequence(), range.sequence());
      last = new RangeTombstone(last.from(), last.laterEnd(range), sequence);
    }
    joined.add(last);
  }
}
