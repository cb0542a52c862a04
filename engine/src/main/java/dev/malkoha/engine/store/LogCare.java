package dev.malkoha.engine.store;

import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogProof;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Looks after the log in the background. Each time it has grown by some, the next segment is made
 * ready, so that writers do not wait for one to be allocated. Now and then what was written is
 * forced, and the manifest is told how far the log reaches: damage before is refused from then on.
 */
final class LogCare {

  private static final System.Logger LOGGER = System.getLogger(LogCare.class.getName());
  private static final long CHECK_EVERY_BYTES = 1 << 20;

  /**
   * More than this is not forced for its own sake: who writes so much will soon have a memtable
   * flushed, which leaves a proof, and forcing all of it would cost writers a tenth.
   */
  private static final long FORCED_BYTES_MAX = 32 << 20;

  /** Keeps a proof. */
  interface ProofKeeper {
    void note(LogProof proof) throws IOException;
  }

  private final Log log;
  private final Executor worker;
  private final ProofKeeper keeper;
  private final Runnable whenGrown;
  private final Health health;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile long nextCheck;

  /** Written by the worker alone. */
  private volatile long noted;

  /**
   * Creates the care of a log.
   *
   * @param whenGrown is run on the worker each time the log has grown by some
   */
  LogCare(Log log, Executor worker, ProofKeeper keeper, Runnable whenGrown, Health health) {
    this.log = log;
    this.worker = worker;
    this.keeper = keeper;
    this.whenGrown = whenGrown;
    this.health = health;
    this.noted = log.proof().durable();
  }

  /** Notes how far the log reaches. */
  void noteEnd(long position) {
    if (position >= nextCheck && asked.compareAndSet(false, true)) {
      nextCheck = position + CHECK_EVERY_BYTES;
      try {
        worker.execute(this::prepare);
      } catch (RuntimeException | Error e) { // as below
        asked.set(false);
        LOGGER.log(Level.DEBUG, "no spare log segment", e);
      }
    }
  }

  /** Whether there are writes that nothing proves yet, and that a {@link #tick} would prove. */
  boolean isBehind() {
    long end = log.endPosition();
    return end > noted && end - log.proof().durable() <= FORCED_BYTES_MAX;
  }

  /** Looks now and then for writes that nothing proves yet. */
  void tick() {
    worker.execute(this::prove);
  }

  /** Gives back what the log keeps for heavy writing. A failure only leaves the files there. */
  void trim() {
    try {
      log.trim();
    } catch (IOException e) {
      LOGGER.log(Level.DEBUG, "could not remove released log segments", e);
    }
  }

  /** A failure is no harm yet: the append that needs the segment will meet it and report it. */
  private void prepare() {
    try {
      log.prepareSpare();
      whenGrown.run();
    } catch (IOException | RuntimeException | Error e) {
      LOGGER.log(Level.DEBUG, "no spare log segment", e);
    } finally {
      asked.set(false);
    }
  }

  private void prove() {
    try {
      if (isBehind()) {
        long end = log.endPosition();
        log.force(end);
        note(end);
      }
    } catch (IOException | RuntimeException | Error e) { // a failed force fails the next append
      LOGGER.log(Level.DEBUG, "no proof of how far the log reaches", e);
    }
  }

  /** A full disk leaves nothing in doubt: the next look tries again. What else fails does. */
  private void note(long end) {
    try {
      keeper.note(log.proof());
      noted = end;
    } catch (NoSpaceException e) {
      LOGGER.log(Level.DEBUG, "no room to note how far the log reaches", e);
    } catch (IOException | RuntimeException | Error e) {
      health.seal(e);
    }
  }
}
