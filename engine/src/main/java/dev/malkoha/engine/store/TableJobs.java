package dev.malkoha.engine.store;

import dev.malkoha.engine.compaction.Compaction;
import dev.malkoha.engine.compaction.CompactionPicker;
import dev.malkoha.engine.compaction.LevelTargets;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.read.LevelCursor;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.engine.version.VersionEdit;
import dev.malkoha.engine.version.VersionSet;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.wal.Log;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Carries out flushes and compactions, and has what they made installed. */
final class TableJobs implements Background.Jobs {

  private final Installer installer;
  private final Views views;
  private final SnapshotList snapshots;
  private final TableFiles files;
  private final Log log;
  private final LevelTargets targets;
  private final CompactionPicker picker;
  private final Deletions deletions;
  private final DeletionStats deletionStats;
  private final LongAdder bytesFlushed = new LongAdder();
  private final LongAdder bytesCompacted = new LongAdder();
  private BooleanSupplier cancelled = () -> false;

  TableJobs(
      Installer installer,
      Views views,
      SnapshotList snapshots,
      TableFiles files,
      Log log,
      LevelTargets targets,
      CompactionPicker picker,
      Deletions deletions,
      DeletionStats deletionStats) {
    this.installer = installer;
    this.views = views;
    this.snapshots = snapshots;
    this.files = files;
    this.log = log;
    this.targets = targets;
    this.picker = picker;
    this.deletions = deletions;
    this.deletionStats = deletionStats;
  }

  /** Connects the jobs with who stops them. */
  void connect(BooleanSupplier whetherCancelled) {
    this.cancelled = whetherCancelled;
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
    List<TableMeta> outputs;
    try (EntryCursor cursor = table.cursor()) {
      outputs = flushJob(table).run(cursor);
    }
    bytesFlushed.add(totalBytes(outputs));
    List<EditEntry> edit = additions(0, outputs);
    edit.add(new EditEntry.LogFloor(frozen.logEnd()));
    edit.add(new EditEntry.LastSequence(table.largestSequence()));
    installer.installFlush(edit, installer.open(outputs));
    log.release(frozen.logEnd());
  }

  private MergeJob flushJob(MemTable table) {
    Version pinned = installer.pin();
    try {
      return MergeJob.flush(
          files,
          installer::newFileNumber,
          pinned,
          table.bytesUsed(),
          snapshots.sequences(),
          cancelled);
    } finally {
      pinned.release();
    }
  }

  @Override
  public Optional<Compaction> pickCompaction(Background.CompactionChoice choice) {
    return installer.underLock(
        version -> {
          Optional<Compaction> picked = choice.from(picker, version);
          picked.ifPresent(compaction -> setBusy(compaction, true));
          return picked;
        });
  }

  private static void setBusy(Compaction compaction, boolean isBusy) {
    compaction.tables().forEach(table -> table.setBusy(isBusy));
  }

  @Override
  public void compact(Compaction compaction) throws IOException {
    try {
      switch (compaction.kind()) {
        case MERGE -> merge(compaction);
        case MOVE -> deletions.exclusively(now -> move(compaction, now));
        case REWRITE -> {
          merge(compaction);
          deletionStats.countGarbageRewrite();
        }
        case DROP -> {
          deletions.exclusively(now -> installer.install(removals(compaction), List.of()));
          deletionStats.countGarbageRewrite();
        }
      }
    } finally {
      installer.underLock(
          version -> {
            setBusy(compaction, false);
            return version;
          });
    }
  }

  /** The table's vector moves with it, as it is by now. */
  private void move(Compaction compaction, Version now) throws IOException {
    Table moved = compaction.tables().getFirst();
    List<EditEntry> edit = removals(compaction);
    edit.add(new EditEntry.AddTable(compaction.outputLevel(), moved.meta()));
    now.tables().stream()
        .filter(moved::isSameFile)
        .map(Table::vector)
        .filter(Objects::nonNull)
        .forEach(vector -> edit.add(new EditEntry.SetVector(moved.meta().number(), vector)));
    installer.install(edit, List.of());
  }

  private void merge(Compaction compaction) throws IOException {
    Version pinned = installer.pin();
    try {
      MergePlan plan = new MergePlan(compaction, snapshots.sequences(), pinned);
      List<TableMeta> outputs;
      try (EntryCursor source = plan.source()) {
        MergeJob job =
            MergeJob.compaction(
                files, installer::newFileNumber, plan, targets.tableBytes(), cancelled);
        outputs = job.run(source);
        deletionStats.countElided(job.droppedDeletes());
      }
      bytesCompacted.add(totalBytes(outputs));
      List<EditEntry> edit = removals(compaction);
      edit.addAll(additions(compaction.outputLevel(), outputs));
      deletions.install(plan, edit, installer.open(outputs));
    } finally {
      pinned.release();
    }
  }

  private static List<EditEntry> additions(int level, List<TableMeta> tables) {
    List<EditEntry> edit = new ArrayList<>();
    tables.forEach(table -> edit.add(new EditEntry.AddTable(level, table)));
    return edit;
  }

  private static List<EditEntry> removals(Compaction compaction) {
    List<EditEntry> edit = new ArrayList<>();
    for (int level = 0; level < compaction.inputs().size(); level++) {
      for (Table table : compaction.inputs().get(level)) {
        edit.add(new EditEntry.DropTable(level, table.meta().number()));
      }
    }
    return edit;
  }

  private static long totalBytes(List<TableMeta> tables) {
    return tables.stream().mapToLong(TableMeta::fileBytes).sum();
  }

  long bytesFlushed() {
    return bytesFlushed.sum();
  }

  long bytesCompacted() {
    return bytesCompacted.sum();
  }
}
