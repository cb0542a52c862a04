package dev.malkoha.engine.store;

import dev.malkoha.engine.range.DeadRun;
import dev.malkoha.engine.range.DeadRuns;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The sequence numbers that open snapshots read at, and what is dead there. Any thread. */
final class SnapshotList {

  /** The snapshots at one number. What is dead to them stays so, whatever is written. */
  private record Opened(int count, DeadRuns dead) {}

  private final TreeMap<Long, Opened> openAt = new TreeMap<>();
  private volatile LongConsumer whenReleased = sequence -> {};

  /**
   * Opens a snapshot at the newest published sequence number. The number is read under the same
   * lock under which compactions read the list: one that began before cannot have missed it and
   * still drop what it sees.
   *
   * @param known what is dead at the newest number, if it is the same before that is read
   */
  @SuppressWarnings("ReferenceEquality") // another set may tell of another moment
  synchronized long open(LongSupplier newest, Supplier<DeadRuns> known) {
    DeadRuns dead = known.get();
    long sequence = newest.getAsLong();
    for (DeadRuns now = known.get(); now != dead; now = known.get()) {
      dead = now;
      sequence = newest.getAsLong();
    }
    Opened before = openAt.get(sequence);
    openAt.put(
        sequence, before == null ? new Opened(1, dead) : new Opened(before.count + 1, before.dead));
    return sequence;
  }

  /** What is known to be dead to a snapshot. */
  synchronized DeadRuns dead(long sequence) {
    Opened opened = openAt.get(sequence);
    return opened == null ? DeadRuns.NONE : opened.dead;
  }

  /** A walk of a snapshot has found a run to be dead. */
  synchronized void learn(long sequence, DeadRun run) {
    openAt.computeIfPresent(sequence, (s, o) -> new Opened(o.count, o.dead.with(run)));
  }

  void close(long sequence) {
    if (remove(sequence)) {
      whenReleased.accept(sequence);
    }
  }

  /** Returns whether it was the last snapshot there. */
  private synchronized boolean remove(long sequence) {
    return openAt.computeIfPresent(
            sequence, (s, o) -> o.count == 1 ? null : new Opened(o.count - 1, o.dead))
        == null;
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
