package dev.malkoha.engine.store;

import dev.malkoha.engine.compaction.Compaction;
import dev.malkoha.engine.compaction.CompactionPicker;
import dev.malkoha.engine.compaction.LevelTargets;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.SupersededRanges;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeWalker;
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
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Carries out flushes and compactions, and installs what they made: bytes durable, then named
 * durable, then visible, then the old may go.
 *
 * <p>The version lock orders edits, and the picking and freeing of inputs; it is never held while
 * tables are read or written.
 */
final class TableJobs implements Background.Jobs {

  private final VersionSet versions;
  private final Views views;
  private final ReadSections sections;
  private final SnapshotList snapshots;
  private final TableFiles files;
  private final Log log;
  private final LevelTargets targets;
  private final CompactionPicker picker;
  private final ReentrantLock versionLock = new ReentrantLock();
  private final LongAdder bytesFlushed = new LongAdder();
  private final LongAdder bytesCompacted = new LongAdder();
  private BooleanSupplier cancelled = () -> false;
  private Runnable afterInstall = () -> {};

  TableJobs(
      VersionSet versions,
      Views views,
      ReadSections sections,
      SnapshotList snapshots,
      TableFiles files,
      Log log,
      LevelTargets targets) {
    this.versions = versions;
    this.views = views;
    this.sections = sections;
    this.snapshots = snapshots;
    this.files = files;
    this.log = log;
    this.targets = targets;
    this.picker = new CompactionPicker(targets);
  }

  /** Connects the jobs with who stops them and who waits for what they install. */
  void connect(BooleanSupplier whetherCancelled, Runnable whenInstalled) {
    this.cancelled = whetherCancelled;
    this.afterInstall = whenInstalled;
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
    List<TableMeta> outputs;
    try (EntryCursor cursor = table.cursor()) {
      outputs = flushJob(table, open).run(cursor);
    }
    bytesFlushed.add(totalBytes(outputs));
    List<EditEntry> edit = additions(0, outputs);
    edit.addAll(rangeChanges(table.ranges().all(), open));
    edit.add(new EditEntry.LogFloor(frozen.logEnd()));
    edit.add(new EditEntry.LastSequence(table.largestSequence()));
    install(edit, outputs, true);
    log.release(frozen.logEnd());
  }

  /**
   * The memtable's range deletes, but for those that make no difference beside newer ones; older
   * ones in force that make none any more leave by the same edit.
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

  private MergeJob flushJob(MemTable table, long[] open) {
    Version pinned = pin();
    try {
      return MergeJob.flush(
          files,
          versions::newFileNumber,
          pinned,
          table.bytesUsed(),
          open,
          new RangeWalker(table.ranges().layers()),
          cancelled);
    } finally {
      pinned.release();
    }
  }

  @Override
  public Optional<Compaction> pickCompaction(Background.CompactionChoice choice) {
    versionLock.lock();
    try {
      Optional<Compaction> picked = choice.from(picker, versions.current());
      picked.ifPresent(compaction -> compaction.tables().forEach(table -> table.setBusy(true)));
      return picked;
    } finally {
      versionLock.unlock();
    }
  }

  @Override
  public void compact(Compaction compaction) throws IOException {
    try {
      if (compaction.isMove()) {
        move(compaction);
      } else {
        merge(compaction);
      }
    } finally {
      free(compaction);
    }
  }

  private void move(Compaction compaction) throws IOException {
    TableMeta table = compaction.tables().getFirst().meta();
    List<EditEntry> edit = removals(compaction);
    edit.add(new EditEntry.AddTable(compaction.outputLevel(), table));
    install(edit, List.of(), false);
  }

  private void merge(Compaction compaction) throws IOException {
    Version pinned = pin();
    List<TableMeta> outputs;
    try (EntryCursor source = cursorOver(compaction)) {
      MergeJob job =
          MergeJob.compaction(
              files,
              versions::newFileNumber,
              compaction,
              targets.tableBytes(),
              snapshots.sequences(),
              pinned,
              cancelled);
      outputs = job.run(source);
    } finally {
      pinned.release();
    }
    bytesCompacted.add(totalBytes(outputs));
    List<EditEntry> edit = removals(compaction);
    edit.addAll(additions(compaction.outputLevel(), outputs));
    install(edit, outputs, false);
  }

  private Version pin() {
    versionLock.lock();
    try {
      versions.current().retain();
      return versions.current();
    } finally {
      versionLock.unlock();
    }
  }

  private static EntryCursor cursorOver(Compaction compaction) {
    List<EntryCursor> sources = new ArrayList<>();
    for (int level = 0; level < compaction.inputs().size(); level++) {
      List<Table> tables = compaction.inputs().get(level);
      if (level == 0) {
        tables.forEach(table -> sources.add(table.reader().cursor(false)));
      } else if (!tables.isEmpty()) {
        sources.add(new LevelCursor(tables, false));
      }
    }
    return sources.size() == 1 ? sources.getFirst() : new MergingCursor(sources);
  }

  /**
   * Names the outputs durably, publishes the version and lets the old one go once nobody reads it.
   */
  private void install(List<EditEntry> edit, List<TableMeta> outputs, boolean isFlush)
      throws IOException {
    Version before;
    versionLock.lock();
    try {
      List<Table> added = openAll(outputs);
      try {
        Version next = versions.apply(new VersionEdit(edit), added);
        before = isFlush ? views.flushed(next) : views.compacted(next);
      } finally {
        added.forEach(Table::release);
      }
    } finally {
      versionLock.unlock();
    }
    afterInstall.run();
    sections.awaitEarlierReads();
    before.release();
  }

  private List<Table> openAll(List<TableMeta> outputs) throws IOException {
    List<Table> open = new ArrayList<>();
    try {
      for (TableMeta output : outputs) {
        open.add(versions.openTable(output));
      }
      return open;
    } catch (IOException | RuntimeException e) {
      open.forEach(Table::release);
      throw e;
    }
  }

  private void free(Compaction compaction) {
    versionLock.lock();
    try {
      compaction.tables().forEach(table -> table.setBusy(false));
    } finally {
      versionLock.unlock();
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
