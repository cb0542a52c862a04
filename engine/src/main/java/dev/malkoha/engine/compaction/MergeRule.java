package dev.malkoha.engine.compaction;

import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Version;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of each entry of one merge: decided by its key, its tag, what came before it, and
 * what lies beneath.
 */
public final class MergeRule {

  private final Versions versions;

  /** Whether deeper tables could hold a key; for a compaction into a level below 0. */
  private final @Nullable BottomProbe bottom;

  /** Whether it is proved that no table holds a key; for a flush. */
  private final @Nullable Predicate<byte[]> absence;

  private byte[] key = new byte[0];

  private MergeRule(
      long[] snapshots,
      RangeWalker ranges,
      @Nullable BottomProbe bottom,
      @Nullable Predicate<byte[]> absence) {
    this.versions = new Versions(snapshots, ranges);
    this.bottom = bottom;
    this.absence = absence;
  }

  /**
   * The rule of a flush: a delete that certainly covers nothing is not written.
   *
   * @param ranges the memtable's own
   * @param absence asked of deletes alone, so that puts cost nothing
   */
  static MergeRule flush(long[] snapshots, RangeWalker ranges, Predicate<byte[]> absence) {
    return new MergeRule(snapshots, ranges, null, absence);
  }

  /** The rule of a compaction; without a probe where older tables may be beside the output. */
  static MergeRule compaction(long[] snapshots, RangeWalker ranges, @Nullable BottomProbe bottom) {
    return new MergeRule(snapshots, ranges, bottom, null);
  }

  /** The rule of an ingestion, whose entries are puts that nobody has seen yet. */
  static MergeRule ingestion() {
    return compaction(new long[0], RangeWalker.none(), new BottomProbe(Version.empty(), 0));
  }

  /** Begins a key, which the buffer begins with, and whose prefix is given too; keys ascend. */
  public void startKey(long prefix, byte[] buffer, int length) {
    boolean nothingBeneath = bottom != null && bottom.nothingBeneath(prefix, buffer, length);
    versions.startKey(prefix, buffer, length, nothingBeneath);
    if (absence != null) {
      key = Arrays.copyOf(buffer, length);
    }
  }

  /** Whether the next entry of the key is needed. Once for each entry, newest first. */
  public boolean keep(long tag) {
    return versions.keep(tag) && !coversNothing(tag);
  }

  private boolean coversNothing(long tag) {
    return absence != null && versions.isSpentTombstone(tag) && absence.test(key);
  }

  /** The tag that the entry just kept is written with. */
  public long outputTag(long tag) {
    return versions.outputTag(tag);
  }

  /**
   * Answers, for keys in ascending order, whether any table below a level could hold the key: one
   * place a run that only moves forward.
   */
  static final class BottomProbe {

    private final List<SortedRun> runs;
    private final int[] places;

    BottomProbe(Version version, int outputLevel) {
      runs = version.runs().stream().filter(run -> run.level() > outputLevel).toList();
      places = new int[runs.size()];
    }

    /** Whether nothing below the output level covers the key; keys must not descend. */
    boolean nothingBeneath(long prefix, byte[] buffer, int length) {
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
