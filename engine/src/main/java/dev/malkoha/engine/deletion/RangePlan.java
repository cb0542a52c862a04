package dev.malkoha.engine.deletion;

import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What stands between the range deletes in force and their end: the tables in which they may still
 * cover a live entry.
 *
 * <p>A range delete is over when there is none. What is flushed later is newer than it, for it came
 * with its own memtable, and memtables are flushed in order. What a running merge writes comes from
 * tables that are still there and are asked: if they hold nothing that it covers, neither will the
 * merge's. So memtables and merges need not be waited for. One that is younger than an open
 * snapshot waits for that. Nothing of the plan is durable. Guarded by its user's lock.
 */
public final class RangePlan {

  /** By the sequence number of a range delete: tables known to hold nothing live that it covers. */
  private final Map<Long, Set<Long>> clean = new HashMap<>();

  /** A range delete and a table in which it may cover something. */
  public record Pair(RangeTombstone range, Table table) {}

  /** The range deletes that every reader sees, oldest first. */
  static List<RangeTombstone> settled(Version version, long[] snapshots) {
    long oldest = Arrays.stream(snapshots).min().orElse(Long.MAX_VALUE);
    return version.ranges().all().stream().filter(range -> range.sequence() <= oldest).toList();
  }

  /** What can be looked through now, table by table. */
  List<Pair> toClean(Version version, long[] snapshots) {
    List<RangeTombstone> ranges = settled(version, snapshots);
    List<Pair> pairs = new ArrayList<>();
    for (Table table : ranges.isEmpty() ? List.<Table>of() : version.tables()) {
      if (!table.isBusy() && !table.isCoveredWhole(version.ranges(), snapshots)) {
        ranges.stream()
            .filter(range -> mayCover(range, table))
            .forEach(range -> pairs.add(new Pair(range, table)));
      }
    }
    return pairs;
  }

  /** The range deletes that are over. */
  List<RangeTombstone> over(Version version, long[] snapshots) {
    return settled(version, snapshots).stream()
        .filter(range -> !mayCoverAnything(range, version))
        .toList();
  }

  private boolean mayCoverAnything(RangeTombstone range, Version version) {
    return version.runs().stream().anyMatch(run -> mayCoverIn(run, range));
  }

  /** Begins where the range does: there may be as many ranges as tables. */
  private boolean mayCoverIn(SortedRun run, RangeTombstone range) {
    byte[] from = range.from();
    for (int i = run.find(EntryOrder.prefix(from, 0, from.length), from); i < run.size(); i++) {
      Table table = run.table(i);
      if (Arrays.compareUnsigned(table.meta().smallestKey(), range.to()) >= 0) {
        return false;
      }
      if (mayCover(range, table)) {
        return true;
      }
    }
    return false;
  }

  private boolean mayCover(RangeTombstone range, Table table) {
    return table.mayBeCovered(range)
        && !clean.getOrDefault(range.sequence(), Set.of()).contains(table.meta().number());
  }

  /** Notes that a table holds nothing live any more that the range delete covers. */
  void cleaned(Pair pair) {
    clean
        .computeIfAbsent(pair.range().sequence(), sequence -> new HashSet<>())
        .add(pair.table().meta().number());
  }

  /** Forgets range deletes that are not in force any more. */
  void forgetAllBut(List<RangeTombstone> inForce) {
    Set<Long> sequences = new HashSet<>();
    inForce.forEach(range -> sequences.add(range.sequence()));
    clean.keySet().retainAll(sequences);
  }
}
