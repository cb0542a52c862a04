package dev.malkoha.engine.background;

import module java.base;

import dev.malkoha.engine.background.Background.Job;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.wal.Log;

/**
 * Looks after the log in the background. Each time it has grown by some, the next segment is made
 * ready, so that writers do not wait for one to be allocated. Now and then what was written is
 * forced, and the manifest is told how far the log reaches: damage before is refused from then on.
 */
public final class LogCare {

  /** At first it looks each time as much again has been written, since segments grow so, too. */
  private static final long CHECK_FIRST_BYTES = 16 << 10;

  private static final long CHECK_EVERY_BYTES = 1 << 20;

  /**
   * More than this is not forced for its own sake: who writes so much will soon have a memtable
   * flushed, which leaves a proof, and forcing all of it would cost writers a tenth.
   */
  private static final long FORCED_BYTES_MAX = 32 << 20;

  /** Who writes no more than this between two ticks needs no released segments kept for reuse. */
  private static final long SLOW_BYTES = 8 << 20;

  private final Log log;
  private final Executor worker;
  private final Job keeper;
  private final Runnable whenGrown;
  private final AtomicBoolean asked = new AtomicBoolean();
  private final long begin;
  private volatile long nextCheck;

  /** Written by the worker alone. */
  private volatile long noted;

  /** Where the log ended at the last tick; used by the planning thread alone. */
  private long endAtTick;

  /**
   * Creates the care of a log.
   *
   * @param keeper makes the log durable, and keeps a proof of that
   * @param whenGrown is run on the worker each time the log has grown by some
   */
  public LogCare(Log log, Executor worker, Job keeper, Runnable whenGrown) {
    this.log = log;
    this.worker = worker;
    this.keeper = keeper;
    this.whenGrown = whenGrown;
    this.noted = log.proof().durable();
    this.begin = log.endPosition();
    this.endAtTick = begin;
  }

  /** Notes how far the log reaches. */
  public void noteEnd(long position) {
    if (position >= nextCheck && asked.compareAndSet(false, true)) {
      nextCheck = position + Math.clamp(position - begin, CHECK_FIRST_BYTES, CHECK_EVERY_BYTES);
      try {
        worker.execute(this::prepare);
      } catch (RuntimeException | Error e) { // as below
        asked.set(false);
        StoreLog.debug("no spare log segment", e);
      }
    }
  }

  /** Whether there are writes that nothing proves yet, and that a {@link #tick} would prove. */
  public boolean isBehind() {
    long end = log.endPosition();
    return end > noted && end - log.proof().durable() <= FORCED_BYTES_MAX;
  }

  /**
   * Looks now and then for writes that nothing proves yet, and gives back what the log keeps for
   * heavy writing once there is none.
   */
  public void tick() {
    if (isBehind()) {
      worker.execute(() -> quietly("no proof of how far the log reaches", this::prove));
    }
    long end = log.endPosition();
    if (end - endAtTick <= SLOW_BYTES) {
      trim();
    }
    endAtTick = end;
  }

  /** Gives back what the log keeps for heavy writing. A failure only leaves the files there. */
  public void trim() {
    delete(log::trim);
  }

  /** Gives back what the log has let go of and does not use soon, likewise. */
  public void tidy() {
    delete(log::tidy);
  }

  private static void delete(Job deletion) {
    try {
      deletion.run();
    } catch (IOException | IllegalStateException e) { // or the store is closed by now
      StoreLog.debug("could not remove released log segments", e);
    }
  }

  /** Makes the log small for the time that it is closed. A failure only leaves it large. */
  public void shrink() {
    quietly("could not make the log small", log::shrink); // all that was written is durable
  }

  /** A failure is no harm yet: the append that needs the segment will meet it and report it. */
  private void prepare() {
    quietly(
        "no spare log segment",
        () -> {
          log.prepareSpare();
          whenGrown.run();
        });
    asked.set(false);
  }

  /** If it fails, the next append or write is told of it. */
  private void prove() throws IOException {
    if (isBehind()) {
      long end = log.endPosition();
      keeper.run();
      noted = end;
    }
  }

  private static void quietly(String problem, Job work) {
    try {
      work.run();
    } catch (IOException | RuntimeException | Error e) {
      StoreLog.debug(problem, e);
    }
  }
}
