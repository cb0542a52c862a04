package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.FilterPolicy;
import java.util.Arrays;
import java.util.stream.IntStream;

/** How a store's bytes will be spread over its levels once a job has run, for the job's filters. */
final class LevelShares {

  private LevelShares() {}

  /**
   * What a flush builds its table with.
   *
   * @param shortLived whether the table holds mostly deletes, which do not stay for long
   */
  static FilterPolicy forFlush(
      FilterPolicy policy, Version version, long incoming, boolean shortLived) {
    long[] bytes = bytes(version);
    bytes[0] += incoming;
    return choose(policy, bytes, 0, shortLived);
  }

  /**
   * The policy that a compaction builds its filters with: its inputs' bytes move to its output
   * level.
   */
  static FilterPolicy forCompaction(
      FilterPolicy policy, Version version, Compaction<Table> compaction) {
    long[] bytes = bytes(version);
    for (int level = 0; level < bytes.length; level++) {
      for (Table table : compaction.inputs().get(level)) {
        bytes[level] -= table.meta().fileBytes();
        bytes[compaction.outputLevel()] += table.meta().fileBytes();
      }
    }
    FilterPolicy chosen = choose(policy, bytes, compaction.outputLevel(), false);
    boolean afterDeletes = deletedShare(compaction) >= GarbagePicker.OLD_SHARE;
    return afterDeletes ? chosen.afterDeletes() : chosen;
  }

  private static long[] bytes(Version version) {
    return IntStream.range(0, Version.LEVELS).mapToLong(level -> version.bytes(level)).toArray();
  }

  /** How much of the inputs is deletes, or dead. */
  private static double deletedShare(Compaction<Table> compaction) {
    double deleted = 0;
    double entries = 0;
    for (Table table : compaction.tables()) {
      deleted += table.liveTombstones() + table.deadEntries();
      entries += table.meta().entries();
    }
    return deleted / Math.max(1, entries);
  }

  private static FilterPolicy choose(
      FilterPolicy policy, long[] bytes, int level, boolean shortLived) {
    double total = Math.max(1, Arrays.stream(bytes).sum());
    double largest = Arrays.stream(bytes).max().orElseThrow() / total;
    double share = Math.max(1, bytes[level]) / total;
    return policy.atLevel(shortLived ? largest : Math.min(share, largest), largest);
  }
}
