package dev.malkoha.wal;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The segments whose records may still be needed, oldest first; the last one takes the appends.
 *
 * <p>Any thread. While a force runs nothing is retired, so that no slot gets its next segment under
 * the force's hands; what was released meanwhile goes when the force ends. Nor is anything retired
 * that a hold keeps.
 */
final class LiveSegments implements Closeable {

  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Segment> segments = new ArrayDeque<>();
  private final SlotPool pool;
  private final Set<LogHold> holds = new HashSet<>();
  private long released;
  private boolean forcing;

  LiveSegments(SlotPool pool) {
    this.pool = pool;
  }

  void add(Segment segment) {
    lock.lock();
    try {
      segments.addLast(segment);
    } finally {
      lock.unlock();
    }
  }

  /** The segment that takes the appends. */
  Segment last() {
    lock.lock();
    try {
      return segments.getLast();
    } finally {
      lock.unlock();
    }
  }

  /** Says that no record before this position is needed any more. */
  void release(long position) {
    lock.lock();
    try {
      released = Math.max(released, position);
      retire();
    } finally {
      lock.unlock();
    }
  }

  /** Whether no record before this position is needed any more. */
  boolean isReleased(long position) {
    lock.lock();
    try {
      return released >= position;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Keeps the segments from a position on, until the hold is closed.
   *
   * @throws IllegalArgumentException if what lies there was given up already
   */
  LogHold hold(long position) {
    lock.lock();
    try {
      if (segments.isEmpty()) {
        throw new IllegalStateException("the log is closed");
      }
      long first = segments.getFirst().base();
      if (position < first) {
        throw new IllegalArgumentException(
            "position "
                + position
                + " was released, the log begins at "
                + first
                + "; hold it before");
      }
      LogHold hold = new LogHold(this, position);
      holds.add(hold);
      return hold;
    } finally {
      lock.unlock();
    }
  }

  void end(LogHold hold) {
    lock.lock();
    try {
      if (holds.remove(hold)) {
        retire();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The segments there are, oldest first. */
  List<Segment> all() {
    lock.lock();
    try {
      return List.copyOf(segments);
    } finally {
      lock.unlock();
    }
  }

  /** Pins all segments until {@link #endForce} and returns them. */
  List<Segment> beginForce() {
    lock.lock();
    try {
      forcing = true;
      return List.copyOf(segments);
    } finally {
      lock.unlock();
    }
  }

  void endForce() {
    lock.lock();
    try {
      forcing = false;
      retire();
    } finally {
      lock.unlock();
    }
  }

  /** A segment ends where the next one begins. */
  private void retire() {
    long needed = released;
    for (LogHold hold : holds) {
      needed = Math.min(needed, hold.position());
    }
    while (!forcing && segments.size() > 1) {
      Segment oldest = segments.removeFirst();
      if (!segments.getFirst().mayBeFirst(needed)) {
        segments.addFirst(oldest);
        return;
      }
      pool.retire(oldest.slot());
    }
  }

  /** Gives up all mappings. No force runs, and none will. */
  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      while (!segments.isEmpty()) {
        segments.removeFirst().slot().unmap();
      }
    } finally {
      lock.unlock();
    }
  }
}
