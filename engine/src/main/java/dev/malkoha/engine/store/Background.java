package dev.malkoha.engine.store;

import dev.malkoha.engine.compaction.Compaction;
import dev.malkoha.engine.compaction.MergeJob;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Decides when flushes and compactions run, on which worker, and lets callers wait for them.
 *
 * <p>One flush runs at a time, oldest memtable first, so that flushes become durable in order. A
 * manual compaction runs alone. Deletes are applied in one place at a time, beside everything else.
 *
 * <p>The first failure seals the store and ends all background work, be it one of a job, of
 * choosing the next one or of handing it to a worker: nobody else could tell that it will never
 * run. So the methods that schedule something throw nothing.
 */
final class Background {

  /** Memtables becoming tables. */
  interface Flushes {

    /** Whether a frozen memtable waits. */
    boolean hasFrozen();

    /** How many memtables have been flushed. */
    long flushedSoFar();

    /** Flushes the oldest frozen memtable. */
    void flushOldest() throws IOException;
  }

  /** Tables becoming fewer, larger or cleaner. */
  interface Compactions {

    /** Proposes what is most urgent and marks its inputs, under the version lock. */
    Optional<Compaction> pickCompaction();

    /** Proposes to gather everything and marks its inputs, under the version lock. */
    Optional<Compaction> pickEverything();

    /** Runs a compaction and frees its inputs. */
    void compact(Compaction compaction) throws IOException;
  }

  /** Deletes being applied to what they cover. */
  interface Deletes {

    /** No deletes are ever applied. */
    Deletes NEVER =
        new Deletes() {
          @Override
          public boolean hasDeletes() {
            return false;
          }

          @Override
          public void applyDeletes() {}
        };

    /** Whether there are deletes to apply. */
    boolean hasDeletes();

    /** Applies some deletes. */
    void applyDeletes() throws IOException;
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition progress = lock.newCondition();
  private final Workers workers;
  private final Flushes flushes;
  private final Compactions compactions;
  private final Deletes deletes;
  private final Health health;
  private final IdleWaiters idleWaiters;
  private final AtomicBoolean stopping;
  private final int compactionThreads;

  private boolean flushing;
  private boolean applying;
  private int compacting;
  private boolean manual;

  Background(Workers workers, Maintenance work, Health health, int compactionThreads) {
    this(
        workers,
        work.flushes(),
        work.compactions(),
        work.deletes(),
        health,
        work.idleWaiters(),
        work.stopping(),
        compactionThreads);
  }

  Background(
      Workers workers,
      Flushes flushes,
      Compactions compactions,
      Deletes deletes,
      Health health,
      IdleWaiters idleWaiters,
      AtomicBoolean stopping,
      int compactionThreads) {
    this.workers = workers;
    this.flushes = flushes;
    this.compactions = compactions;
    this.deletes = deletes;
    this.health = health;
    this.idleWaiters = idleWaiters;
    this.stopping = stopping;
    this.compactionThreads = compactionThreads;
  }

  /** Starts the flush worker if there is something to flush and it is not at it. */
  void scheduleFlush() {
    guarded(this::startFlush);
  }

  private void startFlush() {
    if (beginFlushing()) {
      workers.flush().execute(guarding(this::flushAll));
    }
  }

  private boolean beginFlushing() {
    lock.lock();
    try {
      boolean begin = !flushing && mayWork() && flushes.hasFrozen();
      flushing |= begin;
      return begin;
    } finally {
      lock.unlock();
    }
  }

  private void flushAll() {
    do {
      run(flushes::flushOldest);
      scheduleCompactions();
      scheduleDeletes();
    } while (continueFlushing());
  }

  private boolean continueFlushing() {
    lock.lock();
    try {
      flushing = mayWork() && flushes.hasFrozen();
      progress.signalAll();
      return flushing;
    } finally {
      lock.unlock();
    }
  }

  /** Starts compactions while there are workers and proposals. */
  void scheduleCompactions() {
    guarded(this::startCompactions);
  }

  private void startCompactions() {
    for (Optional<Compaction> next = beginCompaction();
        next.isPresent();
        next = beginCompaction()) {
      start(next.get());
    }
  }

  private void start(Compaction compaction) {
    workers.compaction().execute(guarding(() -> compactAndContinue(compaction)));
  }

  private Optional<Compaction> beginCompaction() {
    lock.lock();
    try {
      if (!mayWork() || manual || compacting >= compactionThreads) {
        return Optional.empty();
      }
      Optional<Compaction> next = compactions.pickCompaction();
      next.ifPresent(compaction -> compacting++);
      return next;
    } finally {
      lock.unlock();
    }
  }

  private void compactAndContinue(Compaction compaction) {
    run(() -> compactions.compact(compaction));
    lock.lock();
    try {
      compacting--;
      // Under the lock: whoever waits for quiet must not see the gap before what comes next.
      startCompactions();
      startApplier();
      progress.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Starts what a snapshot has held back. */
  void scheduleReleased() {
    scheduleCompactions();
    scheduleDeletes();
  }

  /** Starts the applier if there are deletes to apply and it is not at it. */
  void scheduleDeletes() {
    guarded(this::startApplier);
  }

  private void startApplier() {
    if (beginApplying()) {
      workers.deletes().execute(guarding(this::applyAll));
    }
  }

  private boolean beginApplying() {
    lock.lock();
    try {
      boolean begin = !applying && mayWork() && deletes.hasDeletes();
      applying |= begin;
      return begin;
    } finally {
      lock.unlock();
    }
  }

  private void applyAll() {
    do {
      run(deletes::applyDeletes);
    } while (continueApplying());
  }

  private boolean continueApplying() {
    lock.lock();
    try {
      applying = mayWork() && deletes.hasDeletes();
      // Under the lock, as above: tables may now be due to be written anew.
      startCompactions();
      progress.signalAll();
      return applying;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until so many memtables have been flushed; newer ones may wait or follow. */
  void awaitFlushed(long memTables) {
    awaitUntil(() -> flushes.flushedSoFar() >= memTables);
  }

  /** Gathers everything in one level, alone, and waits for it. */
  void compactEverything() {
    beginManual();
    try {
      awaitUntil(() -> compacting == 0);
      runManual();
    } finally {
      endManual();
    }
    scheduleCompactions();
    health.checkWritable();
  }

  private void beginManual() {
    lock.lock();
    try {
      awaitUntil(() -> !manual);
      health.checkWritable();
      manual = true;
    } finally {
      lock.unlock();
    }
  }

  /** What a failed choice has marked as busy would be so for ever. */
  private Optional<Compaction> pickEverything() {
    try {
      return compactions.pickEverything();
    } catch (RuntimeException | Error e) {
      seal(e);
      throw e;
    }
  }

  private void runManual() {
    Optional<Compaction> everything = pickEverything();
    if (everything.isPresent() && mayWork()) {
      lock.lock();
      try {
        compacting++;
      } finally {
        lock.unlock();
      }
      guarded(() -> start(everything.get()));
      awaitUntil(() -> compacting == 0);
    }
  }

  private void endManual() {
    lock.lock();
    try {
      manual = false;
      progress.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until nothing runs and nothing is due; throws if a failure has ended such work. */
  void awaitIdle() {
    idleWaiters.enter();
    try {
      scheduleFlush();
      scheduleCompactions();
      scheduleDeletes();
      awaitUntil(
          () -> !flushing && compacting == 0 && !manual && !applying && !flushes.hasFrozen());
    } finally {
      idleWaiters.exit();
    }
    health.checkWritable();
  }

  /** Tells jobs to give up and waits until none runs. */
  void stop() {
    stopping.set(true);
    lock.lock();
    try {
      progress.signalAll();
    } finally {
      lock.unlock();
    }
    workers.stop();
  }

  /** Waits for a condition, for the end of work by a failure, or for the store to close. */
  private void awaitUntil(BooleanSupplier condition) {
    lock.lock();
    try {
      while (!condition.getAsBoolean()) {
        if (stopping.get()) {
          throw new IllegalStateException("the store is closed");
        }
        health.checkWritable();
        progress.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean mayWork() {
    return !stopping.get() && !health.isSealed();
  }

  private interface Job {
    void run() throws IOException;
  }

  private void run(Job job) {
    try {
      job.run();
    } catch (MergeJob.CancelledException e) {
      // The store closes; what the job did is undone.
    } catch (IOException | RuntimeException | Error e) {
      seal(e);
    }
  }

  /** Work for a worker, which makes nothing before it is guarded: memory may run out. */
  private Runnable guarding(Runnable work) {
    return () -> guarded(work);
  }

  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      seal(e);
    }
  }

  /** Whoever waits for progress is told that there will be none. */
  private void seal(Throwable cause) {
    health.seal(cause);
    lock.lock();
    try {
      progress.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
