package dev.malkoha.engine.store;

import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.events.StallCause;
import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.observe.WaitCause;
import dev.malkoha.engine.resource.BudgetAccount;
import dev.malkoha.engine.resource.Claim;
import dev.malkoha.engine.resource.TreeShare;
import dev.malkoha.engine.write.BatchFormat;
import dev.malkoha.engine.write.BatchShares;
import dev.malkoha.wal.Log;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 * <p>A failure between log and publication leaves the two in doubt and seals the store.
 */
final class CommitPipeline {

  /** Decides under the commit lock whether a write is made. Nothing slow, as a rule. */
  interface Check {

    /**
     * Whether it is.
     *
     * @param newest the sequence number of the last write before it
     */
    boolean holds(long newest) throws IOException;
  }

  /** A log position that is none: nothing was written. */
  static final long NOT_WRITTEN = -1;

  private static final Check ALWAYS = newest -> true;

  private final Log log;
  private final Trees trees;
  private final Health health;
  private final Snapshots snapshots;
  private final BudgetAccount memory;
  private final Background background;
  private final Observer observer;
  private final ReentrantLock lock;

  /** How writers take the lock. Others, who come seldom, take it as it is. */
  private final CommitBackoff entry;

  /** Single operations are encoded in this, and nobody waits while it holds one. By the lock. */
  private final BatchFormat.Writer single = new BatchFormat.Writer();

  /** A caller's batch is copied to this, so that nobody changes what is logged. By the lock. */
  private final BatchFormat.Writer copy = new BatchFormat.Writer();

  /**
   * Creates a pipeline.
   *
   * @param trees that are written to
   * @param shared whose snapshots are told of what is published
   * @param background tells whether flushes will make room
   */
  CommitPipeline(Log log, Trees trees, Shared shared, Background background) {
    this.log = log;
    this.trees = trees;
    this.health = shared.health();
    this.snapshots = shared.snapshots();
    this.memory = shared.memory();
    this.background = background;
    this.observer = shared.observer();
    this.lock = health.commitLock();
    this.entry = new CommitBackoff(lock, observer);
  }

  /** Commits one operation; returns the log position behind it. */
  long write(Tree tree, byte kind, byte[] key, byte[] value) throws IOException {
    return writeIf(ALWAYS, tree, kind, key, value);
  }

  /**
   * Commits a batch; returns the log position behind it.
   *
   * @throws java.util.ConcurrentModificationException if another thread is changing it; nothing is
   *     written
   */
  long write(BatchFormat.Writer batch) throws IOException {
    entry.lock();
    try {
      int operations = batch.count();
      int bytes = batch.length();
      do { // others that come in while this one waits use the same copy
        health.checkTakesWrites();
        copy.copy(batch, operations, bytes);
      } while (!makeRoom(copy.shares()));
      return commit(copy);
    } finally {
      copy.clear();
      lock.unlock();
    }
  }

  /**
   * Commits one operation if a check holds, behind which nobody comes before it is written.
   *
   * @return the log position behind it, or {@link #NOT_WRITTEN}
   */
  long writeIf(Check check, Tree tree, byte kind, byte[] key, byte[] value) throws IOException {
    entry.lock();
    try {
      health.checkTakesWrites();
      makeRoom(tree, 1, BatchFormat.bytesBound(key.length, value.length));
      if (!check.holds(snapshots.newest())) {
        return NOT_WRITTEN;
      }
      single.clear();
      single.add(tree.id().number(), kind, key, value);
      return commit(single);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Commits a batch if a check holds, behind which nobody comes before it is written.
   *
   * @param batch nobody else's, and not changed meanwhile
   * @return the log position behind it, or {@link #NOT_WRITTEN}
   */
  long writeIf(Check check, BatchFormat.Writer batch) throws IOException {
    entry.lock();
    try {
      do { // others that come in while this one waits are to be checked for, too
        health.checkTakesWrites();
      } while (!makeRoom(batch.shares()));
      return check.holds(snapshots.newest()) ? commit(batch) : NOT_WRITTEN;
    } finally {
      lock.unlock();
    }
  }

  /** Freezes the active memtable, if it is one of these, so that it will be flushed. */
  void rotate(Tree tree, Predicate<MemTable> which) {
    lock.lock();
    try {
      health.checkTakesWrites();
      if (which.test(tree.active())) {
        awaitRoomToRotate(tree);
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
        health.checkTakesWrites();
        tree.rotate(log.endPosition());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Has writers of a tree wait until they are let go on. */
  void holdWriters(Tree tree) {
    setHeld(tree, true);
  }

  /** Lets writers of a tree go on. */
  void letWritersGo(Tree tree) {
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

  /** What is done under a sequence number of its own while nobody writes. */
  interface Numbered<T> {

    /** Does it; the number is given out, whether it fails or not. */
    T under(long sequence) throws IOException;
  }

  /**
   * Takes a sequence number for tables that join a tree: by a log record, which is durable before
   * anything names the number. Snapshots see what was done under it once this returns.
   *
   * @param tree of which all that was written is in tables, and whose writers are held
   */
  <T> T ingest(Tree tree, Numbered<T> work) throws IOException {
    lock.lock();
    try {
      health.checkTakesWrites();
      tree.checkNotDropped();
      if (!tree.isInTables()) {
        throw new IllegalStateException("memtables hold what was written before an ingestion");
      }
      single.clear();
      single.add(
          tree.id().number(), EntryKind.INGESTION, BatchFormat.NO_BYTES, BatchFormat.NO_BYTES);
      long sequence = snapshots.newest() + 1;
      single.stamp(sequence);
      long end = log.append(single.buffer(), 0, single.length());
      try {
        force(end);
        tree.noteIngestion(sequence);
        return work.under(sequence);
      } finally {
        snapshots.publish(sequence);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Makes the log durable up to a position; a failure ends writing. */
  void force(long end) throws IOException {
    long began = System.nanoTime();
    try {
      log.force(end);
    } catch (IOException | Error e) {
      health.seal(e);
      throw e;
    }
    observer.waited(WaitCause.FORCE, System.nanoTime() - began);
  }

  private long commit(BatchFormat.Writer batch) throws IOException {
    long before = snapshots.newest();
    long begin = log.endPosition();
    batch.stamp(before + 1);
    // A failed append has written nothing; the log refuses all later ones itself if it must.
    BatchShares shares = batch.shares();
    long end = append(batch, shares);
    try {
      reserve(shares);
      for (int i = 0; i < shares.size(); i++) {
        tree(shares, i).beginAt(begin, before);
      }
      BatchFormat.visit(batch.buffer(), 0, batch.length(), new Application(before));
    } catch (RuntimeException | Error e) {
      for (int i = 0; i < shares.size(); i++) {
        tree(shares, i).dead().giveUp();
      }
      health.seal(e);
      throw e;
    }
    snapshots.publish(before + batch.count());
    for (int i = 0; i < shares.size(); i++) {
      Tree tree = tree(shares, i);
      tree.dead().published();
      tree.counters().bytesWritten.add(shares.bytes(i));
      tree.settleMemory();
    }
    return end;
  }

  private long append(BatchFormat.Writer batch, BatchShares shares) throws IOException {
    try {
      return log.append(batch.buffer(), 0, batch.length());
    } catch (IOException | RuntimeException | Error e) {
      for (int i = 0; i < shares.size(); i++) {
        Tree tree = tree(shares, i);
        if (tree.active().isEmpty()) {
          tree.memory().giveBack();
        }
      }
      throw e;
    }
  }

  private Tree tree(BatchShares shares, int index) {
    return tree(shares.keyspace(index));
  }

  private Tree tree(long keyspace) {
    Tree tree = trees.of(keyspace);
    if (tree == null) {
      throw new IllegalStateException("a keyspace of the batch was dropped; nothing was written");
    }
    return tree;
  }

  /** Sees to room for a batch in all its trees; false if others were let in meanwhile. */
  private boolean makeRoom(BatchShares shares) {
    if (shares.size() == 1) {
      return !makeRoom(tree(shares, 0), shares.operations(0), shares.bytes(0));
    }
    List<Need> needs = new ArrayList<>();
    boolean waited = false;
    for (int i = 0; i < shares.size(); i++) {
      Need need = new Need(tree(shares, i), shares.operations(i), shares.bytes(i));
      waited |= beginMemTable(need.tree, need.operations, need.bytes);
      needs.add(need);
    }
    return !waited && makeRoom(needs);
  }

  /** What a batch needs in one of its trees. */
  private record Need(Tree tree, int operations, long bytes) {

    Claim claim() {
      return new Claim(tree.memory(), tree.active().memoryFor(operations, bytes));
    }

    boolean isCovered() {
      Claim claim = claim();
      return claim.share().covers(claim.bytes());
    }
  }

  /** Sees to memory for all of them at once; false if others were let in meanwhile. */
  private boolean makeRoom(List<Need> needs) {
    if (needs.stream().allMatch(Need::isCovered)) {
      return true;
    }
    if (!memory.canEverCover(needs.stream().map(Need::claim).toList())) {
      rotateAll(needs);
      return false;
    }
    try {
      if (!hasMemory(needs)) {
        background.flushSoon();
        observer.whileStalled(
            Facts.waiting(needs.getFirst().tree, StallCause.MEMORY),
            () ->
                health.awaitChange(
                    () ->
                        needs.stream().anyMatch(need -> need.tree.isDropped()) || hasMemory(needs),
                    this::checkMemoryComes));
      }
      return false; // what was given may have been frozen for it
    } catch (RuntimeException | Error e) {
      memory.giveUp();
      throw e;
    }
  }

  private boolean hasMemory(List<Need> needs) {
    TreeShare.Answer answer = TreeShare.Answer.ASK_AGAIN;
    while (answer == TreeShare.Answer.ASK_AGAIN) {
      answer = memory.ask(needs.stream().map(Need::claim).toList());
    }
    return answer == TreeShare.Answer.GIVEN;
  }

  /** Empty memtables need least. */
  private void rotateAll(List<Need> needs) {
    List<Tree> full = needs.stream().map(Need::tree).filter(t -> !t.active().isEmpty()).toList();
    if (full.isEmpty()) {
      throw new IllegalArgumentException(
          "a batch over "
              + needs.size()
              + " keyspaces is too large: write it in parts, or give the shared memtables more"
              + " memory");
    }
    for (Tree tree : full) {
      awaitRoomToRotate(tree);
      if (!tree.active().isEmpty()) {
        tree.rotate(log.endPosition());
      }
    }
    background.flushSoon();
  }

  /** Takes the memory for a batch at once, as it was asked for, where it had to be. */
  private void reserve(BatchShares shares) {
    for (int i = 0; i < shares.size(); i++) {
      Tree tree = tree(shares, i);
      if (tree.memory().isBounded()) {
        tree.active().reserve(shares.operations(i), shares.bytes(i));
      }
    }
  }

  /**
   * Sees to a memtable with room for a batch, and to the memory that it takes. May wait, and lets
   * others in while it does.
   *
   * @return whether it has waited
   */
  private boolean makeRoom(Tree tree, int operations, long batchBytes) {
    boolean waited = beginMemTable(tree, operations, batchBytes);
    try {
      while (!tree.hasMemory(operations, batchBytes)) {
        awaitMemory(tree, operations, batchBytes);
        beginMemTable(tree, operations, batchBytes);
        waited = true;
      }
      return waited;
    } catch (RuntimeException | Error e) {
      memory.giveUp(); // who waits for what it will not use keeps others waiting
      throw e;
    }
  }

  /** Waits for memory, or for what makes another memtable the one to write to. */
  private void awaitMemory(Tree tree, int operations, long batchBytes) {
    background.flushSoon(); // whatever was frozen by this very write
    observer.whileStalled(
        Facts.waiting(tree, StallCause.MEMORY),
        () ->
            health.awaitChange(
                () ->
                    tree.isDropped()
                        || isFullFor(tree, operations, batchBytes)
                        || tree.hasMemory(operations, batchBytes),
                this::checkMemoryComes));
    tree.checkNotDropped();
  }

  private void checkMemoryComes() {
    background.checkFlushesGoOn();
    if (memory.isStuck()) {
      throw new DbNoSpaceException(
          "the memory for memtables that stores share is held by stores that wait for room on the"
              + " disk; nothing is lost, and reads go on. Make room: what waits goes on by itself"
              + " then",
          null);
    }
  }

  /**
   * Sees to a memtable with room for a batch.
   *
   * @return whether it has waited
   */
  private boolean beginMemTable(Tree tree, int operations, long batchBytes) {
    boolean waited = false;
    tree.checkNotDropped();
    while (tree.holdsWriters() || isFullFor(tree, operations, batchBytes)) {
      if (tree.holdsWriters()) {
        memory.giveUp(); // others need not wait for one that waits for something else
        observer.whileStalled(
            Facts.waiting(tree, StallCause.INGESTION),
            () -> health.awaitChange(() -> !tree.holdsWriters() || tree.isDropped(), () -> {}));
        tree.checkNotDropped();
        waited = true;
        continue;
      }
      if (tree.active().isEmpty()) {
        throw new IllegalArgumentException(
            "a batch of "
                + operations
                + " operations is too large: write it in parts"
                + (tree.memory().isBounded() ? ", or give the shared memtables more memory" : ""));
      }
      if (tree.hasRoomToRotate()) {
        tree.rotate(log.endPosition());
      } else {
        awaitRoomToRotate(tree);
        waited = true;
      }
    }
    return waited;
  }

  private static boolean isFullFor(Tree tree, int operations, long batchBytes) {
    MemTable active = tree.active();
    boolean full = active.isFull(tree.options().memTableBytes()) || tree.memory().isWanted();
    return (full && !active.isEmpty())
        || !active.fits(operations, batchBytes)
        || (tree.memory().isBounded()
            && !tree.memory().canEverCover(active.memoryFor(operations, batchBytes)));
  }

  private void awaitRoomToRotate(Tree tree) {
    if (!tree.hasRoomToRotate()) {
      observer.whileStalled(
          Facts.waiting(tree, StallCause.MEMTABLES),
          () ->
              health.awaitChange(
                  () -> tree.hasRoomToRotate() || tree.isDropped(), background::checkFlushesGoOn));
    }
    tree.checkNotDropped();
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
      tree = tree(number);
    }

    @Override
    public void operation(
        int kind, byte[] buffer, int keyOffset, int keyLength, int valueOffset, int valueLength) {
      long tag = EntryKind.tag(++sequence, kind);
      MemTable active = tree.active();
      active.add(tag, buffer, keyOffset, keyLength, buffer, valueOffset, valueLength);
      if (kind == EntryKind.PUT) {
        tree.dead().put(buffer, keyOffset, keyLength);
      } else if (kind == EntryKind.DELETE_RANGE) {
        tree.dead()
            .deleteRange(
                Arrays.copyOfRange(buffer, keyOffset, keyOffset + keyLength),
                Arrays.copyOfRange(buffer, valueOffset, valueOffset + valueLength));
      }
    }
  }
}
