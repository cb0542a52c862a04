package dev.malkoha.engine.range;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs of keys in which walks over one view have found nothing that lives, for later walks to leap
 * over: kept in memory, few, and only as long as the tables stay what they are.
 *
 * <p>A run is to its readers what a range delete is. Where nothing was visible at a sequence
 * number, an entry at or below that number is invisible to every reader at or above it; only newer
 * ones may live. That ends when tables are merged, as merging may replace sequence numbers by
 * smaller ones: a view of other tables begins with no runs. (The idea of keeping what a scan has
 * learnt of deletes is RocksDB's, which turns it into a range delete in its memtable.) Any thread.
 */
public final class DeadRuns {

  /** So many runs at most; of those before, that of the smallest sequence number goes first. */
  static final int RUNS_MAX = 32;

  /** Runs that end at longer keys are not kept. */
  static final int KEY_BYTES_MAX = 1024;

  private volatile RangeTombstones runs = RangeTombstones.NONE;

  /** Creates an empty set. */
  public DeadRuns() {}

  /** Another set of the same runs, for a view that must not see what is found in this one. */
  public DeadRuns copy() {
    DeadRuns copy = new DeadRuns();
    copy.runs = runs;
    return copy;
  }

  /** The runs found so far, as range deletes of the sequence numbers they were found at. */
  public RangeTombstones found() {
    return runs;
  }

  /**
   * Keeps a run.
   *
   * @param from the first key of it; not to be changed any more
   * @param to the first key behind it, above {@code from}; not to be changed any more
   * @param sequence the sequence number of the reader that found it
   */
  public synchronized void add(byte[] from, byte[] to, long sequence) {
    if (sequence == 0 || from.length > KEY_BYTES_MAX || to.length > KEY_BYTES_MAX) {
      return;
    }
    List<RangeTombstone> kept = new ArrayList<>();
    for (RangeTombstone run : runs.all()) {
      if (!isInside(run, from, to) || run.sequence() > sequence) {
        kept.add(run);
      }
    }
    kept.add(new RangeTombstone(from, to, sequence));
    runs = RangeTombstones.of(kept.subList(Math.max(0, kept.size() - RUNS_MAX), kept.size()));
  }

  private static boolean isInside(RangeTombstone run, byte[] from, byte[] to) {
    return Arrays.compareUnsigned(from, run.from()) <= 0
        && Arrays.compareUnsigned(run.to(), to) <= 0;
  }
}
