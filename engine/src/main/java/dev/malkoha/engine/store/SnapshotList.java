package dev.malkoha.engine.store;

import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** The sequence numbers that open snapshots read at. Any thread. */
final class SnapshotList {

  private final TreeMap<Long, Integer> openAt = new TreeMap<>();
  private volatile LongConsumer whenReleased = sequence -> {};

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
    if (remove(sequence)) {
      whenReleased.accept(sequence);
    }
  }

  /** Returns whether it was the last snapshot there. */
  private synchronized boolean remove(long sequence) {
    return openAt.computeIfPresent(sequence, (s, count) -> count == 1 ? null : count - 1) == null;
  }

  /** Says whom to tell of each sequence number that no snapshot reads at any more. */
  void onRelease(LongConsumer listener) {
    whenReleased = listener;
  }

  /** The numbers, ascending, each once. */
  synchronized long[] sequences() {
    return openAt.keySet().stream().mapToLong(Long::longValue).toArray();
  }
}
