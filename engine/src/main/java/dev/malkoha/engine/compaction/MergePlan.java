package dev.malkoha.engine.compaction;

import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryCursor;
import java.util.ArrayList;
import java.util.List;

/**
 * All that decides what a compaction writes: its inputs as they were when it began, the snapshots
 * open then, and the version that says what lies beneath.
 *
 * @param compaction which tables, and into which level
 * @param snapshots the sequence numbers of open snapshots, ascending
 * @param version what the store held, inputs included; pinned by the caller
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
public record MergePlan(Compaction<Table> compaction, long[] snapshots, Version version) {

  /** A new cursor over the live entries of the inputs, in order. */
  public EntryCursor source() {
    List<EntryCursor> sources = new ArrayList<>();
    for (int level = 0; level < compaction.inputs().size(); level++) {
      SortedRun.of(level, compaction.inputs().get(level))
          .forEach(run -> sources.add(run.cursor(false)));
    }
    return MergingCursor.of(sources);
  }

  /**
   * The number up to which range deletes cover nothing in what the plan writes: of those in force
   * when it began, all that every reader saw. Any that joins later has a greater one, since
   * memtables are flushed in order. 0 if there are none.
   */
  public long rangesApplied() {
    List<RangeTombstone> ranges = version.ranges().all();
    long newest = ranges.isEmpty() ? 0 : ranges.getLast().sequence();
    return snapshots.length == 0 ? newest : Math.min(newest, snapshots[0]);
  }

  /**
   * What becomes of the entries, from the first one on. Outputs of level 0 have older tables beside
   * them, so there nothing is ever taken to be the last of its key.
   */
  public MergeRule rule() {
    int level = compaction.outputLevel();
    MergeRule.BottomProbe bottom = level == 0 ? null : new MergeRule.BottomProbe(version, level);
    return MergeRule.compaction(snapshots, new RangeWalker(List.of(version.ranges())), bottom);
  }
}
