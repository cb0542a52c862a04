package dev.malkoha.engine.store;

import dev.malkoha.engine.compaction.Compaction;
import dev.malkoha.engine.compaction.CompactionPick;
import dev.malkoha.engine.compaction.CompactionPicker;
import dev.malkoha.engine.compaction.GarbagePicker;
import dev.malkoha.engine.compaction.LevelTargets;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.MergePlan;
import dev.malkoha.engine.compaction.Shape;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.compaction.WrittenTable;
import dev.malkoha.engine.deletion.DeletionStats;
import dev.malkoha.engine.deletion.Deletions;
import dev.malkoha.engine.deletion.RangeApplier;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Picks compactions, carries them out, and has what they made installed. */
final class CompactionJobs implements Background.Compactions {

  private final Installer installer;
  private final Supplier<long[]> openSnapshots;
  private final TableFiles files;
  private final LevelTargets targets;
  private final CompactionPicker picker;
  private final GarbagePicker garbage;
  private final Predicate<Version> moreDeletes;
  private final LongSupplier garbageClock;
  private final Deletions deletions;
  private final RangeApplier ranges;
  private final DeletionStats deletionStats;
  private final BooleanSupplier cancelled;
  private final LongAdder bytesCompacted = new LongAdder();

  CompactionJobs(
      Installer installer,
      Supplier<long[]> openSnapshots,
      TableFiles files,
      LevelTargets targets,
      GarbagePicker garbage,
      Predicate<Version> moreDeletes,
      LongSupplier garbageClock,
      Deletions deletions,
      RangeApplier ranges,
      DeletionStats deletionStats,
      BooleanSupplier cancelled) {
    this.installer = installer;
    this.openSnapshots = openSnapshots;
    this.files = files;
    this.targets = targets;
    this.picker = new CompactionPicker(targets);
    this.garbage = garbage;
    this.moreDeletes = moreDeletes;
    this.garbageClock = garbageClock;
    this.deletions = deletions;
    this.ranges = ranges;
    this.deletionStats = deletionStats;
    this.cancelled = cancelled;
  }

  @Override
  public Optional<Compaction> pickCompaction() {
    return pick((version, shape) -> picker.pick(shape).or(() -> pickGarbage(version, shape)));
  }

  /**
   * The version comes first, the open snapshots after it: of a snapshot that is opened between the
   * two the version can hold no younger delete. The other way round it could.
   */
  private Optional<CompactionPick> pickGarbage(Version version, Shape shape) {
    return garbage.pick(
        shape, openSnapshots.get(), moreDeletes.test(version), garbageClock.getAsLong());
  }

  @Override
  public Optional<Compaction> pickEverything() {
    // It takes tables that are busy, too: those that marks are dropping must be gone by then.
    return deletions.between(() -> pick((version, shape) -> picker.pickEverything(shape)));
  }

  private Optional<Compaction> pick(BiFunction<Version, Shape, Optional<CompactionPick>> question) {
    return installer.underLock(
        version -> {
          Optional<Compaction> picked =
              question
                  .apply(version, Shape.of(version, Table::isBusy))
                  .map(pick -> Compaction.of(pick, version));
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
      ranges.end();
    } finally {
      installer.underLock(
          version -> {
            setBusy(compaction, false);
            return version;
          });
    }
  }

  @Override
  public void endRanges() throws IOException {
    ranges.end();
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
      MergePlan plan = new MergePlan(compaction, openSnapshots.get(), pinned);
      List<WrittenTable> outputs = write(plan);
      List<EditEntry> edit = removals(compaction);
      int level = compaction.outputLevel();
      outputs.forEach(output -> edit.add(new EditEntry.AddTable(level, output.meta())));
      List<Table> tables = installer.open(outputs);
      tables.forEach(table -> table.rememberRangesApplied(plan.rangesApplied()));
      deletions.install(plan, edit, tables);
    } finally {
      pinned.release();
    }
  }

  private List<WrittenTable> write(MergePlan plan) throws IOException {
    try (EntryCursor source = plan.source()) {
      MergeJob job =
          MergeJob.compaction(
              files, installer::newFileNumber, plan, targets.tableBytes(), cancelled);
      List<WrittenTable> outputs = job.run(source);
      bytesCompacted.add(outputs.stream().mapToLong(output -> output.meta().fileBytes()).sum());
      return outputs;
    }
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

  long bytesCompacted() {
    return bytesCompacted.sum();
  }
}
