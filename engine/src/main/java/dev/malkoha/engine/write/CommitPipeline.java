package dev.malkoha.engine.write;

import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.DeadNow;
import dev.malkoha.engine.range.DeadRun;
import dev.malkoha.engine.range.DeadRuns;
import dev.malkoha.wal.Log;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The one way into the store: orders writers, numbers their operations, logs them, applies them to
 * the active memtable and publishes them, in that order.
 *
 * <p>One lock covers these steps; they are copies into mapped and heap memory and take about a
 * microsecond, so handing a batch to another thread would cost more than it saves. What is slow
 * happens outside the lock: pacing before it, forcing after it. Writers that wait for a force share
 * one (see {@link Log#force}). A write is visible to readers from its publication on, which for a
 * forced one is before it is durable.
 *
 * <p>A failure between log and publication leaves the two in doubt and is handed to {@link
 * Host#seal}.
 */
public final class CommitPipeline implements Newest {

  /** What the pipeline needs of the store around it. All but seal are called under the lock. */
  public interface Host {

    /** Throws if the store is closed or sealed. */
    void checkWritable();

    /** The memtable to write to. */
    MemTable active();

    /** Whether there is room for one more memtable that waits to be flushed. */
    boolean hasRoomToRotate();

    /** Throws if there is none, and a flush that would make some is not to be expected soon. */
    void checkRoomWillCome();

    /** Puts an empty memtable in the place of the active one, which ends at a log position. */
    void rotate(long logEnd);

    /** Ends all writing for good. */
    void seal(Throwable cause);
  }

  /** So many writes are looked through while others wait. */
  private static final int CHECKED_UNDER_LOCK = 256;

  /** For a run that hides fewer keys no walk waits for writers: one will find the lock free. */
  private static final int HIDDEN_WORTH_WAITING = 64;

  /** The writing thread's place at a moment. */
  private record Mark(long sequence, int end) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition roomToRotate = lock.newCondition();
  private final Log log;
  private final Host host;
  private final long memTableBytes;

  /** Single operations are encoded in this, and nobody waits while it holds one. By the lock. */
  private final BatchFormat.Writer single = new BatchFormat.Writer();

  /** A caller's batch is copied to this, so that nobody changes what is logged. By the lock. */
  private final BatchFormat.Writer copy = new BatchFormat.Writer();

  /** Changed under the lock. */
  private final DeadNow dead = new DeadNow();

  private long bytesWritten;
  private volatile long visibleSequence;

  /** Creates a pipeline that continues after a sequence number. */
  public CommitPipeline(Log log, Host host, long memTableBytes, long lastSequence) {
    this.log = log;
    this.host = host;
    this.memTableBytes = memTableBytes;
    this.visibleSequence = lastSequence;
  }

  /** Commits one put; returns the log position behind it. */
  public long put(byte[] key, byte[] value) throws IOException {
    lock.lock();
    try {
      makeRoom(1, BatchFormat.bytesBound(key.length, value.length));
      single.clear();
      single.put(key, value);
      return commit(single);
    } finally {
      lock.unlock();
    }
  }

  /** Commits one delete; returns the log position behind it. */
  public long delete(byte[] key) throws IOException {
    lock.lock();
    try {
      makeRoom(1, BatchFormat.bytesBound(key.length, 0));
      single.clear();
      single.delete(key);
      return commit(single);
    } finally {
      lock.unlock();
    }
  }

  /** Commits one range delete; returns the log position behind it. */
  public long deleteRange(byte[] from, byte[] to) throws IOException {
    lock.lock();
    try {
      makeRoom(1, BatchFormat.bytesBound(from.length, to.length));
      single.clear();
      single.deleteRange(from, to);
      return commit(single);
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
  public long write(BatchFormat.Writer batch) throws IOException {
    lock.lock();
    try {
      int operations = batch.count();
      int bytes = batch.length();
      makeRoom(operations, bytes);
      copy.copy(batch, operations, bytes);
      return commit(copy);
    } finally {
      copy.clear();
      lock.unlock();
    }
  }

  /** Freezes the active memtable, if it is one of these, so that it will be flushed. */
  public void rotate(Predicate<MemTable> which) {
    lock.lock();
    try {
      host.checkWritable();
      if (which.test(host.active())) {
        awaitRoomToRotate();
        if (which.test(host.active())) {
          host.rotate(log.endPosition());
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Wakes writers that wait for a flush, to see that it ended, or that none will soon. */
  public void wakeWaiters() {
    lock.lock();
    try {
      roomToRotate.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the write that runs, if any. */
  public void drain() {
    lock.lock();
    try {
      assert lock.isHeldByCurrentThread();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long visibleSequence() {
    return visibleSequence;
  }

  @Override
  public DeadRuns deadRuns() {
    return dead.runs();
  }

  @Override
  public void learn(DeadRun run, long sequence, MemTable active) {
    if (lock.isLocked() && run.hidden() < HIDDEN_WORTH_WAITING) {
      return;
    }
    long since = sequence;
    Mark mark = addOrMark(run, since, active);
    while (mark != null && !active.hasPutSince(since, mark.end(), run)) {
      since = mark.sequence();
      mark = addOrMark(run, since, active);
    }
  }

  /**
   * Adds a run if nothing was put into it after a sequence number.
   *
   * @return null if that is done or in vain; else up to where to look first, without the lock
   */
  @SuppressWarnings("ReferenceEquality") // the very same memtable is meant
  private @Nullable Mark addOrMark(DeadRun run, long since, MemTable active) {
    lock.lock();
    try {
      if (host.active() != active) {
        return null; // puts of the moment between may be in another memtable
      }
      if (visibleSequence - since > CHECKED_UNDER_LOCK) {
        return new Mark(visibleSequence, active.end());
      }
      if (!active.hasPutSince(since, active.end(), run)) {
        dead.add(run);
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Bytes of batches committed so far. */
  public long bytesWritten() {
    lock.lock();
    try {
      return bytesWritten;
    } finally {
      lock.unlock();
    }
  }

  private long commit(BatchFormat.Writer batch) throws IOException {
    long firstSequence = visibleSequence + 1;
    batch.stamp(firstSequence);
    // A failed append has written nothing; the log refuses all later ones itself if it must.
    long end = log.append(batch.buffer(), 0, batch.length());
    try {
      apply(batch, firstSequence);
    } catch (RuntimeException | Error e) {
      dead.giveUp();
      host.seal(e);
      throw e;
    }
    visibleSequence = firstSequence + batch.count() - 1;
    dead.published();
    bytesWritten += batch.length();
    return end;
  }

  /** Sees to a memtable with room for a batch. May wait, and lets others in while it does. */
  private void makeRoom(int operations, long batchBytes) {
    host.checkWritable();
    while (isFullFor(operations, batchBytes)) {
      if (host.active().isEmpty()) {
        throw new IllegalArgumentException(
            "a batch of " + operations + " operations is too large: write it in parts");
      }
      if (host.hasRoomToRotate()) {
        host.rotate(log.endPosition());
      } else {
        awaitRoomToRotate();
      }
    }
  }

  private boolean isFullFor(int operations, long batchBytes) {
    MemTable active = host.active();
    boolean full = active.isFull(memTableBytes) && !active.isEmpty();
    return full || !active.fits(operations, batchBytes);
  }

  private void awaitRoomToRotate() {
    while (!host.hasRoomToRotate()) {
      host.checkRoomWillCome();
      roomToRotate.awaitUninterruptibly();
      host.checkWritable();
    }
  }

  private void apply(BatchFormat.Writer batch, long firstSequence) {
    MemTable active = host.active();
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
