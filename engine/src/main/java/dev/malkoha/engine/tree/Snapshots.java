package dev.malkoha.engine.tree;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.range.DeadNow;
import dev.malkoha.engine.range.DeadRuns;

/**
 * The sequence numbers that are read at: the newest published one, and those of open snapshots with
 * what is dead there. Any thread.
 */
public class Snapshots {

  /** The snapshots at one number. What is dead to them, tree by tree, stays so for ever. */
  private static final class Opened {
    private int count;
    private final Map<DeadNow, DeadRuns> dead;

    Opened(Map<DeadNow, DeadRuns> dead) {
      this.dead = dead;
    }
  }

  @GuardedBy("this")
  private final TreeMap<Long, Opened> openAt = new TreeMap<>();

  /** The dead runs of all trees that ever had any. */
  private volatile List<DeadNow> known = List.of();

  private volatile long newest;

  /** Creates the state after a last write. */
  public Snapshots(long newest) {
    this.newest = newest;
  }

  /** The newest published sequence number. */
  public final long newest() {
    return newest;
  }

  /** Lets readers see the writes up to a sequence number. Under the commit lock. */
  public final void publish(long sequence) {
    newest = sequence;
  }

  /** Has snapshots keep the dead runs of a tree from now on. */
  final synchronized void keep(DeadNow dead) {
    known = Stream.concat(known.stream(), Stream.of(dead)).toList();
  }

  /** A tree has gone: snapshots need not keep what is dead in it any more. */
  final synchronized void forget(DeadNow dead) {
    known = known.stream().filter(other -> other != dead).toList();
  }

  /**
   * Opens a snapshot at the newest published sequence number. The number is read under the same
   * lock under which compactions read the list: one that began before cannot have missed it and
   * still drop what it sees.
   */
  public final synchronized long open() {
    Map<DeadNow, DeadRuns> dead;
    long sequence;
    do {
      dead = new HashMap<>();
      for (DeadNow set : known) {
        dead.put(set, set.runs());
      }
      sequence = newest;
    } while (!isStill(dead));
    open(sequence, dead);
    return sequence;
  }

  /** Opens a snapshot at a sequence number that is not the newest, of which nothing is known. */
  final synchronized void open(long sequence) {
    open(sequence, new HashMap<>());
  }

  @GuardedBy("this")
  private void open(long sequence, Map<DeadNow, DeadRuns> dead) {
    openAt.computeIfAbsent(sequence, _ -> new Opened(dead)).count++;
  }

  /** Dead runs are valid at a sequence number if they are the same before and after it is read. */
  @SuppressWarnings("ReferenceEquality") // another set may tell of another moment
  private static boolean isStill(Map<DeadNow, DeadRuns> dead) {
    return dead.entrySet().stream().allMatch(e -> e.getKey().runs() == e.getValue());
  }

  /** The dead runs of a tree that a snapshot knows. */
  final synchronized DeadRuns dead(long sequence, DeadNow tree) {
    Opened opened = openAt.get(sequence);
    return opened == null ? DeadRuns.NONE : opened.dead.getOrDefault(tree, DeadRuns.NONE);
  }

  /** A walk of a snapshot has found a run of a tree to be dead. */
  final synchronized void learn(long sequence, DeadNow tree, DeadRuns.DeadRun run) {
    Opened opened = openAt.get(sequence);
    if (opened != null) {
      opened.dead.merge(tree, DeadRuns.NONE.with(run), (before, _) -> before.with(run));
    }
  }

  /** Closes a snapshot; returns whether it was the last one there. */
  public final synchronized boolean close(long sequence) {
    Opened opened = openAt.get(sequence);
    if (opened != null && --opened.count == 0) {
      openAt.remove(sequence);
    }
    return !openAt.containsKey(sequence);
  }

  /** The numbers of open snapshots, ascending, each once. */
  public synchronized long[] sequences() {
    return openAt.keySet().stream().mapToLong(Long::longValue).toArray();
  }
}
