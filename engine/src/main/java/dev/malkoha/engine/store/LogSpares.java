package dev.malkoha.engine.store;

import dev.malkoha.wal.Log;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps the log's next segment ready, so that writers do not wait for one to be allocated: each
 * time the log has grown by some, the worker is asked to look.
 */
final class LogSpares {

  private static final System.Logger LOGGER = System.getLogger(LogSpares.class.getName());
  private static final long CHECK_EVERY_BYTES = 1 << 20;

  private final Log log;
  private final Executor worker;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile long nextCheck;

  LogSpares(Log log, Executor worker) {
    this.log = log;
    this.worker = worker;
  }

  /** Notes how far the log reaches. */
  void noteEnd(long position) {
    if (position >= nextCheck && asked.compareAndSet(false, true)) {
      nextCheck = position + CHECK_EVERY_BYTES;
      ask();
    }
  }

  private void ask() {
    try {
      worker.execute(this::prepare);
    } catch (RuntimeException | Error e) { // as below
      asked.set(false);
      LOGGER.log(Level.DEBUG, "no spare log segment", e);
    }
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
    } catch (IOException | RuntimeException | Error e) {
      LOGGER.log(Level.DEBUG, "no spare log segment", e);
    } finally {
      asked.set(false);
    }
  }
}
