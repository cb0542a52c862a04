package dev.malkoha.engine.commit;

import dev.malkoha.engine.background.Background;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Snapshots;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.wal.Log;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

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
public final class CommitPipeline {

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

  private static final Check ALWAYS = newest -> true;

  /** What an operation counts as, by its kind's code. */
  private static final Count[] BY_KIND = {Count.DELETES, Count.PUTS, Count.RANGE_DELETES};

  private final Log log;
  private final Trees trees;
  private final Health health;
  private final Snapshots snapshots;
  private final MemTableRoom room;
  private final ReentrantLock lock;

  /** How writers take the lock. Others, who come seldom, take it as it is. */
  private final CommitBackoff entry;

  /** Single operations are encoded in this, and nobody waits while it holds one. By the lock. */
  private final BatchFormat.Writer single = new BatchFormat.Writer();

  /** A caller's batch is copied to this, so that nobody changes what is logged. By the lock. */
  private final BatchFormat.Writer copy = new BatchFormat.Writer();

  /** Operations that were applied to a tree and not counted, by their kind's code. By the lock. */
  private final int[] applied = new int[BY_KIND.length];

  /**
   * Whether log and memtables may differ by a write: from before its record until it is published.
   * Guarded by the lock. It stays true only if an error cuts the write off and cannot be noted, as
   * where the stack has no room left.
   */
  private boolean inDoubt;

  /**
   * Creates a pipeline.
   *
   * @param shared whose snapshots are told of what is published
   * @param background tells whether flushes will make room
   */
  public CommitPipeline(Log log, Shared shared, Background background) {
    this.log = log;
    this.trees = shared.trees();
    this.health = shared.health();
    this.snapshots = shared.snapshots();
    this.room = new MemTableRoom(log, shared, background);
    this.lock = health.commitLock();
    this.entry = new CommitBackoff(lock, shared.observer());
  }

  /** Commits one operation; returns the log position after it. */
  public long write(Tree tree, EntryKind kind, byte[] key, byte[] value) throws IOException {
    return writeIf(ALWAYS, tree, kind, key, value);
  }

  /**
   * Commits a caller's batch; returns the log position after it.
   *
   * @throws java.util.ConcurrentModificationException if another thread is changing it; nothing is
   *     written
   */
  public long write(CallersBatch batch) throws IOException {
    entry.lock();
    try {
      int operations = batch.count();
      int bytes = batch.length();
      do { // others that come in while this one waits use the same copy
        checkTakesWrites();
        copy.copy(batch, operations, bytes);
      } while (!room.make(copy.shares()));
      return commit(copy);
    } finally {
      clearAndUnlock(copy);
    }
  }

  /**
   * Commits one operation if a check holds; no other write comes between the check and it.
   *
   * @return the log position after it, or {@link #NOT_WRITTEN}
   */
  public long writeIf(Check check, Tree tree, EntryKind kind, byte[] key, byte[] value)
      throws IOException {
    entry.lock();
    try {
      checkTakesWrites();
      room.make(tree, 1, BatchFormat.bytesBound(key.length, value.length));
      if (!check.holds(snapshots.newest())) {
        return NOT_WRITTEN;
      }
      single.clear(); // an error may have left something
      single.add(tree.id().number(), kind, key, value);
      return commit(single);
    } finally {
      clearAndUnlock(single);
    }
  }

  /**
   * Commits a batch if a check holds; no other write comes between the check and it.
   *
   * @param batch nobody else's, and not changed meanwhile
   * @return the log position after it, or {@link #NOT_WRITTEN}
   */
  public long writeIf(Check check, BatchFormat.Writer batch) throws IOException {
    entry.lock();
    try {
      do { // others that come in while this one waits are to be checked for, too
        checkTakesWrites();
      } while (!room.make(batch.shares()));
      return check.holds(snapshots.newest()) ? commit(batch) : NOT_WRITTEN;
    } finally {
      lock.unlock();
    }
  }

  /** Freezes the active memtable, if it is one of these, so that it will be flushed. */
  public void rotate(Tree tree, Predicate<MemTable> which) {
    lock.lock();
    try {
      checkTakesWrites();
      if (which.test(tree.active())) {
        room.awaitToRotate(tree);
        if (which.test(tree.active())) {
          tree.rotate(log.endPosition());
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Freezes the active memtable, if the memory is needed. */
  void giveMemory(Tree tree) {
    lock.lock();
    try {
      if (tree.memory().isWanted() && tree.hasRoomToRotate()) {
        checkTakesWrites();
        tree.rotate(log.endPosition());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Has writers of a tree wait until they are let go on. */
  public void holdWriters(Tree tree) {
    setHeld(tree, true);
  }

  /** Lets writers of a tree go on. */
  public void letWritersGo(Tree tree) {
    setHeld(tree, false);
    health.wakeWriters();
  }

  private void setHeld(Tree tree, boolean held) {
    lock.lock();
    try {
      tree.holdWriters(held);
    } finally {
      lock.unlock();
    }
  }

  /** An action with a sequence number of its own, made while nobody writes. */
  public interface Numbered<T> {

    /** Does it; the number is given out, whether it fails or not. */
    T under(long sequence) throws IOException;
  }

  /**
   * Takes a sequence number for tables that join a tree: by a log record, which is durable before
   * anything names the number. Snapshots see what was done under it once this returns.
   *
   * @param tree of which all that was written is in tables, and whose writers are held
   */
  public <T> T ingest(Tree tree, Numbered<T> work) throws IOException {
    lock.lock();
    try {
      checkTakesWrites();
      tree.checkNotDropped();
      if (!tree.isInTables()) {
        throw new IllegalStateException("memtables hold what was written before an ingestion");
      }
      single.clear();
      single.add(
          tree.id().number(), EntryKind.INGESTION, BatchFormat.NO_BYTES, BatchFormat.NO_BYTES);
      long sequence = snapshots.newest() + 1;
      single.stamp(sequence);
      long end = append(single);
      try {
        force(end);
        tree.noteIngestion(sequence);
        return work.under(sequence);
      } finally {
        snapshots.publish(sequence);
        inDoubt = false;
      }
    } finally {
      clearAndUnlock(single);
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

  private long commit(BatchFormat.Writer batch) throws IOException {
    long before = snapshots.newest();
    long begin = log.endPosition();
    batch.stamp(before + 1);
    BatchShares shares = batch.shares();
    long end = append(batch);
    try {
      for (int i = 0; i < shares.size(); i++) {
        trees.writtenTo(shares.keyspace(i)).beginAt(begin, before);
      }
      Application application = new Application(before);
      BatchFormat.visit(batch.buffer(), 0, batch.length(), application);
      application.count();
    } catch (RuntimeException | Error e) {
      for (int i = 0; i < shares.size(); i++) {
        trees.writtenTo(shares.keyspace(i)).dead().giveUp();
      }
      health.seal(e);
      throw e;
    }
    snapshots.publish(before + batch.count());
    inDoubt = false;
    for (int i = 0; i < shares.size(); i++) {
      Tree tree = trees.writtenTo(shares.keyspace(i));
      tree.dead().published();
      tree.counts().add(Count.BYTES_WRITTEN, shares.bytes(i));
      tree.countMemory();
    }
    return end;
  }

  /**
   * Appends a batch to the log. If the log has no room, nothing is written and the reserved memory
   * is returned. Any other failure ends writing.
   */
  private long append(BatchFormat.Writer batch) throws IOException {
    try {
      room.reserve(batch.shares());
      inDoubt = true;
      return log.append(batch.buffer(), 0, batch.length());
    } catch (IOException | RuntimeException | Error e) {
      for (int i = 0; i < batch.shares().size(); i++) {
        Tree tree = trees.writtenTo(batch.shares().keyspace(i));
        if (tree.active().isEmpty()) {
          tree.memory().giveBack();
        }
      }
      if (log.isSealed()) {
        health.seal(e);
      }
      inDoubt &= e instanceof StackOverflowError; // else nothing was written, or all know
      throw e;
    }
  }

  private void checkTakesWrites() {
    if (inDoubt) {
      health.seal(
          new IllegalStateException(
              "an error has cut a write off between the log and the memtable, and left no room to"
                  + " note it: perhaps a StackOverflowError"));
    }
    health.checkTakesWrites();
  }

  /** Lets the next writer in, whatever happens. */
  private void clearAndUnlock(BatchFormat.Writer batch) {
    try {
      batch.clear();
    } finally {
      lock.unlock();
    }
  }

  /** A batch being applied to memtables. */
  private final class Application implements BatchFormat.Visitor {

    private long sequence;
    private Tree tree = trees.ofDefault();

    Application(long before) {
      this.sequence = before;
    }

    @Override
    public void keyspace(long number) {
      count();
      tree = trees.writtenTo(number);
    }

    /** Counts what was applied to the current tree. */
    void count() {
      for (int code = 0; code < BY_KIND.length; code++) {
        tree.counts().add(BY_KIND[code], applied[code]);
        applied[code] = 0;
      }
    }

    @Override
    public void operation(
        EntryKind kind, byte[] bytes, int keyAt, int keyLength, int valueAt, int valueLength) {
      long tag = EntryKind.tag(++sequence, kind);
      applied[kind.code()]++;
      tree.active().add(tag, bytes, keyAt, keyLength, bytes, valueAt, valueLength);
      switch (kind) {
        case DELETE -> {} // leaves dead what was
        case PUT -> tree.dead().put(bytes, keyAt, keyLength);
        case DELETE_RANGE ->
            tree.dead()
                .deleteRange(
                    Arrays.copyOfRange(bytes, keyAt, keyAt + keyLength),
                    Arrays.copyOfRange(bytes, valueAt, valueAt + valueLength));
        case INGESTION, PUT_APART -> throw kind.misplaced();
      }
    }
  }
}
