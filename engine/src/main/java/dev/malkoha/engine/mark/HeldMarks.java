package dev.malkoha.engine.mark;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.CompactionFilter;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.tree.Moment;
import dev.malkoha.engine.tree.Pin;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.wal.Log;
import org.jspecify.annotations.Nullable;

/**
 * The marks that an open store may still go back to: the newest, the newest that is known to be
 * durable, and for frozen memtables the newest when they were frozen. Each is a snapshot, so that
 * no flush, compaction or run of the delete applier takes away what it sees. A store that is not
 * opened at its marks has none.
 *
 * <p>Nothing is held for the marks between. A power cut may bring one of them back, but what it
 * sees is in the log then: the edit of a flush names a mark that its tables have all of, and so
 * ends those before.
 *
 * <p>Any thread. The monitor is taken after all other locks but the monitor of the snapshots.
 */
public final class HeldMarks {

  /** A mark and the snapshot that holds what it sees. */
  private record Held(EditEntry.Mark mark, Pin pin) {}

  private final Shared shared;
  private final Log log;
  private final Consumer<Moment> close;
  private final Runnable whenSettled;
  private final boolean isOn;

  @GuardedBy("this")
  private @Nullable Held newest;

  @GuardedBy("this")
  private @Nullable Held durable;

  /** By where the log ended when memtables were frozen; those alone that are not durable yet. */
  @GuardedBy("this")
  private final SortedMap<Long, Held> atFreezes = new TreeMap<>();

  /** What is held no more, until a thread that holds no lock lets go of it. */
  private final Queue<Pin> needless = new ConcurrentLinkedQueue<>();

  /**
   * Holds the mark that an opening has gone back to.
   *
   * @param first of the newest sequence number, and durable; null if the store holds no marks
   * @param close closes the snapshot of a moment
   * @param whenSettled is run when a newer mark is durable: tables may be picked that could not be
   */
  public HeldMarks(
      Shared shared,
      Log log,
      EditEntry.@Nullable Mark first,
      Consumer<Moment> close,
      Runnable whenSettled) {
    this.shared = shared;
    this.log = log;
    this.close = close;
    this.whenSettled = whenSettled;
    this.isOn = first != null;
    if (first != null) {
      newest = new Held(first, pinNow());
      durable = new Held(first, pinNow());
      shared.snapshots().settle(first.sequence());
    }
  }

  private Pin pinNow() {
    return new Pin(shared, shared.snapshots().open(), null, close);
  }

  /**
   * Refuses options of a keyspace that drop what is alive while no snapshot is open: a store that
   * holds marks has one open always.
   */
  public static void check(KeyspaceOptions options) {
    if (options.fifo() > 0 || !options.compactionFilter().equals(CompactionFilter.NONE)) {
      throw new IllegalArgumentException(
          "a store that is opened at its marks keeps what they saw, and so drops nothing alive: leave out fifo and compactionFilter, or openAtLastMark");
    }
  }

  /** Whether the store holds marks. */
  public boolean isOn() {
    return isOn;
  }

  /** Throws unless the store holds marks. */
  public void requireOn() {
    if (!isOn) {
      throw new IllegalStateException(
          "the store is not opened at its marks: set DbOptions.Builder.openAtLastMark(true)");
    }
  }

  /** The label of the newest mark; null if it has none, or the store holds no marks. */
  public synchronized byte @Nullable [] label() {
    byte[] label = newest == null ? null : newest.mark.label();
    return label == null ? null : label.clone();
  }

  /** Opens a snapshot at the newest mark. */
  public Pin pin() {
    requireOn();
    return pinNewest().pin;
  }

  /** The newest mark, with a snapshot of its own. Of a store that holds marks. */
  private synchronized Held pinNewest() {
    Held of = Objects.requireNonNull(newest, "a store that holds marks");
    return new Held(of.mark, of.pin.again());
  }

  /**
   * Throws if something was written since the newest mark.
   *
   * @param what cannot be taken back, as the manifest alone knows of it
   */
  public void requireNothingSince(String what) {
    requireNothingSince(what, false);
  }

  /**
   * Throws if something was written since the newest mark, or if that mark must be durable and is
   * not.
   *
   * @param durably whether it must be
   */
  public synchronized void requireNothingSince(String what, boolean durably) {
    boolean isLast = newest == null || newest.mark.sequence() == shared.snapshots().newest();
    if (!isLast || (durably && !isSettled())) {
      throw new IllegalStateException(
          what
              + " cannot be taken back, and something was written since the last mark: call Db.mark before, and write nothing meanwhile");
    }
  }

  /** A mark was written: the newest publication. Under the commit lock. */
  public void made(byte @Nullable [] label) {
    Pin pin = pinNow();
    synchronized (this) {
      needless.add(Objects.requireNonNull(newest).pin);
      newest = new Held(new EditEntry.Mark(pin.sequence(), label), pin);
    }
  }

  /**
   * Memtables are frozen: what the newest mark sees of them stays. Under the commit lock.
   *
   * @param logEnd where the log ends
   */
  public synchronized void freeze(long logEnd) {
    if (!isSettled()) {
      atFreezes.computeIfAbsent(logEnd, _ -> pinNewest());
    }
  }

  /**
   * Memtables become tables by an edit: the entry that names the newest mark that is durable once
   * the edit is. None without marks.
   *
   * @param logEnd where the log ended when they were frozen; what a memtable still has of before is
   *     durable in the log
   */
  public synchronized List<EditEntry> flushing(long logEnd) {
    return durable == null ? List.of() : List.of(atFreezes.getOrDefault(logEnd, durable).mark);
  }

  /** The edit is durable. Under no lock. */
  public void flushed(long logEnd) {
    Held named;
    synchronized (this) {
      named = atFreezes.remove(logEnd);
    }
    if (named != null) {
      settled(named);
    }
  }

  /**
   * Tables were ingested, the newest publication, durably. The newest mark sees them from now on,
   * and so does who picks compactions: they may lie in any level.
   */
  public void ingested() {
    if (isOn) {
      made(label());
      setDurable(pinNewest());
    }
  }

  /** Lets go of what is held no more. Under no lock. */
  public void tidy() {
    for (Pin pin = needless.poll(); pin != null; pin = needless.poll()) {
      pin.release();
    }
  }

  /** The entry that says that the newest mark sees all up to a number; none without marks. */
  public synchronized List<EditEntry> edit(long sequence) {
    return newest == null ? List.of() : List.of(new EditEntry.Mark(sequence, newest.mark.label()));
  }

  /**
   * Makes the newest mark durable, and from then on holds nothing for older ones.
   *
   * @return the entry that tells of the newest durable one, for when the log forgets it; none in a
   *     store that holds no marks
   */
  public List<EditEntry> settle() throws IOException {
    if (!isOn) {
      return List.of();
    }
    if (!isSettled()) {
      Held made = pinNewest(); // before the log's end is asked for
      try {
        log.force(log.endPosition());
      } catch (IOException | Error e) {
        shared.health().seal(e);
        throw e;
      }
      settled(made);
    }
    synchronized (this) {
      return List.of(Objects.requireNonNull(durable).mark);
    }
  }

  private void settled(Held mark) {
    setDurable(mark);
    tidy();
    whenSettled.run();
  }

  @SuppressWarnings("ReferenceEquality") // that very mark
  private synchronized boolean isSettled() {
    return newest == null || durable == null || newest.mark == durable.mark;
  }

  private synchronized void setDurable(Held made) {
    Held before = Objects.requireNonNull(durable);
    if (before.mark.sequence() < made.mark.sequence()) {
      durable = made;
      shared.snapshots().settle(made.mark.sequence());
      needless.add(before.pin);
      letGoUpTo(made.mark.sequence());
    } else { // somebody else was faster
      needless.add(made.pin);
    }
  }

  /** A newer mark is durable: nothing is held for these freezes any more. */
  private synchronized void letGoUpTo(long sequence) {
    Iterator<Held> held = atFreezes.values().iterator();
    while (held.hasNext()) {
      Held each = held.next();
      if (each.mark.sequence() <= sequence) {
        held.remove();
        needless.add(each.pin);
      }
    }
  }
}
