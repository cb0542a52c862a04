package dev.malkoha.engine.background;

import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.storage.NoSpaceException;
import org.jspecify.annotations.Nullable;

/**
 * Whether one kind of background work waits for room on the disk, and when it tries again: after a
 * pause, each longer than the one before, or at once when somebody asks. Any thread.
 */
final class SpaceWait {

  private static final long PAUSE_MILLIS_MIN = 1_000;

  private final Workers.JobKind kind;
  private final Workers workers;
  private final Runnable tryAgain;

  private volatile @Nullable NoSpaceException cause;
  private volatile long failures;
  private volatile boolean pausing;
  private volatile boolean timed = true;
  private long pauseMillis = PAUSE_MILLIS_MIN;

  /**
   * Creates the state of work that does not wait.
   *
   * @param tryAgain starts the work, if there is any
   */
  SpaceWait(Workers.JobKind kind, Workers workers, Runnable tryAgain) {
    this.kind = kind;
    this.workers = workers;
    this.tryAgain = tryAgain;
  }

  /** The work found no room. It is not tried again before {@link #pause} was called, too. */
  synchronized void failed(NoSpaceException e) {
    if (cause == null) {
      StoreLog.warn(message(e), null);
    }
    cause = e;
    failures++;
    timed = true;
    pausing = true;
  }

  /** The work was done. */
  synchronized void succeeded() {
    if (cause != null) {
      StoreLog.info(kind.words + " go on: there is room on the disk again");
      end();
    }
  }

  /** The work that waited is not to be done any more. */
  synchronized void nothingLeft() {
    if (cause != null) {
      StoreLog.info("no " + kind.words + " wait for room on the disk any more");
      end();
    }
  }

  private void end() {
    cause = null;
    pauseMillis = PAUSE_MILLIS_MIN;
    pausing = false;
  }

  /** Begins the pause after a failure; to be called when the work may start again. */
  synchronized void pause() {
    timed = workers.after(pauseMillis, this::afterPause);
    pauseMillis = Math.min(2 * pauseMillis, kind.pauseMillisMax);
  }

  private void afterPause() {
    pausing = false;
    tryAgain.run();
  }

  /** Whether the last try found no room. */
  boolean isWaiting() {
    return cause != null;
  }

  /** Whether the work may be tried now. */
  boolean mayTry() {
    return !pausing;
  }

  /** Somebody asks for the work, which without a clock ends the pause; whether it may be tried. */
  boolean asked() {
    if (!timed) {
      pausing = false;
    }
    return !pausing;
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
        check();
      }
    };
  }

  /** Throws if the last try found no room. */
  void check() {
    NoSpaceException now = cause;
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
}
