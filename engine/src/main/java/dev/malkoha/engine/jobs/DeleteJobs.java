package dev.malkoha.engine.jobs;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.background.Background.Job;
import dev.malkoha.engine.background.Progress;
import dev.malkoha.engine.base.GoneException;
import dev.malkoha.engine.base.Locked;
import dev.malkoha.engine.deletion.ApplierBudget;
import dev.malkoha.engine.deletion.ApplierJob;
import dev.malkoha.engine.deletion.ApplierPlan;
import dev.malkoha.engine.deletion.Marks;
import dev.malkoha.engine.deletion.Marks.TableMarks;
import dev.malkoha.engine.deletion.VectorWriter;
import dev.malkoha.engine.entry.SnapshotStripes;
import dev.malkoha.engine.events.StoreEvent.DeletesApplied;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.observe.Span;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.storage.CorruptFileException;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.wal.Log;
import org.jspecify.annotations.Nullable;

/**
 * The delete applier: takes deletes out of a tree together with all they cover, a run at a time. A
 * tombstone is marked dead with every older entry of its key; a range delete leaves by an edit when
 * what it covers in each table is marked dead. Tables that lie wholly inside a range are not read
 * at all: they are dropped, see {@code GarbagePicker}. This is the one way in which entries become
 * dead.
 *
 * <p>A run reads from a pinned version, without a lock, and claims nothing. What it found is
 * marked, of each key only if every table concerned can be claimed for that: a merge that came
 * first has the right of way, and the delete is tried again when the merge has ended.
 *
 * <p>One run at a time, everything else by any thread.
 */
final class DeleteJobs {

  /** A run reads two tables' bytes of blocks at most, and no more than this, before it commits. */
  private static final long RUN_BYTES_MAX = 64 << 20;

  private final Tree tree;

  /** Held while tables are claimed for marks. */
  private final ReentrantLock markLock = new ReentrantLock();

  private final ApplierBudget budget;

  @GuardedBy("this")
  private final ApplierPlan plan = new ApplierPlan();

  /**
   * A run as it is begun.
   *
   * @param version what it reads; pinned
   * @param claimed the tables of the version that jobs have
   * @param owed the tables that nothing else may claim before it has ended
   */
  private record Run(
      Version version, Set<Table> claimed, Set<Long> owed, List<ApplierPlan.ApplierStep> steps) {}

  /**
   * Creates an applier that has tried nothing yet.
   *
   * @param log tells by its growth whether somebody writes meanwhile
   * @param isHurried whether compactions of any tree wait for an applier: runs do not rest then
   */
  DeleteJobs(Tree tree, Log log, Progress progress, BooleanSupplier isHurried) {
    this.tree = tree;
    this.budget =
        new ApplierBudget(
            this::blocksMax,
            () -> progress.isAwaited() || isHurried.getAsBoolean(),
            () -> progress.isStopping() || tree.isDropped(),
            log::endPosition,
            tree.clock());
  }

  private long blocksMax() {
    KeyspaceOptions options = tree.options();
    return Math.max(1, Math.min(RUN_BYTES_MAX, 2 * options.tableBytes()) / options.blockBytes());
  }

  /** The next job; null if there are no deletes to apply. */
  @Nullable Job next() {
    return mayBeDue() && tree.versions().underLock(() -> areDue(tree.view().version()))
        ? this::apply
        : null;
  }

  /** Without a lock: most of many trees have no deletes. */
  private boolean mayBeDue() {
    return tree.view().version().newestDelete() > 0 && !tree.isDropped();
  }

  /** Whether there are deletes to apply to a version. Under the version lock. */
  synchronized boolean areDue(Version version) {
    if (!tree.options().deleteApplier()) {
      return false;
    }
    long[] snapshots = tree.snapshots().sequences();
    return !plan.next(version, snapshots).isEmpty() || !plan.over(version, snapshots).isEmpty();
  }

  /** Takes steps until a run's bounds are met, and ends the range deletes that are over then. */
  private void apply() throws IOException {
    Span span = tree.observer().begin(Span.Kind.DELETES);
    Run run = tree.versions().underLock(this::begin);
    try {
      SnapshotStripes stripes = new SnapshotStripes(tree.snapshots().sequences());
      ApplierJob.ApplierResult result =
          new ApplierJob(run.version, run.claimed, stripes, tree.files().hasher(), budget)
              .run(run.steps);
      tree.counts().add(Count.APPLIER_BLOCK_READS, result.blocksRead());
      for (CorruptFileException met : result.damage()) {
        tree.observer().damaged(tree.id().name(), met.file(), String.valueOf(met.getMessage()));
      }
      Set<Table> refused = new HashSet<>(result.refused());
      refused.addAll(mark(result.marks()));
      synchronized (this) {
        plan.done(result, refused);
      }
      endRanges();
      tree.observer().end(span, (path, took) -> applied(path, result, refused.isEmpty(), took));
    } finally {
      synchronized (this) {
        plan.served(run.owed);
      }
      run.version.release();
    }
  }

  /**
   * Marks what can be marked: of each key all or nothing.
   *
   * @return the tables that got no marks: merges have claimed them, or have replaced them
   */
  private Set<Table> mark(Marks marks) throws IOException {
    Set<Table> refused = new HashSet<>(marks.tables());
    try (Locked _ = Locked.by(markLock)) {
      Set<Table> claimed = tree.versions().claim(tree, refused);
      try {
        install(marks.byTable(claimed::contains));
      } finally {
        tree.versions().free(claimed);
      }
      refused.removeAll(claimed);
    }
    return refused;
  }

  private void install(List<TableMarks> marks) throws IOException {
    if (!marks.isEmpty()) {
      Version now = tree.versions().pinWithSidecars(tree);
      try {
        install(now, marks);
      } finally {
        now.release();
        tree.versions().letSidecarsGo();
      }
    }
  }

  /** A table in which nothing is left needs no vector: it is dropped by the same edit. */
  private void install(Version now, List<TableMarks> marks) throws IOException {
    List<TableMarks> toWrite = marks.stream().filter(table -> !table.leavesNothing()).toList();
    VectorWriter vectors =
        new VectorWriter(
            tree.files(),
            tree.versions()::newFileNumber,
            tree.clock()::millis,
            tree.options().garbageShare());
    VectorWriter.Written written = vectors.write(toWrite);
    List<EditEntry> edit = new ArrayList<>();
    for (TableMarks gone : marks) {
      if (gone.leavesNothing()) {
        edit.add(new EditEntry.DropTable(now.levelOf(gone.table()), gone.table().number()));
      }
    }
    edit.addAll(written.edit());
    try {
      tree.versions().install(tree, edit, written.tables(), () -> {});
    } catch (NoSpaceException | GoneException e) {
      vectors.discard(written, e);
      throw e;
    }
    tree.counts().add(Count.FILTER_REMOVALS, written.removals());
    tree.counts().add(Count.SIDECAR_BYTES, written.bytes());
    tree.counts().add(Count.DELETES_ELIDED, marks.stream().mapToLong(TableMarks::tombstones).sum());
  }

  /** Answers something while no table is claimed for marks. */
  <T> T whileNoneIsMarked(Supplier<T> question) {
    try (Locked _ = Locked.by(markLock)) {
      return question.get();
    }
  }

  private synchronized Run begin() {
    Version version = tree.versions().pin(tree);
    Set<Table> claimed = Set.copyOf(version.tables().stream().filter(Table::isBusy).toList());
    plan.begin(version);
    return new Run(
        version, claimed, plan.owed(version), plan.next(version, tree.snapshots().sequences()));
  }

  private DeletesApplied applied(
      Path path, ApplierJob.ApplierResult result, boolean complete, Duration took) {
    return new DeletesApplied(
        path, tree.id().name(), result.marks().count(), result.blocksRead(), complete, took);
  }

  /** Whether compactions wait for the applier to have run here. */
  boolean isAnyOwed() {
    return mayBeDue() && tree.versions().underLock(() -> !owed(tree.view().version()).isEmpty());
  }

  /** The tables that no compaction may pick before the applier has run. Under the version lock. */
  synchronized Set<Long> owed(Version version) {
    Set<Long> owed = plan.owed(version);
    return owed.isEmpty() || !areDue(version) ? Set.of() : owed;
  }

  /** Notes that a merge has replaced tables by others. Under the version lock. */
  synchronized void replaced(List<TableMeta> inputs, List<TableMeta> outputs) {
    plan.replaced(inputs, outputs);
  }

  /**
   * Ends range deletes that are over, without a look into any table: merges leave out what range
   * deletes cover, so those that covered something in their inputs alone are over when they have
   * run. This is all that ends range deletes in a store that does not apply them.
   */
  void endRanges() throws IOException {
    tree.versions().underLock(this::publishEnds).ifPresent(tree::replaced);
  }

  /** Returns the version before, if it was replaced. */
  private Optional<Version> publishEnds() throws IOException {
    List<EditEntry> edit = ends(tree.view().version());
    return edit.isEmpty()
        ? Optional.empty()
        : Optional.of(
            tree.versions().publish(tree, edit, List.of(), next -> tree.publish(next, 0)));
  }

  /** The edit that ends what is over; empty if nothing is. */
  private synchronized List<EditEntry> ends(Version now) {
    return plan.over(now, tree.snapshots().sequences()).stream()
        .map(RangeTombstone::sequence)
        .<EditEntry>map(EditEntry.Kind.DROP_RANGE::of)
        .toList();
  }
}
