package dev.malkoha.engine.store;

import java.util.TreeMap;

/**
 * The sequence numbers that are read at: the newest published one, and those of open snapshots. Any
 * thread.
 */
class Snapshots {

  private final TreeMap<Long, Integer> openAt = new TreeMap<>();
  private volatile long newest;

  /** Creates the state after a last write. */
  Snapshots(long newest) {
    this.newest = newest;
  }

  /** The newest published sequence number. */
  final long newest() {
    return newest;
  }

  /** Lets readers see the writes up to a sequence number. Under the commit lock. */
  final void publish(long sequence) {
    newest = sequence;
  }

  /**
   * Opens a snapshot at the newest published sequence number. The number is read under the same
   * lock under which compactions read the list: one that began before cannot have missed it and
   * still drop what it sees.
   */
  final synchronized long open() {
    long sequence = newest;
    openAt.merge(sequence, 1, Integer::sum);
    return sequence;
  }

  /** Closes a snapshot; returns whether it was the last one there. */
  final synchronized boolean close(long sequence) {
    return openAt.computeIfPresent(sequence, (s, count) -> count == 1 ? null : count - 1) == null;
  }

  /** The numbers of open snapshots, ascending, each once. */
  synchronized long[] sequences() {
    return openAt.keySet().stream().mapToLong(Long::longValue).toArray();
  }
}
