package dev.malkoha.engine.tree;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.base.Locked;
import dev.malkoha.engine.entry.SnapshotStripes;
import dev.malkoha.engine.range.DeadNow;
import dev.malkoha.engine.range.DeadRuns;
import dev.malkoha.engine.resource.StoreTime;

/**
 * The moments that are read at: the newest published sequence number with the store's time, and
 * those of open snapshots with what is dead there. Any thread.
 */
public class Snapshots {

  /** The snapshots at one moment. What is dead to them, tree by tree, stays so for ever. */
  private static final class Opened {
    private int count;
    private final Map<DeadNow, DeadRuns> dead;

    Opened(Map<DeadNow, DeadRuns> dead) {
      this.dead = dead;
    }
  }

  @GuardedBy("this")
  private final TreeMap<Moment, Opened> openAt = new TreeMap<>();

  /** Held while a snapshot is opened, and while tables go that a snapshot may see. */
  private final ReentrantLock opening = new ReentrantLock();

  /** The dead runs of all trees that ever had any. */
  private volatile List<DeadNow> known = List.of();

  private final StoreTime time;

  private volatile long newest;

  private volatile long settled = Long.MAX_VALUE;

  /** Creates the state after a last write. */
  public Snapshots(long newest, StoreTime time) {
    this.newest = newest;
    this.time = time;
  }

  /** The time by which entries expire. */
  public final StoreTime time() {
    return time;
  }

  /** The newest published sequence number. */
  public final long newest() {
    return newest;
  }

  /** Lets readers see the writes up to a sequence number. Under the commit lock. */
  public final void publish(long sequence) {
    newest = sequence;
  }

  /** The greatest sequence number that no opening takes back. Tables of newer ones stay apart. */
  public final long settled() {
    return settled;
  }

  /** Nothing up to a sequence number is taken back any more. */
  public final void settle(long sequence) {
    settled = sequence;
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
   * Opens a snapshot at the newest published sequence number. Number and time are read under the
   * same lock under which compactions read the list and their time: one that began before cannot
   * have missed it and still drop what it sees. The time is read last, for what is dead by then.
   */
  public final Moment open() {
    try (Locked _ = Locked.by(opening)) {
      return openNewest();
    }
  }

  private synchronized Moment openNewest() {
    Map<DeadNow, DeadRuns> dead;
    long sequence;
    do {
      dead = new HashMap<>();
      for (DeadNow set : known) {
        dead.put(set, set.runs());
      }
      sequence = newest;
    } while (!isStill(dead));
    return open(sequence, dead);
  }

  /** Opens a snapshot at a sequence number that is not the newest, of which nothing is known. */
  final synchronized Moment open(long sequence) {
    return open(sequence, new HashMap<>());
  }

  /**
   * Opens another snapshot at the moment of one that is open. A later time at its number would have
   * merges take away what readers of greater numbers see.
   */
  final synchronized Moment openAgain(Moment at) {
    Objects.requireNonNull(openAt.get(at), "an open snapshot").count++;
    return at;
  }

  @GuardedBy("this")
  private Moment open(long sequence, Map<DeadNow, DeadRuns> dead) {
    Moment at = new Moment(sequence, time.moment());
    openAt.computeIfAbsent(at, _ -> new Opened(dead)).count++;
    return at;
  }

  /** Dead runs are valid at a sequence number if they are the same before and after it is read. */
  @SuppressWarnings("ReferenceEquality") // another set may tell of another moment
  private static boolean isStill(Map<DeadNow, DeadRuns> dead) {
    return dead.entrySet().stream().allMatch(e -> e.getKey().runs() == e.getValue());
  }

  /** The dead runs of a tree that a snapshot knows. */
  final synchronized DeadRuns dead(Moment at, DeadNow tree) {
    Opened opened = openAt.get(at);
    return opened == null ? DeadRuns.NONE : opened.dead.getOrDefault(tree, DeadRuns.NONE);
  }

  /** A walk of a snapshot has found a run of a tree to be dead. */
  final synchronized void learn(Moment at, DeadNow tree, DeadRuns.DeadRun run) {
    Opened opened = openAt.get(at);
    if (opened != null) {
      opened.dead.merge(tree, DeadRuns.NONE.with(run), (before, _) -> before.with(run));
    }
  }

  /** Closes a snapshot; returns whether it was the last one at its sequence number. */
  public final synchronized boolean close(Moment at) {
    Opened opened = openAt.get(at);
    if (opened != null && --opened.count == 0) {
      openAt.remove(at);
    }
    Moment next = openAt.ceilingKey(new Moment(at.sequence(), 0));
    return next == null || next.sequence() != at.sequence();
  }

  /** Makes a change if no snapshot is open, and has none opened meanwhile; else it is empty. */
  final <T, E extends Exception> Optional<T> whileNoneIsOpen(Versions.Work<T, E> change) throws E {
    try (Locked _ = Locked.by(opening)) {
      return isAnyOpen() ? Optional.empty() : Optional.of(change.run());
    }
  }

  /** Whether a snapshot is open. */
  public synchronized boolean isAnyOpen() {
    return !openAt.isEmpty();
  }

  /** The numbers of open snapshots, ascending, each once. */
  public synchronized long[] sequences() {
    return openAt.keySet().stream().mapToLong(Moment::sequence).distinct().toArray();
  }

  /**
   * The stripes of open snapshots, with the earliest time at which each is read.
   *
   * @param now asks for that of who comes later
   */
  public final synchronized SnapshotStripes stripes(ToLongFunction<StoreTime> now) {
    TreeMap<Long, Long> times = new TreeMap<>();
    openAt.keySet().forEach(at -> times.putIfAbsent(at.sequence(), at.time()));
    times.put(Long.MAX_VALUE, now.applyAsLong(time));
    return new SnapshotStripes(
        sequences(), times.values().stream().mapToLong(Long::longValue).toArray());
  }
}
