package dev.malkoha.engine.deletion;

import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Brings range deletes to their end: what they cover in each table is marked dead, and when nothing
 * of it lives anywhere, the range delete leaves by an edit. Tables that lie wholly inside one are
 * not read at all: they are dropped by an edit, see {@code GarbagePicker}.
 *
 * <p>{@link #isDue} by any thread, {@link #run} by one at a time.
 */
public final class RangeApplier {

  private final Deletions deletions;
  private final KeyHasher hasher;
  private final Supplier<long[]> openSnapshots;
  private final ApplierJob.Bounds bounds;
  private final DeletionStats stats;
  private final RangePlan plan = new RangePlan();

  /** Creates an applier that has looked at nothing yet. */
  public RangeApplier(
      Deletions deletions,
      KeyHasher hasher,
      Supplier<long[]> openSnapshots,
      ApplierJob.Bounds bounds,
      DeletionStats stats) {
    this.deletions = deletions;
    this.hasher = hasher;
    this.openSnapshots = openSnapshots;
    this.bounds = bounds;
    this.stats = stats;
  }

  /** Whether anything can be done. Under the version lock, which guards what is busy. */
  public synchronized boolean isDue(Version version) {
    long[] snapshots = openSnapshots.get();
    return !plan.toClean(version, snapshots).isEmpty() || !plan.over(version, snapshots).isEmpty();
  }

  /** What is to be looked through. Under the version lock. */
  public synchronized List<RangePlan.Pair> toClean(Version version) {
    plan.forgetAllBut(version.ranges().all());
    return plan.toClean(version, openSnapshots.get());
  }

  /**
   * Looks some of it through, and ends what is over then.
   *
   * @param pairs in tables of a version that the caller has pinned
   */
  public void run(List<RangePlan.Pair> pairs) throws IOException {
    RangeJob job = new RangeJob(hasher, bounds);
    job.run(pairs);
    stats.countBlockReads(job.blocksRead());
    if (job.marks().isEmpty() || deletions.mark(job.marks())) {
      synchronized (this) {
        job.done().forEach(plan::cleaned);
      }
    }
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
