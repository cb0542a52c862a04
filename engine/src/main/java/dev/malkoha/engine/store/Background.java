package dev.malkoha.engine.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says when flushes and compactions run and deletes are applied, on which worker, and lets callers
 * wait for them.
 *
 * <p>One flush runs at a time, oldest memtable first, so that flushes become durable in order. A
 * manual compaction runs alone. Deletes are applied in one place at a time, beside everything else.
 */
final class Background {

  /** What there is to do. The next jobs are asked for under the background lock. */
  interface Jobs {

    /** To flush the oldest frozen memtable; null if there is none. */
    @Nullable Job nextFlush();

    /** How many memtables have been flushed. */
    long flushedSoFar();

    /** To run the most urgent compaction, whose inputs are marked now; null if there is none. */
    @Nullable Job nextCompaction();

    /** To gather everything in one level, as far as it is not. Under no lock. */
    Job compactEverything();

    /** To apply some deletes; null if there are none. */
    @Nullable Job nextDelete();
  }

  private final Workers workers;
  private final Jobs jobs;
  private final Progress progress;
  private final Planner planner;
  private final JobLine flushes;
  private final JobLine compactions;
  private final JobLine deletes;

  Background(Workers workers, Jobs jobs, Progress progress, int compactionThreads) {
    this.workers = workers;
    this.jobs = jobs;
    this.progress = progress;
    this.planner =
        new Planner(
            work -> workers.on(Workers.Work.PLANNING).execute(progress.guarding(work)),
            this::plan,
            progress::signal);
    this.flushes = new JobLine(Workers.Work.FLUSH, 1, workers, progress, this::nextFlush, () -> {});
    this.compactions =
        new JobLine(
            Workers.Work.COMPACTION,
            compactionThreads,
            workers,
            progress,
            jobs::nextCompaction,
            this::startDeletes);
    this.deletes =
        new JobLine(
            Workers.Work.DELETES, 1, workers, progress, jobs::nextDelete, this::startCompactions);
  }

  private @Nullable Job nextFlush() {
    Job flush = jobs.nextFlush();
    return flush == null
        ? null
        : () -> {
          flush.run();
          afterFlush();
        };
  }

  private void afterFlush() {
    if (flushes.space().isWaiting()) { // there is room again, perhaps for more
      compactions.space().tryNow();
      deletes.space().tryNow();
    }
    startCompactions();
    startDeletes();
  }

  private void startCompactions() {
    compactions.start();
  }

  private void startDeletes() {
    deletes.start();
  }

  /** Starts all that there is to do. */
  void start() {
    flushes.start();
    compactions.start();
    deletes.start();
  }

  /** Has the flush worker look whether there is something to flush. Takes no lock. */
  void flushSoon() {
    flushes.startSoon();
  }

  /** Looks after flushes that wait for room and that nobody else looks after. Takes no lock. */
  void retryFlushesSoon() {
    if (flushes.space().isWaiting()) {
      flushSoon();
    }
  }

  /** Throws if flushes wait for room on the disk. Takes no lock. */
  void checkFlushesGoOn() {
    flushes.space().check();
  }

  /** Has a worker start what may have become due, a snapshot having gone, say. Takes no lock. */
  void planSoon() {
    progress.guard(planner::ask);
  }

  private void plan() {
    compactions.space().asked();
    deletes.space().asked();
    compactions.start();
    deletes.start();
  }

  /** Where flushes wait for room, one is tried now; throws if there is none. */
  void retryFlushes() {
    SpaceWait space = flushes.space();
    if (space.isWaiting()) {
      Runnable check = space.tryNow();
      flushes.start();
      progress.await(() -> !space.isWaiting(), check);
    }
  }

  /** Flushes until so many memtables have been; newer ones may wait or follow. */
  void flushUpTo(long memTables) {
    Runnable check = flushes.space().tryNow();
    flushes.start();
    progress.await(() -> jobs.flushedSoFar() >= memTables, check);
  }

  /** Gathers everything in one level, alone, and waits for it. */
  void compactEverything() {
    compactions.runAlone(jobs::compactEverything);
  }

  /** Waits until nothing runs and nothing is due; throws if a failure has ended such work. */
  void awaitIdle() {
    progress.whileAwaited(this::workUntilIdle);
    progress.checkWritable();
  }

  private void workUntilIdle() {
    List<Runnable> checks =
        List.of(flushes.space().tryNow(), compactions.space().tryNow(), deletes.space().tryNow());
    start();
    progress.await(this::isIdle, () -> checks.forEach(Runnable::run));
  }

  /** Planning is work, too: it may start some. Under the lock. */
  private boolean isIdle() {
    return flushes.isQuiet()
        && compactions.isQuiet()
        && deletes.isQuiet()
        && !planner.isAsked()
        && jobs.nextFlush() == null;
  }

  /** Tells jobs to give up and waits until none runs. */
  void stop() {
    progress.stop();
    workers.stop();
  }
}
