package dev.malkoha.engine.deletion;

import dev.malkoha.engine.compaction.SnapshotStripes;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * The delete applier: takes deletes out of the store together with all they cover, a run at a time.
 * A tombstone is marked dead with every older entry of its key; a range delete leaves by an edit
 * when what it covers in each table is marked dead. Tables that lie wholly inside a range are not
 * read at all: they are dropped, see {@code GarbagePicker}.
 *
 * <p>A run reads without a lock, from a pinned version. What it found is marked under the deletions
 * lock, and of each key only if every table concerned is still in the newest version: a compaction
 * that came first has the right of way, and the delete is tried again in its output. A compaction
 * that comes later carries over what died meanwhile.
 *
 * <p>{@link #isDue}, {@link #next} and {@link #endRanges} by any thread, {@link #run} by one at a
 * time.
 */
public final class Applier {

  private final Deletions deletions;
  private final KeyHasher hasher;
  private final Supplier<long[]> openSnapshots;
  private final ApplierBudget budget;
  private final DeletionStats stats;
  private final ApplierPlan plan = new ApplierPlan();

  /**
   * Creates an applier that has tried nothing yet.
   *
   * @param openSnapshots gives the sequence numbers of open snapshots, ascending
   */
  public Applier(
      Deletions deletions,
      KeyHasher hasher,
      Supplier<long[]> openSnapshots,
      ApplierBudget budget,
      DeletionStats stats) {
    this.deletions = deletions;
    this.hasher = hasher;
    this.openSnapshots = openSnapshots;
    this.budget = budget;
    this.stats = stats;
  }

  /** Whether anything can be done. Under the version lock, which guards what is busy. */
  public synchronized boolean isDue(Version version) {
    long[] snapshots = openSnapshots.get();
    return !plan.next(version, snapshots).isEmpty() || !plan.over(version, snapshots).isEmpty();
  }

  /** What to do next; empty if no table is to be read. Under the version lock. */
  public synchronized List<ApplierStep> next(Version version) {
    return plan.next(version, openSnapshots.get());
  }

  /**
   * Takes steps until a run's bounds are met, and ends the range deletes that are over then.
   *
   * @param version that the steps are of; pinned by the caller
   */
  public void run(List<ApplierStep> steps, Version version) throws IOException {
    SnapshotStripes stripes = new SnapshotStripes(openSnapshots.get());
    ApplierResult result = new ApplierJob(version, stripes, hasher, budget).run(steps);
    stats.blockReads().add(result.blocksRead());
    boolean complete = deletions.mark(result.marks());
    synchronized (this) {
      plan.done(result, complete);
    }
    endRanges();
  }

  /**
   * Ends what is over, without a look into any table: merges leave out what range deletes cover, so
   * those that covered something in their inputs alone are over when they have run. This is all
   * that ends range deletes in a store that does not apply them.
   */
  public void endRanges() throws IOException {
    deletions.edit(this::ends);
  }

  /** The edit that ends what is over; empty if nothing is. */
  private synchronized List<EditEntry> ends(Version now) {
    return plan.over(now, openSnapshots.get()).stream()
        .map(RangeTombstone::sequence)
        .<EditEntry>map(EditEntry.DropRange::new)
        .toList();
  }
}
