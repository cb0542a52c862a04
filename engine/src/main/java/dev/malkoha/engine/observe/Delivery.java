package dev.malkoha.engine.observe;

import dev.malkoha.engine.events.Checkpointed;
import dev.malkoha.engine.events.Closed;
import dev.malkoha.engine.events.Compacted;
import dev.malkoha.engine.events.Damaged;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.DeletesApplied;
import dev.malkoha.engine.events.Flushed;
import dev.malkoha.engine.events.HeapTight;
import dev.malkoha.engine.events.Opened;
import dev.malkoha.engine.events.Recovered;
import dev.malkoha.engine.events.Sealed;
import dev.malkoha.engine.events.Stalled;
import dev.malkoha.engine.events.StoreEvent;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Hands events to listeners one at a time and in order, on a virtual thread that is there only
 * while events wait. The caller that brings one never waits for a listener.
 */
final class Delivery {

  private static final System.Logger LOGGER = System.getLogger(LogLines.NAME);
  private static final int WAITING_MAX = 1024;

  private final Path store;
  private final List<DbListener> listeners;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition done = lock.newCondition();

  // Guarded by the lock.
  private final Queue<StoreEvent> waiting = new ArrayDeque<>();
  private @Nullable Thread running;
  private long lost;

  Delivery(Path store, List<DbListener> listeners) {
    this.store = store;
    this.listeners = listeners;
  }

  /** Adds an event to those that wait to be delivered. */
  void enqueue(StoreEvent event) {
    if (listeners.isEmpty()) {
      return;
    }
    lock.lock();
    try {
      if (waiting.size() == WAITING_MAX) {
        lost++;
        return;
      }
      waiting.add(event);
      if (running == null) {
        running =
            Thread.ofVirtual()
                .name("malkoha-listeners")
                .inheritInheritableThreadLocals(false)
                .start(this::deliverAll);
      }
    } finally {
      lock.unlock();
    }
  }

  private void deliverAll() {
    for (StoreEvent event = next(); event != null; event = next()) {
      for (DbListener listener : listeners) {
        deliver(event, listener);
      }
    }
  }

  private @Nullable StoreEvent next() {
    lock.lock();
    try {
      if (lost > 0) {
        LOGGER.log(
            Level.WARNING, store + ": listeners are slow; " + lost + " events were not told them");
        lost = 0;
      }
      StoreEvent event = waiting.poll();
      if (event == null) {
        running = null;
        done.signalAll();
      }
      return event;
    } finally {
      lock.unlock();
    }
  }

  private void deliver(StoreEvent event, DbListener listener) {
    try {
      switch (event) {
        case Opened opened -> listener.opened(opened);
        case Recovered recovered -> listener.recovered(recovered);
        case Flushed flushed -> listener.flushed(flushed);
        case Compacted compacted -> listener.compacted(compacted);
        case DeletesApplied applied -> listener.deletesApplied(applied);
        case Stalled stalled -> listener.stalled(stalled);
        case Damaged damaged -> listener.damaged(damaged);
        case HeapTight tight -> listener.heapTight(tight);
        case Sealed sealed -> listener.sealed(sealed);
        case Checkpointed checkpointed -> listener.checkpointed(checkpointed);
        case Closed closed -> listener.closed(closed);
      }
    } catch (Throwable e) { // a checked exception, too: not all compilers ask for them
      LOGGER.log(Level.WARNING, store + ": a listener failed; the store goes on", e);
    }
  }

  /** Waits until all is delivered, but for a time at most; a listener does not wait for itself. */
  @SuppressWarnings("ReferenceEquality") // that very thread is meant
  void await(Duration most) {
    lock.lock();
    try {
      long left = most.toNanos();
      while (running != null && running != Thread.currentThread() && left > 0) {
        left = done.awaitNanos(left);
      }
      if (left <= 0) {
        LOGGER.log(
            Level.WARNING,
            store + ": a listener is still at work; events that wait come after the close");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // who is in a hurry need not wait for listeners
    } finally {
      lock.unlock();
    }
  }
}
