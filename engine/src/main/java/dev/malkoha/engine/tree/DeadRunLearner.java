package dev.malkoha.engine.tree;

import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.DeadNow;
import dev.malkoha.engine.range.DeadRuns.DeadRun;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes what walks have found dead into a tree's runs, unless something was put into it since.
 * Where that cannot be told soon, the run is left for a later walk to find. Any thread.
 */
final class DeadRunLearner {

  /** The most writes to look through while writers wait. */
  private static final int CHECKED_UNDER_LOCK = 256;

  /** For a run that hides fewer keys no walk waits for writers: one will find the lock free. */
  private static final int HIDDEN_WORTH_WAITING = 64;

  /** The writing thread's place at a moment. */
  private record Mark(long sequence, int end) {}

  /** A dead run that a walk found, its sequence number, and the memtable that was active then. */
  private record Walk(DeadNow dead, DeadRun run, long sequence, MemTable written) {}

  private final Snapshots snapshots;
  private final ReentrantLock commitLock;
  private final Supplier<MemTable> active;

  /**
   * Creates a learner.
   *
   * @param active the memtable that is written to
   */
  DeadRunLearner(Snapshots snapshots, ReentrantLock commitLock, Supplier<MemTable> active) {
    this.snapshots = snapshots;
    this.commitLock = commitLock;
    this.active = active;
  }

  /**
   * Learns of a run.
   *
   * @param dead is to have it
   * @param sequence the walk's sequence number
   * @param written the active memtable of the view that was in force when that number was read
   */
  void learn(DeadNow dead, DeadRun run, long sequence, MemTable written) {
    if (commitLock.isLocked() && run.hidden() < HIDDEN_WORTH_WAITING) {
      return;
    }
    Walk walk = new Walk(dead, run, sequence, written);
    long since = sequence;
    Mark mark = addOrMark(walk, since);
    while (mark != null && !written.hasPutSince(since, mark.end(), run)) {
      since = mark.sequence();
      mark = addOrMark(walk, since);
    }
  }

  /**
   * Adds a run if nothing was put into it after a sequence number.
   *
   * @return null if that is done or in vain; else up to where to look first, without the lock
   */
  @SuppressWarnings("ReferenceEquality") // the very same memtable is meant
  private @Nullable Mark addOrMark(Walk walk, long since) {
    MemTable written = walk.written;
    commitLock.lock();
    try {
      if (active.get() != written || walk.dead.hasIngestedSince(walk.sequence)) {
        return null; // puts of the moment between may be in another memtable, or in tables
      }
      long newest = snapshots.newest();
      if (newest - since > CHECKED_UNDER_LOCK) {
        return new Mark(newest, written.end());
      }
      if (!written.hasPutSince(since, written.end(), walk.run)) {
        walk.dead.add(walk.run);
      }
      return null;
    } finally {
      commitLock.unlock();
    }
  }
}
