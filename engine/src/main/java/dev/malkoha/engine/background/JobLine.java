package dev.malkoha.engine.background;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One kind of background work: jobs run while there are some, as many at a time as the kind allows,
 * and while there is room on the disk.
 *
 * <p>Its state changes under the background lock, under which the next job is chosen, too.
 */
final class JobLine {

  private final boolean keepsWorker;
  private final int atOnce;
  private final Executor worker;
  private final Progress progress;
  private final Supplier<@Nullable Job> source;
  private final Runnable whenDone;
  private final SpaceWait space;

  /** Whether a worker is already to look at what there is to do. */
  private final AtomicBoolean asked = new AtomicBoolean();

  /** Changes under the lock. Those who must take none read it after they have made work. */
  private final AtomicInteger running = new AtomicInteger();

  /** Whether a job is to run alone; the background lock guards it. */
  private boolean isTaken;

  /**
   * Creates a line in which nothing runs.
   *
   * @param atOnce how many jobs may run at a time
   * @param source chooses what to do next, if there is anything; under the lock
   * @param whenDone starts what may have become due by a job; under the lock, so that nobody who
   *     waits for quiet sees the gap before it
   */
  JobLine(
      Workers.JobKind kind,
      int atOnce,
      Workers workers,
      Progress progress,
      Supplier<@Nullable Job> source,
      Runnable whenDone) {
    this.keepsWorker = workers.keepsWorker(kind);
    this.atOnce = atOnce;
    this.worker = workers.on(kind);
    this.progress = progress;
    this.source = source;
    this.whenDone = whenDone;
    this.space = new SpaceWait(kind, workers, this::start);
  }

  /** Whether work waits for room on the disk, and what follows from that. */
  SpaceWait space() {
    return space;
  }

  /** Whether nothing runs. */
  boolean isQuiet() {
    assert progress.lock().isHeldByCurrentThread();
    return running.get() == 0 && !isTaken;
  }

  /**
   * Has a worker look whether there is something to do. Takes no lock: of two who look at the same
   * time, the one who makes work and the one who ends a job, one sees what the other has done.
   */
  void startSoon() {
    progress.guard(
        () -> {
          if (running.get() == 0 && space.asked() && asked.compareAndSet(false, true)) {
            worker.execute(progress.guarding(this::workAsAsked));
          }
        });
  }

  private void workAsAsked() {
    asked.set(false);
    work(begin());
  }

  /** Starts jobs while there are some and fewer run than may. */
  void start() {
    progress.guard(
        () -> {
          for (Job job = begin(); job != null; job = begin()) {
            execute(job);
          }
        });
  }

  private void execute(Job job) {
    worker.execute(progress.guarding(() -> work(job)));
  }

  private @Nullable Job begin() {
    progress.lock().lock();
    try {
      boolean mayBegin = progress.mayWork() && space.mayTry() && !isTaken;
      Job next = mayBegin && running.get() < atOnce ? source.get() : null;
      if (next != null) {
        running.incrementAndGet();
      }
      return next;
    } finally {
      progress.lock().unlock();
    }
  }

  private void work(@Nullable Job first) {
    for (Job job = first; job != null; ) {
      job = end(progress.run(job, space));
    }
  }

  /** Notes the end of a job; returns the next one for the same worker. */
  private @Nullable Job end(boolean done) {
    progress.lock().lock();
    try {
      // Set before the look for work: new work either sees this flag or is found by the look.
      running.decrementAndGet();
      Job next = null;
      if (done) {
        if (keepsWorker) {
          next = begin();
        } else {
          start();
        }
        whenDone.run();
      } else {
        space.pause();
      }
      progress.signal();
      return next;
    } finally {
      progress.lock().unlock();
    }
  }

  /** Has one job run while no other does, and waits for it. */
  void runAlone(Supplier<Job> choice) {
    waitForTurn();
    Runnable check;
    progress.stir();
    try {
      awaitQuiet();
      check = space.tryNow();
      runTaken(choose(choice));
    } finally {
      progress.endStir();
      giveBack();
    }
    start();
    progress.checkWritable();
    check.run();
  }

  private void waitForTurn() {
    progress.lock().lock();
    try {
      progress.await(() -> !isTaken, () -> {});
      progress.checkWritable();
      isTaken = true;
    } finally {
      progress.lock().unlock();
    }
  }

  private void awaitQuiet() {
    progress.await(() -> running.get() == 0, () -> {});
  }

  /** A failed choice seals the store: tables that it marked as busy would stay so. */
  private Job choose(Supplier<Job> choice) {
    try {
      return choice.get();
    } catch (RuntimeException | Error e) {
      progress.seal(e);
      throw e;
    }
  }

  private void runTaken(Job job) {
    if (progress.mayWork()) {
      running.incrementAndGet();
      progress.guard(() -> execute(job));
      awaitQuiet();
    }
  }

  private void giveBack() {
    progress.lock().lock();
    try {
      isTaken = false;
      progress.signal();
    } finally {
      progress.lock().unlock();
    }
  }
}
