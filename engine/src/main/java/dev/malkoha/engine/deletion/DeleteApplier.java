package dev.malkoha.engine.deletion;

import dev.malkoha.engine.compaction.SnapshotStripes;
import dev.malkoha.engine.version.Version;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The delete applier: takes deletes out of tables together with all they cover, a run at a time.
 *
 * <p>A run reads without a lock, from a pinned version. What it found is marked under the deletions
 * lock, and of each key only if every table concerned is still in the newest version: a compaction
 * that came first has the right of way, and the delete is tried again in its output. A compaction
 * that comes later carries over what died meanwhile.
 *
 * <p>{@link #next} by any thread, {@link #run} by one at a time.
 */
public final class DeleteApplier {

  private final ApplierContext context;
  private final ApplierPlan plan = new ApplierPlan();

  /** Creates an applier that has tried nothing yet. */
  public DeleteApplier(ApplierContext context) {
    this.context = context;
  }

  /** What to try next, if anything. Under the version lock, which guards what is busy. */
  public synchronized Optional<ApplierStep> next(Version version) {
    Set<Long> open =
        Arrays.stream(context.openSnapshots().get())
            .boxed()
            .collect(Collectors.toUnmodifiableSet());
    return plan.next(version, open);
  }

  /**
   * Takes a step.
   *
   * @param version that the step is of; pinned by the caller
   * @param sink where what is dead is written down
   */
  public void run(ApplierStep step, Version version, Marks.Sink sink) throws IOException {
    SnapshotStripes stripes = new SnapshotStripes(context.openSnapshots().get());
    ApplierResult result =
        ApplierJob.run(step, version, stripes, context.hasher(), context.bounds());
    context.stats().countBlockReads(result.blocksRead());
    boolean complete = result.marks().isEmpty() || sink.mark(result.marks());
    synchronized (this) {
      plan.done(step, result, !complete);
    }
  }
}
