package dev.malkoha.engine.store;

import dev.malkoha.engine.compaction.Compaction;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.storage.NoSpaceException;
import java.io.IOException;
import java.util.List;
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
 * run. So the methods that schedule something throw nothing. A full disk alone only makes the kind
 * of work wait that has met it.
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

    /** Runs a compaction, frees its inputs, and ends range deletes that it has made needless. */
    void compact(Compaction compaction) throws IOException;

    /** Ends range deletes that are needless already. */
    void endRanges() throws IOException;
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

  /** A flush that finds no room has written no more than a memtable, and writers wait for it. */
  private static final long FLUSH_PAUSE_MILLIS_MAX = 1_000;

  private static final long PAUSE_MILLIS_MAX = 32_000;

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
  private final Planner planner;
  private final SpaceWait flushSpace;
  private final SpaceWait compactionSpace;
  private final SpaceWait deleteSpace;

  /** Whether the flush worker is already to look at what there is to flush. */
  private final AtomicBoolean flushAsked = new AtomicBoolean();

  private volatile Runnable whenFlushesWait = () -> {};

  /** Written under the lock. Those who must take none read it after they have frozen a memtable. */
  private volatile boolean flushing;

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
    this.planner = new Planner(this::executePlanning, this::plan, this::signalProgress);
    this.flushSpace = spaceWait("flushes", FLUSH_PAUSE_MILLIS_MAX, this::scheduleFlush);
    this.compactionSpace = spaceWait("compactions", PAUSE_MILLIS_MAX, this::scheduleCompactions);
    this.deleteSpace = spaceWait("deletes to be applied", PAUSE_MILLIS_MAX, this::scheduleDeletes);
  }

  private void executePlanning(Runnable work) {
    workers.planning().execute(guarding(work));
  }

  private SpaceWait spaceWait(String work, long pauseMillisMax, Runnable tryAgain) {
    return new SpaceWait(work, pauseMillisMax, workers::after, tryAgain);
  }

  /** Says whom to tell when flushes begin to wait for room: those who wait for flushes. */
  void onFlushesWait(Runnable listener) {
    whenFlushesWait = listener;
  }

  /** Whether flushes wait for room on the disk. Takes no lock. */
  boolean flushesWait() {
    return flushSpace.isWaiting();
  }

  /** Throws if they do. Takes no lock. */
  void checkFlushesGoOn() {
    flushSpace.check();
  }

  /**
   * Has the flush worker look whether there is something to flush. Takes no lock: of two who look
   * at the same time, the one who freezes a memtable and the one who ends flushing, one sees what
   * the other has done.
   */
  void flushSoon() {
    guarded(this::askForFlush);
  }

  private void askForFlush() {
    if (!flushing && flushSpace.asked() && flushAsked.compareAndSet(false, true)) {
      workers.flush().execute(guarding(this::flushAsAsked));
    }
  }

  private void flushAsAsked() {
    flushAsked.set(false);
    if (beginFlushing()) {
      flushAll();
    }
  }

  /** Has a worker start what may have become due, a snapshot having gone, say. Takes no lock. */
  void planSoon() {
    guarded(planner::ask);
  }

  private void plan() {
    compactionSpace.asked();
    deleteSpace.asked();
    scheduleCompactions();
    scheduleDeletes();
  }

  private void signalProgress() {
    lock.lock();
    try {
      progress.signalAll();
    } finally {
      lock.unlock();
    }
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
      boolean begin = !flushing && mayWork() && flushSpace.mayTry() && flushes.hasFrozen();
      flushing |= begin;
      return begin;
    } finally {
      lock.unlock();
    }
  }

  private void flushAll() {
    boolean done;
    do {
      done = flushOne();
    } while (continueFlushing(done));
  }

  private boolean flushOne() {
    boolean waited = flushSpace.isWaiting();
    if (!run(flushSpace, flushes::flushOldest)) {
      whenFlushesWait.run();
      return false;
    }
    if (waited) { // there is room again, perhaps for more
      compactionSpace.tryNow();
      deleteSpace.tryNow();
    }
    scheduleCompactions();
    scheduleDeletes();
    return true;
  }

  private boolean continueFlushing(boolean done) {
    lock.lock();
    try {
      flushing = false; // before the look: whoever freezes a memtable now sees it, or is seen
      if (done) {
        flushing = mayWork() && flushes.hasFrozen();
      } else {
        flushSpace.pause();
      }
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
      Compaction compaction = next.get();
      start(() -> compactions.compact(compaction));
    }
  }

  private void start(Job compaction) {
    workers.compaction().execute(guarding(() -> compactAndContinue(compaction)));
  }

  private Optional<Compaction> beginCompaction() {
    lock.lock();
    try {
      if (!mayWork() || !compactionSpace.mayTry() || manual || compacting >= compactionThreads) {
        return Optional.empty();
      }
      Optional<Compaction> next = compactions.pickCompaction();
      next.ifPresent(compaction -> compacting++);
      return next;
    } finally {
      lock.unlock();
    }
  }

  private void compactAndContinue(Job compaction) {
    boolean done = run(compactionSpace, compaction);
    lock.lock();
    try {
      compacting--;
      if (done) {
        // Under the lock: whoever waits for quiet must not see the gap before what comes next.
        startCompactions();
        startApplier();
      } else {
        compactionSpace.pause();
      }
      progress.signalAll();
    } finally {
      lock.unlock();
    }
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
      boolean begin = !applying && mayWork() && deleteSpace.mayTry() && deletes.hasDeletes();
      applying |= begin;
      return begin;
    } finally {
      lock.unlock();
    }
  }

  private void applyAll() {
    boolean done;
    do {
      done = run(deleteSpace, deletes::applyDeletes);
    } while (continueApplying(done));
  }

  private boolean continueApplying(boolean done) {
    lock.lock();
    try {
      applying = done && mayWork() && deletes.hasDeletes();
      if (done) {
        // Under the lock, as above: tables may now be due to be written anew.
        startCompactions();
      } else {
        deleteSpace.pause();
      }
      progress.signalAll();
      return applying;
    } finally {
      lock.unlock();
    }
  }

  /** Where flushes wait for room, one is tried now; throws if there is none. */
  void retryFlushes() {
    if (flushSpace.isWaiting()) {
      Runnable check = flushSpace.tryNow();
      scheduleFlush();
      awaitUntil(() -> !flushSpace.isWaiting(), check);
    }
  }

  /** Flushes until so many memtables have been; newer ones may wait or follow. */
  void flushUpTo(long memTables) {
    Runnable check = flushSpace.tryNow();
    scheduleFlush();
    awaitUntil(() -> flushes.flushedSoFar() >= memTables, check);
  }

  /** Gathers everything in one level, alone, and waits for it. */
  void compactEverything() {
    beginManual();
    Runnable check;
    try {
      awaitUntil(() -> compacting == 0);
      check = compactionSpace.tryNow();
      runManual();
    } finally {
      endManual();
    }
    scheduleCompactions();
    health.checkWritable();
    check.run();
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
  private Job chooseManual() {
    try {
      Optional<Compaction> everything = compactions.pickEverything();
      return everything.isPresent()
          ? () -> compactions.compact(everything.get())
          : compactions::endRanges;
    } catch (RuntimeException | Error e) {
      seal(e);
      throw e;
    }
  }

  private void runManual() {
    Job job = chooseManual();
    if (mayWork()) {
      lock.lock();
      try {
        compacting++;
      } finally {
        lock.unlock();
      }
      guarded(() -> start(job));
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
      List<Runnable> checks =
          List.of(flushSpace.tryNow(), compactionSpace.tryNow(), deleteSpace.tryNow());
      scheduleFlush();
      scheduleCompactions();
      scheduleDeletes();
      awaitUntil(this::isIdle, () -> checks.forEach(Runnable::run));
    } finally {
      idleWaiters.exit();
    }
    health.checkWritable();
  }

  /** Planning is work, too: it may start some. Under the lock. */
  private boolean isIdle() {
    return !flushing
        && compacting == 0
        && !manual
        && !applying
        && !planner.isAsked()
        && !flushes.hasFrozen();
  }

  /** Tells jobs to give up and waits until none runs. */
  void stop() {
    stopping.set(true);
    signalProgress();
    workers.stop();
  }

  private void awaitUntil(BooleanSupplier condition) {
    awaitUntil(condition, () -> {});
  }

  /**
   * Waits for a condition, for the end of work by a failure, or for the store to close.
   *
   * @param check throws if there is nothing to wait for any more; asked after the condition
   */
  private void awaitUntil(BooleanSupplier condition, Runnable check) {
    lock.lock();
    try {
      while (!condition.getAsBoolean()) {
        if (stopping.get()) {
          throw new IllegalStateException("the store is closed");
        }
        health.checkWritable();
        check.run();
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

  /** Returns whether there was room for it. */
  private boolean run(SpaceWait space, Job job) {
    try {
      job.run();
      space.succeeded();
    } catch (MergeJob.CancelledException e) {
      // The store closes; what the job did is undone.
    } catch (NoSpaceException e) {
      space.failed(e);
      return false;
    } catch (IOException | RuntimeException | Error e) {
      seal(e);
    }
    return true;
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
    signalProgress();
  }
}
