package dev.malkoha.engine.jobs;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.read.RangeEstimate;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.Version;
import java.util.List;

/**
 * The deletes in a tree's memtables: what they may free, and whether they still come.
 *
 * <p>They are flushed soon after they have come to an end, if they may free a quarter of what the
 * memtable holds. While they come they are left to a flush of a full memtable: a flush for each few
 * of them would make compactions write the same keys over and over.
 *
 * <p>One look at a time, by the planning thread; answers to any thread.
 */
final class UnflushedDeletes {

  /** Less is not worth a table. */
  private static final long FREED_BYTES_MIN = 1 << 20;

  /** Deletes that free less than this between two looks are too few to wait for. */
  private static final long FREED_BYTES_A_LOOK = 1 << 18;

  /** Deletes have ended when those since the last look are no more than this share of all. */
  private static final int ENDED_SHARE = 64;

  /** A flush that frees less than this share of a full memtable waits for a minute of looks. */
  private static final int SMALL_SHARE = 4;

  private static final int SMALL_EVERY_LOOKS = 20;

  /** The most range deletes whose ranges are estimated. */
  private static final int RANGES_ASKED = 256;

  private final Tree tree;

  /** Which memtable was looked at, and how many deletes it had. */
  private long looked = -1;

  private long seen;

  private int looksSinceFlush = SMALL_EVERY_LOOKS;

  private volatile boolean stillCome;

  UnflushedDeletes(Tree tree) {
    this.tree = tree;
  }

  /** Whether many deletes are on their way to tables, or will be soon. Any thread. */
  boolean areManyComing() {
    return stillCome && tree.view().hasUnflushedDeletes();
  }

  /** Looks at the deletes of the active memtable: whether they are to be flushed now. */
  boolean isFlushDue() {
    ReadView view = tree.view();
    MemTable active = view.active();
    List<RangeTombstone> ranges = active.ranges().all();
    long deletes = (long) active.deletes() + ranges.size();
    looksSinceFlush++;
    long fresh = deletes - (looked == tree.frozenSoFar() ? seen : 0);
    looked = tree.frozenSoFar();
    seen = deletes;
    long freed = freed(view.version(), active.deletes(), ranges);
    boolean isWorth = freed >= Math.max(FREED_BYTES_MIN, active.bytesUsed() / 4L);
    boolean haveEnded = fresh <= deletes / ENDED_SHARE;
    boolean isMuch = freed >= tree.options().memTableBytes() / SMALL_SHARE;
    boolean isTime = isMuch || looksSinceFlush >= SMALL_EVERY_LOOKS;
    boolean due = isWorth && haveEnded && isTime;
    looksSinceFlush = due ? 0 : looksSinceFlush;
    stillCome = due || freed / Math.max(1, deletes) * fresh >= FREED_BYTES_A_LOOK;
    return due;
  }

  /** About how many bytes of tables the deletes cover: of a key, what an entry takes. */
  private static long freed(Version version, long deletes, List<RangeTombstone> ranges) {
    long bytes = RangeEstimate.bytesOf(version, KeyRange.all());
    long entries = version.tables().stream().mapToLong(table -> table.meta().entries()).sum();
    long ofRanges =
        ranges.stream()
            .limit(RANGES_ASKED)
            .map(range -> RangeTombstone.keys(range.from(), range.to()))
            .mapToLong(keys -> RangeEstimate.bytesOf(version, keys))
            .sum();
    return Math.min(bytes, deletes * (bytes / Math.max(1, entries)) + ofRanges);
  }
}
