package dev.malkoha.engine.background;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.background.Background.Job;
import dev.malkoha.engine.base.GoneException;
import dev.malkoha.engine.base.Locked;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.storage.NoSpaceException;
import org.jspecify.annotations.Nullable;

/**
 * One kind of background work: jobs run while there are some, as many at a time as the kind allows,
 * and while there is room on the disk. Where there is none, the work is tried again after a pause,
 * each longer than the one before, or at once when somebody asks.
 *
 * <p>Its state changes under the background lock, under which the next job is chosen, too.
 */
final class JobLine {

  private static final long PAUSE_MILLIS_MIN = 1_000;

  private final Workers.JobKind kind;
  private final int atOnce;
  private final Workers workers;
  private final Progress progress;
  private final Supplier<@Nullable Job> source;
  private final Runnable whenDone;

  /** The background lock. */
  private final ReentrantLock lock;

  /** Whether a worker is already to look at what there is to do. */
  private final AtomicBoolean asked = new AtomicBoolean();

  /** Changes under the lock. Those who must take none read it after they have made work. */
  private final AtomicInteger running = new AtomicInteger();

  /** Whether a job is to run alone. It becomes so under the lock. */
  private final AtomicBoolean isTaken = new AtomicBoolean();

  /** Why the last try found no room; null if it found some. */
  private volatile @Nullable NoSpaceException noSpace;

  /** How many tries found no room. */
  private volatile long failures;

  private volatile boolean pausing;

  /** Whether the timer ends the pause. */
  private volatile boolean timed = true;

  @GuardedBy("lock")
  private long pauseMillis = PAUSE_MILLIS_MIN;

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
    this.kind = kind;
    this.atOnce = atOnce;
    this.workers = workers;
    this.progress = progress;
    this.lock = progress.lock;
    this.source = source;
    this.whenDone = whenDone;
  }

  /** Whether nothing runs. */
  boolean isQuiet() {
    assert lock.isHeldByCurrentThread();
    return running.get() == 0 && !isTaken.get();
  }

  /**
   * Has a worker look whether there is something to do. Takes no lock: of two who look at the same
   * time, the one who makes work and the one who ends a job, one sees what the other has done.
   */
  void startSoon() {
    progress.guard(
        () -> {
          if (running.get() == 0 && mayTry() && asked.compareAndSet(false, true)) {
            workers.on(kind).execute(progress.guarding(this::startAsAsked));
          }
        });
  }

  private void startAsAsked() {
    asked.set(false);
    start();
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
    workers.on(kind).execute(progress.guarding(() -> end(run(job))));
  }

  private @Nullable Job begin() {
    try (Locked _ = Locked.by(lock)) {
      boolean mayBegin = progress.mayWork() && !pausing && !isTaken.get();
      Job next = mayBegin && running.get() < atOnce ? source.get() : null;
      if (next != null) {
        running.incrementAndGet();
      }
      return next;
    }
  }

  /** Runs a job; returns whether there was room for it. */
  private boolean run(Job job) {
    try {
      job.run();
      if (waitsForSpace()) {
        goOn(" go on: there is room on the disk again");
        progress.health.wakeWriters();
      }
    } catch (GoneException e) {
      // The store closes, the keyspace goes, or the job gave way to others; what it did is undone.
    } catch (NoSpaceException e) {
      noteNoSpace(e);
      progress.health.wakeWriters(); // those who wait for a flush
      return false;
    } catch (IOException | RuntimeException | Error e) {
      progress.seal(e);
    }
    return true;
  }

  /** The job still counts as running, so that its pause begins before anybody tries again. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
  private void noteNoSpace(NoSpaceException e) {
    try (Locked _ = Locked.by(lock)) {
      if (noSpace == null) {
        StoreLog.warn(message(e), null);
      }
      noSpace = e;
      failures++;
      timed = true;
      pausing = true;
    }
  }

  private void tryAgain() {
    pausing = false;
    start();
  }

  /** Whether the work may be tried: without a timer the pause ends when somebody asks. */
  boolean mayTry() {
    if (!timed) {
      pausing = false;
    }
    return !pausing;
  }

  /** Whether the last try found no room. Takes no lock. */
  boolean waitsForSpace() {
    return noSpace != null;
  }

  /** Ends the wait for room, if the work waits: there is none left to do. */
  void nothingLeft() {
    goOn(" do not wait for room on the disk any more: none are left to do");
  }

  private void goOn(String why) {
    lock.lock();
    try {
      if (waitsForSpace()) {
        StoreLog.info(kind.words + why);
        noSpace = null;
        pauseMillis = PAUSE_MILLIS_MIN;
        pausing = false;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the pause.
   *
   * @return a check that throws if a later try finds no room either
   */
  Runnable tryNow() {
    long before = failures;
    pausing = false;
    return () -> {
      if (failures > before) {
        checkSpace();
      }
    };
  }

  /** Throws if the last try found no room. Takes no lock. */
  void checkSpace() {
    NoSpaceException now = noSpace;
    if (now != null) {
      throw new DbNoSpaceException(message(now), now);
    }
  }

  private String message(NoSpaceException e) {
    return kind.words
        + " wait for room on the disk ("
        + e.getMessage()
        + "); nothing is lost, and reads go on. Make room: what waits goes on by itself then";
  }

  /** Notes the end of a job, and has the next ones begin if it is done. */
  private void end(boolean done) {
    lock.lock();
    try {
      // Set before the look for work: new work either sees this flag or is found by the look.
      running.decrementAndGet();
      if (done) {
        start();
        whenDone.run();
      } else {
        timed = workers.after(pauseMillis, this::tryAgain);
        pauseMillis = Math.min(2 * pauseMillis, kind.pauseMillisMax);
      }
      progress.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Has one job run while no other does, and waits for it. */
  void runAlone(Job job) {
    progress.await(() -> isTaken.compareAndSet(false, true), () -> {});
    Runnable check;
    progress.beginForeground();
    try {
      awaitQuiet();
      check = tryNow();
      running.incrementAndGet();
      progress.guard(() -> execute(job));
      awaitQuiet();
    } finally {
      progress.endForeground();
      isTaken.set(false);
      start(); // before anybody takes the store for idle
      progress.signal();
    }
    check.run();
  }

  private void awaitQuiet() {
    progress.await(() -> running.get() == 0, () -> {});
    progress.health.checkWritable();
  }
}
