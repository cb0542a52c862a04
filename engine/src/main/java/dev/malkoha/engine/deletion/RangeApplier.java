package dev.malkoha.engine.deletion;

import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Version;
import java.io.IOException;
import java.util.List;

/**
 * Brings range deletes to their end: what they cover in each table is marked dead, and when nothing
 * of it lives anywhere, the range delete leaves by an edit. Tables that lie wholly inside one are
 * not read at all: they are dropped by an edit, see {@code GarbagePicker}.
 *
 * <p>{@link #isDue} by any thread, {@link #run} by one at a time.
 */
public final class RangeApplier {

  private final ApplierContext context;
  private final RangePlan plan = new RangePlan();

  /** Creates an applier that has looked at nothing yet. */
  public RangeApplier(ApplierContext context) {
    this.context = context;
  }

  /** Whether anything can be done. Under the version lock, which guards what is busy. */
  public synchronized boolean isDue(Version version) {
    long[] snapshots = context.openSnapshots().get();
    return !plan.toClean(version, snapshots).isEmpty() || !plan.over(version, snapshots).isEmpty();
  }

  /** What is to be looked through. Under the version lock. */
  public synchronized List<RangePlan.Pair> toClean(Version version) {
    plan.forgetAllBut(version.ranges().all());
    return plan.toClean(version, context.openSnapshots().get());
  }

  /**
   * Looks some of it through.
   *
   * @param pairs in tables of a version that the caller has pinned
   * @param sink where what is dead is written down
   */
  public void run(List<RangePlan.Pair> pairs, Marks.Sink sink) throws IOException {
    RangeJob job = new RangeJob(context.hasher(), context.bounds());
    job.run(pairs);
    context.stats().countBlockReads(job.blocksRead());
    if (job.marks().isEmpty() || sink.mark(job.marks())) {
      synchronized (this) {
        job.done().forEach(plan::cleaned);
      }
    }
  }

  /**
   * The edit that ends what is over, without a look into any table; empty if nothing is. Merges
   * leave out what range deletes cover, so those that covered something in their inputs alone are
   * over when they have run. This is all that ends range deletes in a store that does not apply
   * them.
   */
  public synchronized List<EditEntry> ends(Version now) {
    return plan.over(now, context.openSnapshots().get()).stream()
        .map(RangeTombstone::sequence)
        .<EditEntry>map(EditEntry.DropRange::new)
        .toList();
  }
}
