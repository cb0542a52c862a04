package dev.malkoha.engine.commit;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.background.Background;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.base.IoFunction;
import dev.malkoha.engine.base.Locked;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.mark.HeldMarks;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.resource.BudgetAccount;
import dev.malkoha.engine.resource.TreeShare;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Snapshots;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.wal.Log;

/**
 * The one way into the store: orders writers, numbers their operations, logs them, applies them to
 * the active memtables of the trees they are for and publishes them, in that order.
 *
 * <p>One lock covers these steps; they are copies into mapped and heap memory and take about a
 * microsecond, so handing a batch to another thread would cost more than it saves. What is slow
 * happens outside the lock: pacing before it, forcing after it. Writers that wait for a force share
 * one (see {@link Log#force}). A write is visible to readers from its publication on, which for a
 * forced one is before it is durable.
 *
 * <p>A failure of the log, or between log and publication, leaves the two in doubt and seals the
 * store.
 */
public final class CommitPipeline implements BudgetAccount.Flusher {

  /** Decides under the commit lock whether a write is made. Nothing slow, as a rule. */
  public interface Check {

    /**
     * Whether it is.
     *
     * @param newest the sequence number of the last write before it
     */
    boolean holds(long newest) throws IOException;
  }

  /** A log position that is none: nothing was written. */
  public static final long NOT_WRITTEN = -1;

  /** The check of a write that depends on nothing. */
  public static final Check ALWAYS = newest -> true;

  private static final int NO_KEYSPACE = -1;

  private final Log log;
  private final Trees trees;
  private final Health health;
  private final Snapshots snapshots;
  private final HeldMarks marks;
  private final Background background;
  private final MemTableRoom room;
  private final ReentrantLock lock;

  /** How writers take the lock. Others, who come seldom, take it as it is. */
  private final CommitBackoff entry;

  /** The batch that is being written; the caller's may change. */
  @GuardedBy("lock")
  private final Batch record = new Batch();

  /**
   * Whether log and memtables may differ by a write: from before its record until it is published.
   * It stays true if that fails, even where the stack has no room left to say so.
   */
  @GuardedBy("lock")
  private boolean inDoubt;

  /**
   * Creates a pipeline.
   *
   * @param shared whose snapshots are told of what is published
   * @param marks are told of marks, of what is ingested and of memtables that are frozen
   * @param background tells whether flushes will make room
   */
  public CommitPipeline(Log log, Shared shared, HeldMarks marks, Background background) {
    this.log = log;
    this.trees = shared.trees();
    this.health = shared.health();
    this.snapshots = shared.snapshots();
    this.marks = marks;
    this.background = background;
    this.room = new MemTableRoom(log, shared, marks, background);
    this.lock = health.commitLock();
    this.entry = new CommitBackoff(lock, shared.observer());
  }

  /**
   * Commits one operation if a check holds; no other write comes between the check and it.
   *
   * @return the log position after it, or {@link #NOT_WRITTEN}
   */
  public long write(Check check, Tree tree, EntryKind kind, byte[] key, byte[] value)
      throws IOException {
    return write(
        check,
        to -> {
          tree.checkNotDropped();
          to.add(tree.id().number(), kind.code(), key, value);
        });
  }

  /**
   * Commits a batch if a check holds; no other write comes between the check and it.
   *
   * @param encoding adds the operations, at least one, to a batch: under the commit lock, and again
   *     each time that others were let in meanwhile
   * @return the log position after it, or {@link #NOT_WRITTEN}
   */
  @SuppressWarnings("GuardedBy") // the entry takes the lock
  public long write(Check check, Consumer<Batch> encoding) throws IOException {
    entry.lock();
    try {
      return isMade(check, encoding) ? commit() : NOT_WRITTEN;
    } finally {
      try {
        record.clear(); // a large one is not kept until the next write
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Encodes a write, sees to its room and checks it. One that is not made gives up the memory that
   * it has asked for.
   */
  @GuardedBy("lock")
  private boolean isMade(Check check, Consumer<Batch> encoding) throws IOException {
    boolean givesUp = true;
    try {
      int tries = 0;
      do { // others that come in while this one waits are to be checked for, too
        checkTakesWrites();
        record.clear();
        encoding.accept(record);
        tries++;
      } while (!room.make(record));
      boolean made = check.holds(snapshots.newest());
      givesUp = !made && tries > 1; // room that is there at once was not asked for
      return made;
    } finally {
      if (givesUp) {
        room.giveUp(record);
      }
    }
  }

  /** Freezes the active memtable, if it is one of these, so that it will be flushed. */
  public void rotate(Tree tree, Predicate<MemTable> which) {
    lock.lock();
    try {
      checkTakesWrites();
      room.rotate(tree, which);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean canFlush() {
    return health.isOpen() && background.canFlush();
  }

  @Override
  public boolean isOver() {
    return health.isSealed() || !health.isOpen();
  }

  @Override
  public void freeze(TreeShare which) {
    background.onPlanning(
        () -> {
          for (Tree tree : trees.all()) {
            if (tree.memory() == which) {
              rotate(tree, _ -> which.isWanted() && tree.hasRoomToRotate() && !tree.isDropped());
            }
          }
          background.flushSoon();
        });
  }

  @Override
  public void wake() {
    background.onPlanning(health::signalWriters);
  }

  /** Has writers of a tree wait, or go on. */
  public void holdWriters(Tree tree, boolean held) {
    try (Locked _ = Locked.by(lock)) {
      tree.holdWriters(held);
    }
    if (!held) {
      health.wakeWriters();
    }
  }

  /**
   * Takes a sequence number for tables that join a tree: by a log record, which is durable before
   * anything names the number. Snapshots see what was done under it once this returns. The newest
   * mark moves to what joins; with something written since that mark, nothing may.
   *
   * @param tree of which all that was written is in tables, and whose writers are held
   * @param work is made under the number, while nobody writes; the number is given out, whether it
   *     fails or not
   */
  public <T> T ingest(Tree tree, IoFunction<Long, T> work) throws IOException {
    lock.lock();
    try {
      checkTakesWrites();
      tree.checkNotDropped();
      if (!tree.isInTables()) {
        throw new IllegalStateException("memtables hold what was written before an ingestion");
      }
      marks.requireNothingSince("an ingestion");
      record.clear();
      record.add(tree.id().number(), Batch.INGESTION, Batch.NO_BYTES, Batch.NO_BYTES);
      long sequence = snapshots.newest() + 1;
      long end = append(sequence, record.shares());
      T made;
      try {
        force(end);
        tree.noteIngestion(sequence);
        made = work.apply(sequence);
      } finally {
        snapshots.publish(sequence);
        inDoubt = false;
      }
      marks.ingested();
      return made;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Writes a mark, which sees all that was written before, in every keyspace.
   *
   * @return the log position after it
   */
  public long mark(byte[] label) throws IOException {
    lock.lock();
    try {
      checkTakesWrites();
      record.clear();
      record.add(trees.ofDefault().id().number(), Batch.MARK, Batch.NO_BYTES, label);
      long sequence = snapshots.newest() + 1;
      long end = append(sequence, List.of());
      snapshots.publish(sequence);
      marks.made(label);
      inDoubt = false;
      return end;
    } finally {
      lock.unlock();
    }
  }

  /** Makes the log durable up to a position; a failure ends writing. */
  public void force(long end) throws IOException {
    try {
      log.force(end);
    } catch (IOException | Error e) {
      health.seal(e);
      throw e;
    }
  }

  @GuardedBy("lock")
  private long commit() throws IOException {
    long before = snapshots.newest();
    long begin = log.endPosition();
    long end = append(before + 1, record.shares());
    try {
      apply(begin, before);
    } catch (RuntimeException | Error e) {
      fail(e);
      throw e;
    }
    snapshots.publish(before + record.count());
    inDoubt = false;
    for (Batch.Share share : record.shares()) {
      Tree tree = trees.writtenTo(share.keyspace());
      tree.dead().published();
      tree.counts().add(Count.BYTES_WRITTEN, share.bytes());
      tree.countMemory();
    }
    return end;
  }

  /**
   * Appends the record to the log. If the log has no room, nothing is written. Any other failure
   * ends writing.
   *
   * @param shares what of it memtables take
   */
  @GuardedBy("lock")
  private long append(long firstSequence, List<Batch.Share> shares) throws IOException {
    record.stamp(firstSequence);
    try {
      long time = snapshots.time().unnoted();
      boolean isTold = time > 0 && record.addTime(time);
      room.reserve(shares);
      inDoubt = true;
      long end = log.append(record.bytes(), 0, record.length());
      if (isTold) {
        snapshots.time().noted(time);
      }
      return end;
    } catch (IOException | RuntimeException | Error e) {
      if (e instanceof IOException) {
        inDoubt = log.isSealed();
      }
      fail(e);
      throw e;
    }
  }

  /** Gives back what a write has taken that is not made; seals the store if it is half made. */
  @GuardedBy("lock")
  private void fail(Throwable cause) {
    room.giveUp(record);
    record.shares().forEach(share -> trees.writtenTo(share.keyspace()).dead().giveUp());
    if (inDoubt) {
      health.seal(cause);
    }
  }

  /** Applies the record to memtables. */
  @GuardedBy("lock")
  private void apply(long begin, long before) {
    long sequence = before;
    Tree tree = trees.ofDefault();
    long number = NO_KEYSPACE;
    for (Batch.Reader at = record.reader(); at.next(); ) {
      if (at.keyspace != number) {
        number = at.keyspace;
        tree = trees.writtenTo(number);
        tree.beginAt(begin, before);
      }
      apply(++sequence, at, tree);
    }
  }

  @GuardedBy("lock")
  private void apply(long sequence, Batch.Reader at, Tree tree) {
    EntryKind kind = EntryKind.of(at.kind);
    byte[] bytes = record.bytes();
    long tag = EntryKind.tag(sequence, kind);
    tree.active().add(tag, bytes, at.keyAt, at.keyLength, at.valueAt, at.valueLength);
    switch (kind) {
      case DELETE -> {} // leaves dead what was
      case PUT, MERGE, PUT_UNTIL -> tree.dead().put(bytes, at.keyAt, at.keyLength);
      case DELETE_RANGE -> tree.dead().deleteRange(at.key(), at.value());
      case INGESTION, PUT_APART, PUT_APART_UNTIL -> throw kind.misplaced();
    }
    tree.counts().add(count(kind), 1);
  }

  /** What an operation counts as. */
  private static Count count(EntryKind kind) {
    return switch (kind) {
      case DELETE -> Count.DELETES;
      case PUT, PUT_UNTIL -> Count.PUTS;
      case MERGE -> Count.MERGES;
      case DELETE_RANGE -> Count.RANGE_DELETES;
      case INGESTION, PUT_APART, PUT_APART_UNTIL -> throw kind.misplaced();
    };
  }

  @GuardedBy("lock")
  private void checkTakesWrites() {
    if (inDoubt) {
      health.seal(new IllegalStateException("a write was cut off between the log and memtables"));
    }
    health.checkTakesWrites();
  }
}
