package dev.malkoha.engine.store;

import dev.malkoha.engine.deletion.ApplierBudget;
import dev.malkoha.engine.deletion.ApplierContext;
import dev.malkoha.engine.deletion.ApplierJob;
import dev.malkoha.engine.deletion.ApplierStep;
import dev.malkoha.engine.deletion.DeleteApplier;
import dev.malkoha.engine.deletion.RangeApplier;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.version.Version;
import dev.malkoha.wal.Log;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Applies deletes and range deletes of a tree, a step at a time, to the version of the moment. */
final class DeleteJobs {

  private final Tree tree;
  private final Progress progress;
  private final Deletions deletions;
  private final DeleteApplier applier;
  private final RangeApplier ranges;

  /**
   * Creates jobs.
   *
   * @param log tells by its growth whether somebody writes meanwhile
   */
  DeleteJobs(Tree tree, Log log, Progress progress) {
    this.tree = tree;
    this.progress = progress;
    this.deletions = new Deletions(tree);
    ApplierContext context =
        new ApplierContext(
            tree.files().hasher(), tree::openSnapshots, new Bounds(log), deletions.stats());
    this.applier = new DeleteApplier(context);
    this.ranges = new RangeApplier(context);
  }

  /** Bounds runs by the tree's options, and ends them with the store. */
  private final class Bounds implements ApplierJob.Bounds {

    private final ApplierBudget budget;

    Bounds(Log log) {
      budget =
          new ApplierBudget(
              tree.options().applierReadsPerSecond(),
              () -> progress.isAwaited() || progress.isStopping(),
              log::endPosition);
    }

    @Override
    public void begin() {
      budget.begin();
    }

    @Override
    public void pay(long blocks) {
      budget.pay(blocks);
      if (progress.isStopping()) {
        throw new MergeJob.CancelledException();
      }
    }

    @Override
    public long blocksMax() {
      return Math.max(1, tree.options().applierJobBytes() / tree.options().blockBytes());
    }
  }

  Deletions deletions() {
    return deletions;
  }

  /** What to do next; null if there are no deletes to apply. */
  @Nullable Job next() {
    return tree.underLock(this::areDue) ? this::apply : null;
  }

  /** Whether there are deletes to apply to a version. Under the version lock. */
  boolean areDue(Version version) {
    return tree.options().deleteApplier()
        && (ranges.isDue(version) || applier.next(version).isPresent());
  }

  /** Ranges first: what they cover needs no search. */
  private void apply() throws IOException {
    Version pinned = tree.pin();
    try {
      if (tree.underLock(newest -> ranges.isDue(pinned))) {
        ranges.run(tree.underLock(newest -> ranges.toClean(pinned)), deletions::mark);
        endRanges();
      } else {
        Optional<ApplierStep> step = tree.underLock(newest -> applier.next(pinned));
        if (step.isPresent()) {
          applier.run(step.get(), pinned, deletions::mark);
        }
      }
    } finally {
      pinned.release();
    }
  }

  /** Ends range deletes that nothing needs any more. */
  void endRanges() throws IOException {
    deletions.edit(ranges::ends);
  }
}
