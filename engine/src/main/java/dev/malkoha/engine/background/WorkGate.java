package dev.malkoha.engine.background;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.Executor;

/**
 * Lets one store's work through to threads that others may use, too. When it closes, what has not
 * begun is dropped, and what runs is waited for. Any thread.
 */
final class WorkGate {

  @GuardedBy("this")
  private int running;

  @GuardedBy("this")
  private boolean closed;

  /** An executor that takes work as long as the gate is open. */
  Executor before(Executor threads) {
    return work -> {
      if (!isClosed()) {
        threads.execute(() -> pass(work));
      }
    };
  }

  private void pass(Runnable work) {
    if (enter()) {
      try {
        work.run();
      } finally {
        exit();
      }
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized boolean enter() {
    if (!closed) {
      running++;
    }
    return !closed;
  }

  private synchronized void exit() {
    running--;
    notifyAll();
  }

  /** Waits for the work that runs, and lets no more through. */
  synchronized void close() {
    closed = true;
    boolean interrupted = false;
    while (running > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
