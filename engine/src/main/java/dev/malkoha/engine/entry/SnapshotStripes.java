package dev.malkoha.engine.entry;

import java.util.Arrays;

/**
 * The stripes into which open snapshots cut the sequence numbers: no reader can see one operation
 * of a stripe without another one of it that is older.
 *
 * <p>Readers that come later read at or above every number that is in a table or in a frozen
 * memtable, and readers that are here already hold an older version or a snapshot.
 */
public final class SnapshotStripes {

  private final long[] snapshots;
  private final long[] times;

  /** The stripes of open snapshots, whose sequence numbers ascend, each once. */
  public SnapshotStripes(long[] snapshots) {
    this(snapshots, new long[snapshots.length + 1]);
  }

  /**
   * The stripes of open snapshots.
   *
   * @param snapshots the sequence numbers, ascending, each once
   * @param times the earliest time at which each of them is read, and that of who reads later
   */
  public SnapshotStripes(long[] snapshots, long[] times) {
    this.snapshots = snapshots.clone();
    this.times = times.clone();
  }

  /** The sequence numbers of the snapshots, ascending. */
  public long[] snapshots() {
    return snapshots.clone();
  }

  /** The time of a stripe's oldest reader; of stripe 0, of the oldest reader of all. */
  public long time(int stripe) {
    return times[stripe];
  }

  /** The stripe of a sequence number, from 0: the number of snapshots below it. */
  public int of(long sequence) {
    int found = Arrays.binarySearch(snapshots, sequence);
    return found < 0 ? ~found : found;
  }

  /** The greatest sequence number of a stripe: where its oldest reader reads. */
  public long end(int stripe) {
    return stripe < snapshots.length ? snapshots[stripe] : Long.MAX_VALUE;
  }

  /** The newest snapshot below a sequence number; there must be one. */
  public long newestBelow(long sequence) {
    return snapshots[of(sequence) - 1];
  }
}
