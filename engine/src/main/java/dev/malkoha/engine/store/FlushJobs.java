package dev.malkoha.engine.store;

import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.RangeReduction;
import dev.malkoha.engine.compaction.WrittenTable;
import dev.malkoha.engine.deletion.DeletionStats;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.wal.Log;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Makes memtables of a tree tables, and gives the log back what it then may. */
final class FlushJobs {

  private final Tree tree;
  private final Log log;
  private final DeletionStats deletionStats;
  private final Progress progress;
  private final LongAdder bytesFlushed = new LongAdder();

  FlushJobs(Tree tree, Log log, DeletionStats deletionStats, Progress progress) {
    this.tree = tree;
    this.log = log;
    this.deletionStats = deletionStats;
    this.progress = progress;
  }

  /** What to do next; null if no frozen memtable waits. */
  @Nullable Job next() {
    return tree.oldestFrozen() == null ? null : this::flushOldest;
  }

  private void flushOldest() throws IOException {
    FrozenMemTable frozen = tree.oldestFrozen();
    if (frozen == null) {
      return;
    }
    MemTable table = frozen.table();
    long[] open = tree.openSnapshots();
    Output output = write(table, open);
    List<WrittenTable> outputs = output.tables();
    List<EditEntry> edit = new ArrayList<>();
    outputs.forEach(written -> edit.add(new EditEntry.AddTable(0, written.meta())));
    edit.addAll(rangeChanges(RangeReduction.joined(table.ranges().all(), open), open));
    // The segment that holds the floor must be there, and reach it, whenever the floor counts.
    log.settle(frozen.logEnd());
    edit.add(new EditEntry.LogFloor(frozen.logEnd()));
    edit.add(new EditEntry.LogMark(log.proof()));
    edit.add(new EditEntry.LastSequence(table.largestSequence()));
    tree.installFlush(edit, tree.open(outputs));
    deletionStats.elided().add(output.droppedDeletes());
    log.release(frozen.logEnd());
  }

  private record Output(List<WrittenTable> tables, long droppedDeletes) {}

  /**
   * The memtable's range deletes, joined, but for those that make no difference beside newer ones;
   * older ones in force that make none any more leave by the same edit.
   */
  private List<EditEntry> rangeChanges(List<RangeTombstone> own, long[] open) {
    if (own.isEmpty()) {
      return List.of();
    }
    List<RangeTombstone> before = tree.view().version().ranges().all();
    List<RangeTombstone> all = new ArrayList<>(before);
    all.addAll(own);
    Set<RangeTombstone> superseded = RangeReduction.superseded(all, open);
    List<EditEntry> changes = new ArrayList<>();
    before.stream()
        .filter(superseded::contains)
        .forEach(range -> changes.add(new EditEntry.DropRange(range.sequence())));
    own.stream()
        .filter(range -> !superseded.contains(range))
        .forEach(range -> changes.add(new EditEntry.AddRange(range)));
    return changes;
  }

  private Output write(MemTable table, long[] open) throws IOException {
    Version pinned = tree.pin();
    try (EntryCursor cursor = table.cursor()) {
      MergeJob job =
          MergeJob.flush(
              tree.files(),
              tree::newFileNumber,
              pinned,
              table.bytesUsed(),
              tree.options().deleteApplier() && table.holdsMostlyDeletes(),
              open,
              new RangeWalker(table.ranges().layers()),
              progress::isStopping);
      List<WrittenTable> outputs = job.run(cursor);
      bytesFlushed.add(outputs.stream().mapToLong(output -> output.meta().fileBytes()).sum());
      return new Output(outputs, job.droppedDeletes());
    } finally {
      pinned.release();
    }
  }

  long bytesFlushed() {
    return bytesFlushed.sum();
  }
}
