package dev.malkoha.wal;

import module java.base;

import dev.malkoha.storage.Aftermath;
import org.jspecify.annotations.Nullable;

/**
 * The line of those who wait for the log to be durable up to a position. One of them at a time has
 * the turn: it forces, for all who have appended by then.
 *
 * <p>When a turn ends, the next one begins at once, with whoever has waited longest of those whom
 * the force has not reached. Those whom it has reached go on; they do not wait for another force.
 *
 * <p>Any thread. Interrupts neither end a wait nor are lost.
 */
final class ForceQueue {

  private final LongSupplier durable;

  // By the monitor, under which nothing is allocated: a turn ends whatever happens.
  private boolean hasTurn;
  private @Nullable Waiter first;
  private @Nullable Waiter last;

  /** An empty line. */
  ForceQueue(LongSupplier durable) {
    this.durable = durable;
  }

  /** A writer that waits for a position. */
  private static final class Waiter {
    private static final int WAITS = 0;
    private static final int IS_REACHED = 1;
    private static final int HAS_TURN = 2;

    private final long position;
    private final Thread thread = Thread.currentThread();
    private @Nullable Waiter next;
    private volatile int state = WAITS;

    Waiter(long position) {
      this.position = position;
    }

    /** Waits; returns whether it is this one's turn. */
    boolean await() {
      boolean isInterrupted = false;
      while (state == WAITS) {
        LockSupport.park(this);
        isInterrupted |= Thread.interrupted();
      }
      if (isInterrupted) {
        thread.interrupt();
      }
      return state == HAS_TURN;
    }

    void wake(int how) {
      state = how;
      LockSupport.unpark(thread);
    }
  }

  /**
   * Returns once the log is durable up to a position.
   *
   * @param force is run if it is the caller's turn before that
   */
  void await(long position, Aftermath.Step force) throws IOException {
    Waiter waiter = new Waiter(position);
    if (!enter(waiter) && !waiter.await()) {
      return;
    }
    try {
      force.run();
    } finally {
      endTurn();
    }
  }

  /** Lines up; returns whether it is this one's turn at once. */
  private synchronized boolean enter(Waiter waiter) {
    if (hasTurn) {
      append(waiter);
      return false;
    }
    hasTurn = true;
    return true;
  }

  private void append(Waiter waiter) {
    waiter.next = null;
    if (last == null) {
      first = waiter;
    } else {
      last.next = waiter;
    }
    last = waiter;
  }

  /** The next force is begun before anyone is told of this one. */
  private void endTurn() {
    Waiter reached;
    Waiter successor;
    synchronized (this) {
      reached = takeReached(durable.getAsLong());
      successor = takeFirst();
      hasTurn = successor != null;
    }
    if (successor != null) {
      successor.wake(Waiter.HAS_TURN);
    }
    while (reached != null) {
      Waiter behind = reached.next;
      reached.wake(Waiter.IS_REACHED);
      reached = behind;
    }
  }

  /** Takes out the waiters that this position satisfies, in their order. */
  private @Nullable Waiter takeReached(long until) {
    Waiter all = first;
    Waiter reachedFirst = null;
    Waiter reachedLast = null;
    first = null;
    last = null;
    while (all != null) {
      Waiter waiter = all;
      all = waiter.next;
      if (waiter.position > until) {
        append(waiter);
      } else {
        waiter.next = null;
        if (reachedLast == null) {
          reachedFirst = waiter;
        } else {
          reachedLast.next = waiter;
        }
        reachedLast = waiter;
      }
    }
    return reachedFirst;
  }

  private @Nullable Waiter takeFirst() {
    Waiter taken = first;
    if (taken != null) {
      first = taken.next;
      last = first == null ? null : last;
    }
    return taken;
  }
}
