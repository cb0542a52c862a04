package dev.malkoha.engine.compaction;

import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryCursor;
import java.util.ArrayList;
import java.util.Arrays;
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
   * What becomes of the entries. Outputs of level 0 have older tables beside them, so there nothing
   * is ever taken to be the last of its key.
   */
  Versions versions() {
    int level = compaction.outputLevel();
    Versions.Beneath beneath =
        level == 0 ? (prefix, buffer, length) -> false : new BottomProbe(version, level);
    return new Versions(snapshots, new RangeWalker(List.of(version.ranges())), beneath);
  }

  /**
   * Answers, for keys in ascending order, whether any table below a level could hold the key: one
   * place a run that only moves forward.
   */
  private static final class BottomProbe implements Versions.Beneath {

    private final List<SortedRun> runs;
    private final int[] places;

    BottomProbe(Version version, int outputLevel) {
      runs = version.runs().stream().filter(run -> run.level() > outputLevel).toList();
      places = new int[runs.size()];
    }

    @Override
    public boolean isEmptyAt(long prefix, byte[] buffer, int length) {
      byte[] key = null;
      for (int i = 0; i < places.length; i++) {
        if (places[i] == runs.get(i).size()) {
          continue;
        }
        if (key == null) {
          key = Arrays.copyOf(buffer, length);
        }
        if (covers(i, prefix, key)) {
          return false;
        }
      }
      return true;
    }

    private boolean covers(int index, long prefix, byte[] key) {
      SortedRun run = runs.get(index);
      int place = places[index];
      while (place < run.size() && run.table(place).compareLargest(prefix, key) < 0) {
        place++;
      }
      places[index] = place;
      return place < run.size() && run.table(place).compareSmallest(prefix, key) <= 0;
    }
  }
}
