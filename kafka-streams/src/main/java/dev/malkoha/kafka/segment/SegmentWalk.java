package dev.malkoha.kafka.segment;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.RangeReads;
import java.util.Arrays;

/**
 * A walk over the entries that a scan selects, in the order of keys or against it; it sees the store
 * as it was when the walk began. Segments in which nothing lies between the bounds cost one seek for
 * all of them together where they hold nothing, and one each where they do.
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

  public SegmentWalk(RangeReads entries, SegmentScan scan, boolean forward) {
    this.scan = scan;
    this.forward = forward;
    this.cursor =
        entries.scan(
            KeyRange.between(scan.from(scan.firstSegment()), scan.to(scan.lastSegment())));
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
