package dev.malkoha.engine.store;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.compaction.GarbagePicker;
import dev.malkoha.engine.compaction.LevelTargets;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.deletion.Applier;
import dev.malkoha.engine.deletion.ApplierBudget;
import dev.malkoha.engine.deletion.DeletionStats;
import dev.malkoha.engine.deletion.Deletions;
import dev.malkoha.engine.deletion.VectorWriter;
import dev.malkoha.engine.version.Version;
import dev.malkoha.wal.Log;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/** Puts the background work of a store together. */
final class MaintenanceBuilder {

  private final DbOptions options;
  private final TableFiles files;
  private final Installer installer;
  private final Views views;
  private final SnapshotList snapshots;
  private final Log log;
  private final LevelTargets targets;
  private final DeletionStats stats = new DeletionStats();
  private final IdleWaiters idleWaiters = new IdleWaiters();
  private final AtomicBoolean stopping = new AtomicBoolean();

  MaintenanceBuilder(
      DbOptions options,
      TableFiles files,
      Installer installer,
      Views views,
      SnapshotList snapshots,
      Log log,
      LevelTargets targets) {
    this.options = options;
    this.files = files;
    this.installer = installer;
    this.views = views;
    this.snapshots = snapshots;
    this.log = log;
    this.targets = targets;
  }

  Maintenance build() {
    VectorWriter vectors =
        new VectorWriter(
            files, installer::newFileNumber, System::currentTimeMillis, options.garbageShare());
    Deletions deletions = new Deletions(installer, vectors, files.hasher(), stats);
    Applier applier = new Applier(deletions, files.hasher(), snapshots::sequences, budget(), stats);
    boolean applies = options.deleteApplier();
    return new Maintenance(
        installer,
        flushes(),
        compactions(deletions, applier, applies ? applier::isDue : version -> false),
        applies ? new DeleteJobs(installer, applier) : Background.Deletes.NEVER,
        stats,
        idleWaiters,
        stopping);
  }

  private FlushJobs flushes() {
    return new FlushJobs(
        installer, views, snapshots, files, log, stats, options.deleteApplier(), stopping::get);
  }

  /** Somebody who waits for the store to be idle waits for tables to be taken as settled, too. */
  private CompactionJobs compactions(
      Deletions deletions, Applier applier, Predicate<Version> deletesAreDue) {
    return new CompactionJobs(
        installer,
        snapshots::sequences,
        files,
        targets,
        new GarbagePicker(options.garbageShare()),
        version -> views.current().hasUnflushedDeletes() || deletesAreDue.test(version),
        () -> idleWaiters.any() ? Long.MAX_VALUE : System.currentTimeMillis(),
        deletions,
        applier,
        stats,
        stopping::get);
  }

  private ApplierBudget budget() {
    return new ApplierBudget(
        options.applierReadsPerSecond(),
        Math.max(1, options.applierJobBytes() / options.blockBytes()),
        idleWaiters::any,
        stopping::get,
        log::endPosition,
        ApplierBudget.Clock.MACHINE);
  }
}
