package dev.malkoha.wal;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The segments whose records may still be needed, oldest first; the last one takes the appends.
 *
 * <p>Any thread. While a force runs nothing is retired, so that no slot gets its next segment under
 * the force's hands; what was released meanwhile goes when the force ends.
 */
final class LiveSegments implements Closeable {

  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Segment> segments = new ArrayDeque<>();
  private final SlotPool pool;
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
    while (!forcing && segments.size() > 1) {
      Segment oldest = segments.removeFirst();
      if (segments.getFirst().base() > released) {
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
