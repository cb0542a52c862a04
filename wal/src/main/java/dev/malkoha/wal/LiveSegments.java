package dev.malkoha.wal;

import module java.base;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;

/**
 * The segments whose records may still be needed, oldest first; the last one takes the appends.
 *
 * <p>Any thread. While a force runs nothing is retired, so that no slot gets its next segment under
 * the force's hands; what was released meanwhile goes when the force ends. Nor is anything retired
 * that a hold keeps.
 */
final class LiveSegments implements Closeable {

  private final ArrayDeque<Segment> segments = new ArrayDeque<>();
  private final SlotPool pool;
  private final Set<LogHold> holds = new HashSet<>();
  private long released;
  private boolean forcing;

  LiveSegments(SlotPool pool) {
    this.pool = pool;
  }

  synchronized void add(Segment segment) {
    segments.addLast(segment);
  }

  /** The segment that takes the appends. */
  synchronized Segment last() {
    return segments.getLast();
  }

  /** Says that no record before this position is needed any more. */
  synchronized void release(long position) {
    released = Math.max(released, position);
    retire();
  }

  /** Whether no record before this position is needed any more. */
  synchronized boolean isReleased(long position) {
    return released >= position;
  }

  /**
   * Keeps the segments from a position on, until the hold is closed.
   *
   * @throws IllegalArgumentException if what lies there was given up already
   */
  synchronized LogHold hold(long position) {
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
  }

  synchronized void end(LogHold hold) {
    if (holds.remove(hold)) {
      retire();
    }
  }

  /** The segments there are, oldest first. */
  synchronized List<Segment> all() {
    return List.copyOf(segments);
  }

  /** Hands over the records between two positions of which the first is held. */
  void read(Directory directory, long from, long to, Log.RecordHandler handler) throws IOException {
    List<Segment> all = all();
    for (int i = 0; i < all.size() && all.get(i).base() < to; i++) {
      boolean isLast = i + 1 == all.size();
      long stop = isLast ? to : Math.min(to, all.get(i + 1).base());
      if (stop > from) {
        read(all.get(i), directory, from, stop, handler);
      }
    }
  }

  /** What was appended is there as a whole, so an end before that is damage. */
  private static void read(
      Segment segment, Directory directory, long from, long stop, Log.RecordHandler handler)
      throws IOException {
    try (ReadableFile file = directory.open(segment.slot().name())) {
      SegmentReader reader = new SegmentReader(file, segment.header());
      reader.deliver(from, handler, at -> at >= stop);
      if (reader.end() < stop) {
        throw reader.damageAt(reader.end(), "records up to position " + stop, reader.problem());
      }
      if (reader.end() > stop) {
        throw new IllegalArgumentException("no record of the log ends at position " + stop);
      }
    }
  }

  /** Pins all segments until {@link #endForce} and returns them. */
  synchronized List<Segment> beginForce() {
    forcing = true;
    return List.copyOf(segments);
  }

  synchronized void endForce() {
    forcing = false;
    retire();
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
  public synchronized void close() throws IOException {
    while (!segments.isEmpty()) {
      segments.removeFirst().slot().unmap();
    }
  }
}
