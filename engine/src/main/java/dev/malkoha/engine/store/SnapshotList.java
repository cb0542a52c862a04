package dev.malkoha.engine.store;

import java.util.TreeMap;
import java.util.function.LongSupplier;

/** The sequence numbers that open snapshots read at. Any thread. */
final class SnapshotList {

  private final TreeMap<Long, Integer> openAt = new TreeMap<>();
  private volatile Runnable whenClosed = () -> {};

  /**
   * Opens a snapshot at the newest published sequence number. The number is read under the same
   * lock under which compactions read the list: one that began before cannot have missed it and
   * still drop what it sees.
   */
  synchronized long open(LongSupplier newest) {
    long sequence = newest.getAsLong();
    openAt.merge(sequence, 1, Integer::sum);
    return sequence;
  }

  void close(long sequence) {
    synchronized (this) {
      openAt.computeIfPresent(sequence, (s, count) -> count == 1 ? null : count - 1);
    }
    whenClosed.run();
  }

  /** Says whom to tell that a snapshot no longer holds anything back. */
  void onClose(Runnable listener) {
    whenClosed = listener;
  }

  /** The numbers, ascending, each once. */
  synchronized long[] sequences() {
    return openAt.keySet().stream().mapToLong(Long::longValue).toArray();
  }
}
