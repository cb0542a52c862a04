package dev.malkoha.engine.deletion;

import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
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
 * <p>A range delete is over when there is none, for what is flushed later is newer than it. One
 * that is younger than an open snapshot waits for that. Nothing of the plan is durable. Guarded by
 * its user's lock.
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
    List<RangeTombstone> ranges = settled(version, snapshots);
    List<Table> tables = ranges.isEmpty() ? List.of() : version.tables();
    return ranges.stream()
        .filter(range -> tables.stream().noneMatch(table -> mayCover(range, table)))
        .toList();
  }

  private boolean mayCover(RangeTombstone range, Table table) {
    return table.meta().smallestSequence() < range.sequence()
        && Arrays.compareUnsigned(table.meta().smallestKey(), range.to()) < 0
        && Arrays.compareUnsigned(table.meta().largestKey(), range.from()) >= 0
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
