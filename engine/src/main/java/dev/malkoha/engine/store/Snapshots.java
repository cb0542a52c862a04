package dev.malkoha.engine.store;

import dev.malkoha.engine.range.DeadRun;
import dev.malkoha.engine.range.DeadRuns;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The sequence numbers that are read at: the newest published one, and those of open snapshots with
 * what is dead there. Any thread.
 */
class Snapshots {

  /** The snapshots at one number. What is dead to them stays so, whatever is written. */
  private record Opened(int count, DeadRuns dead) {}

  private final TreeMap<Long, Opened> openAt = new TreeMap<>();
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
   *
   * @param known what is dead at the newest number, if it is the same before that is read
   */
  @SuppressWarnings("ReferenceEquality") // another set may tell of another moment
  final synchronized long open(Supplier<DeadRuns> known) {
    DeadRuns dead = known.get();
    long sequence = newest;
    for (DeadRuns now = known.get(); now != dead; now = known.get()) {
      dead = now;
      sequence = newest;
    }
    Opened before = openAt.get(sequence);
    openAt.put(
        sequence, before == null ? new Opened(1, dead) : new Opened(before.count + 1, before.dead));
    return sequence;
  }

  /** What is known to be dead to a snapshot. */
  final synchronized DeadRuns dead(long sequence) {
    Opened opened = openAt.get(sequence);
    return opened == null ? DeadRuns.NONE : opened.dead;
  }

  /** A walk of a snapshot has found a run to be dead. */
  final synchronized void learn(long sequence, DeadRun run) {
    openAt.computeIfPresent(sequence, (s, o) -> new Opened(o.count, o.dead.with(run)));
  }

  /** Closes a snapshot; returns whether it was the last one there. */
  final synchronized boolean close(long sequence) {
    return openAt.computeIfPresent(
            sequence, (s, o) -> o.count == 1 ? null : new Opened(o.count - 1, o.dead))
        == null;
  }

  /** The numbers of open snapshots, ascending, each once. */
  synchronized long[] sequences() {
    return openAt.keySet().stream().mapToLong(Long::longValue).toArray();
  }
}
