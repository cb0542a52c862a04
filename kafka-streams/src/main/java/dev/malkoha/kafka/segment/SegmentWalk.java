package dev.malkoha.kafka.segment;

import dev.malkoha.engine.Cursor;
import java.util.Arrays;

/**
 * A walk over the entries that a scan selects, in the order of keys or against it, as they were
 * when the cursor was opened. A segment of which nothing is selected costs one seek, or none if
 * nothing is in it.
 *
 * <p>One thread at a time. To be closed.
 */
public final class SegmentWalk implements AutoCloseable {

  private static final byte[] NO_KEY = {};

  private final Cursor cursor;
  private final SegmentScan scan;
  private final boolean forward;

  private boolean begun;
  private byte[] entry = NO_KEY;

  /** The segment that {@link #from} and {@link #to} are the bounds in. */
  private long segment = -1;

  private byte[] from = NO_KEY;
  private byte[] to = NO_KEY;

  /**
   * A walk that owns a cursor.
   *
   * @param cursor over the scan's range, not yet moved
   */
  public SegmentWalk(Cursor cursor, SegmentScan scan, boolean forward) {
    this.cursor = cursor;
    this.scan = scan;
    this.forward = forward;
  }

  /** Moves to the next entry selected; false if there is none. */
  public boolean next() {
    boolean here = begun ? step() : begin();
    begun = true;
    while (here) {
      entry = cursor.key();
      enter(SegmentKeys.segment(entry));
      if (Arrays.compareUnsigned(entry, from) < 0) {
        here = forward ? cursor.seek(from) : isAfterFirst() && seekBelow(scan.to(segment - 1));
      } else if (Arrays.compareUnsigned(entry, to) >= 0) {
        here = forward ? isBeforeLast() && cursor.seek(scan.from(segment + 1)) : seekBelow(to);
      } else if (scan.selects(entry)) {
        return true;
      } else {
        here = step();
      }
    }
    return false;
  }

  private boolean begin() {
    return forward ? cursor.first() : cursor.last();
  }

  private boolean step() {
    return forward ? cursor.next() : cursor.prev();
  }

  private void enter(long number) {
    if (number != segment) {
      segment = number;
      from = scan.from(number);
      to = scan.to(number);
    }
  }

  private boolean isAfterFirst() {
    return segment > scan.firstSegment();
  }

  private boolean isBeforeLast() {
    return segment < scan.lastSegment();
  }

  /** Moves to the last entry below a key. */
  private boolean seekBelow(byte[] key) {
    cursor.seek(key); // where nothing follows, the entry before it is the last one
    return cursor.prev();
  }

  /** The key of the entry moved to, as {@link SegmentKeys} made it. */
  public byte[] entry() {
    return entry;
  }

  /** The value of the entry moved to. */
  public byte[] value() {
    return cursor.value();
  }

  @Override
  public void close() {
    cursor.close();
  }
}
