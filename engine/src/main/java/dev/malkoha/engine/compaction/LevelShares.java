package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.FilterPolicy;
import java.util.Arrays;
import java.util.List;

/** How a store's bytes will be spread over its levels once a job has run. */
final class LevelShares {

  private final long[] bytes = new long[Version.LEVELS];
  private boolean afterDeletes;
  private boolean shortLived;

  LevelShares(Version version) {
    for (int level = 0; level < Version.LEVELS; level++) {
      bytes[level] = version.level(level).bytes();
    }
  }

  /** Adds what the job brings into a level. */
  LevelShares with(int level, long incoming) {
    bytes[level] += incoming;
    return this;
  }

  /** Says that what comes in is mostly deletes, which do not stay for long. */
  LevelShares shortLived(boolean isShortLived) {
    shortLived = isShortLived;
    return this;
  }

  /** Moves a compaction's inputs to its output level. */
  LevelShares with(Compaction<Table> compaction) {
    afterDeletes = deletedShare(compaction) >= GarbagePicker.OLD_SHARE;
    List<List<Table>> inputs = compaction.inputs();
    for (int level = 0; level < inputs.size(); level++) {
      for (Table table : inputs.get(level)) {
        bytes[level] -= table.meta().fileBytes();
        bytes[compaction.outputLevel()] += table.meta().fileBytes();
      }
    }
    return this;
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

  /** What tables of a level are to be built with. */
  FilterPolicy choose(FilterPolicy policy, int level) {
    double total = Math.max(1, Arrays.stream(bytes).sum());
    double largest = Arrays.stream(bytes).max().orElseThrow() / total;
    double share = Math.max(1, bytes[level]) / total;
    FilterPolicy chosen = policy.atLevel(shortLived ? largest : Math.min(share, largest), largest);
    return afterDeletes ? chosen.afterDeletes() : chosen;
  }
}
