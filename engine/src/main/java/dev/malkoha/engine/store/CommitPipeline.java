package dev.malkoha.engine.store;

import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.DeadNow;
import dev.malkoha.engine.write.BatchFormat;
import dev.malkoha.wal.Log;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The one way into the store: orders writers, numbers their operations, logs them, applies them to
 * a tree's active memtable and publishes them, in that order.
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

  private final Log log;
  private final Health health;
  private final Snapshots snapshots;
  private final Background background;
  private final ReentrantLock lock;

  /** Single operations are encoded in this, and nobody waits while it holds one. By the lock. */
  private final BatchFormat.Writer single = new BatchFormat.Writer();

  /** A caller's batch is copied to this, so that nobody changes what is logged. By the lock. */
  private final BatchFormat.Writer copy = new BatchFormat.Writer();

  /**
   * Creates a pipeline.
   *
   * @param snapshots are told of what is published
   * @param background tells whether flushes will make room
   */
  CommitPipeline(Log log, Health health, Snapshots snapshots, Background background) {
    this.log = log;
    this.health = health;
    this.snapshots = snapshots;
    this.background = background;
    this.lock = health.commitLock();
  }

  /** Commits one operation; returns the log position behind it. */
  long write(Tree tree, byte kind, byte[] key, byte[] value) throws IOException {
    lock.lock();
    try {
      makeRoom(tree, 1, BatchFormat.bytesBound(key.length, value.length));
      single.clear();
      single.add(kind, key, value);
      return commit(tree, single);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Commits a batch; returns the log position behind it.
   *
   * @throws java.util.ConcurrentModificationException if another thread is changing it; nothing is
   *     written
   */
  long write(Tree tree, BatchFormat.Writer batch) throws IOException {
    lock.lock();
    try {
      int operations = batch.count();
      int bytes = batch.length();
      makeRoom(tree, operations, bytes);
      copy.copy(batch, operations, bytes);
      return commit(tree, copy);
    } finally {
      copy.clear();
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

  private long commit(Tree tree, BatchFormat.Writer batch) throws IOException {
    long firstSequence = snapshots.newest() + 1;
    batch.stamp(firstSequence);
    // A failed append has written nothing; the log refuses all later ones itself if it must.
    long end = log.append(batch.buffer(), 0, batch.length());
    try {
      apply(tree, batch, firstSequence);
    } catch (RuntimeException | Error e) {
      tree.dead().giveUp();
      health.seal(e);
      throw e;
    }
    snapshots.publish(firstSequence + batch.count() - 1);
    tree.dead().published();
    tree.counters().bytesWritten.add(batch.length());
    return end;
  }

  /** Sees to a memtable with room for a batch. May wait, and lets others in while it does. */
  private void makeRoom(Tree tree, int operations, long batchBytes) {
    health.checkTakesWrites();
    while (isFullFor(tree, operations, batchBytes)) {
      if (tree.active().isEmpty()) {
        throw new IllegalArgumentException(
            "a batch of " + operations + " operations is too large: write it in parts");
      }
      if (tree.hasRoomToRotate()) {
        tree.rotate(log.endPosition());
      } else {
        awaitRoomToRotate(tree);
      }
    }
  }

  private static boolean isFullFor(Tree tree, int operations, long batchBytes) {
    MemTable active = tree.active();
    boolean full = active.isFull(tree.options().memTableBytes()) && !active.isEmpty();
    return full || !active.fits(operations, batchBytes);
  }

  private void awaitRoomToRotate(Tree tree) {
    health.awaitChange(tree::hasRoomToRotate, background::checkFlushesGoOn);
  }

  private static void apply(Tree tree, BatchFormat.Writer batch, long firstSequence) {
    MemTable active = tree.active();
    DeadNow dead = tree.dead();
    long[] sequence = {firstSequence};
    BatchFormat.visit(
        batch.buffer(),
        0,
        batch.length(),
        (kind, buffer, keyOffset, keyLength, valueOffset, valueLength) -> {
          long tag = EntryKind.tag(sequence[0]++, kind);
          active.add(tag, buffer, keyOffset, keyLength, buffer, valueOffset, valueLength);
          if (kind == EntryKind.PUT) {
            dead.put(buffer, keyOffset, keyLength);
          } else if (kind == EntryKind.DELETE_RANGE) {
            dead.deleteRange(
                Arrays.copyOfRange(buffer, keyOffset, keyOffset + keyLength),
                Arrays.copyOfRange(buffer, valueOffset, valueOffset + valueLength));
          }
        });
  }
}
