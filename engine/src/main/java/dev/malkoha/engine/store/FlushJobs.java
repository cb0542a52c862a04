package dev.malkoha.engine.store;

import dev.malkoha.engine.compaction.JoinedRanges;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.SupersededRanges;
import dev.malkoha.engine.compaction.TableFiles;
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
import java.util.function.BooleanSupplier;

/** Carries out flushes, has what they made installed, and gives the log back what it then may. */
final class FlushJobs implements Background.Flushes {

  private final Installer installer;
  private final Views views;
  private final SnapshotList snapshots;
  private final TableFiles files;
  private final Log log;
  private final DeletionStats deletionStats;
  private final boolean appliesDeletes;
  private final BooleanSupplier cancelled;
  private final LongAdder bytesFlushed = new LongAdder();

  FlushJobs(
      Installer installer,
      Views views,
      SnapshotList snapshots,
      TableFiles files,
      Log log,
      DeletionStats deletionStats,
      boolean appliesDeletes,
      BooleanSupplier cancelled) {
    this.installer = installer;
    this.views = views;
    this.snapshots = snapshots;
    this.files = files;
    this.log = log;
    this.deletionStats = deletionStats;
    this.appliesDeletes = appliesDeletes;
    this.cancelled = cancelled;
  }

  @Override
  public boolean hasFrozen() {
    return views.oldestFrozen() != null;
  }

  @Override
  public long flushedSoFar() {
    return views.flushedSoFar();
  }

  @Override
  public void flushOldest() throws IOException {
    FrozenMemTable frozen = views.oldestFrozen();
    if (frozen == null) {
      return;
    }
    MemTable table = frozen.table();
    long[] open = snapshots.sequences();
    Output output = write(table, open);
    List<WrittenTable> outputs = output.tables();
    List<EditEntry> edit = new ArrayList<>();
    outputs.forEach(written -> edit.add(new EditEntry.AddTable(0, written.meta())));
    edit.addAll(rangeChanges(JoinedRanges.of(table.ranges().all(), open), open));
    // The segment that holds the floor must be there, and reach it, whenever the floor counts.
    log.settle(frozen.logEnd());
    edit.add(new EditEntry.LogFloor(frozen.logEnd()));
    edit.add(new EditEntry.LogMark(log.proof()));
    edit.add(new EditEntry.LastSequence(table.largestSequence()));
    installer.installFlush(edit, installer.open(outputs));
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
    List<RangeTombstone> before = views.current().version().ranges().all();
    List<RangeTombstone> all = new ArrayList<>(before);
    all.addAll(own);
    Set<RangeTombstone> superseded = SupersededRanges.among(all, open);
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
    Version pinned = installer.pin();
    try (EntryCursor cursor = table.cursor()) {
      MergeJob job =
          MergeJob.flush(
              files,
              installer::newFileNumber,
              pinned,
              table.bytesUsed(),
              appliesDeletes && table.holdsMostlyDeletes(),
              open,
              new RangeWalker(table.ranges().layers()),
              cancelled);
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
