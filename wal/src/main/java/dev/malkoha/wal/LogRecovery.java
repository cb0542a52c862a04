package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.wal.SegmentCatalog.Found;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reading half of opening a log: replays the records from a position on and finds where the log
 * ends. Changes nothing on the disk.
 *
 * <p>The log ends at the first bytes that are not the next record. That is a torn tail, unless a
 * durable mark found anywhere behind proves that there was a record: then it is damage. A segment
 * before the end whose successor exists ends exactly where the successor says.
 */
final class LogRecovery {

  private final Directory directory;
  private final long fromPosition;
  private final Log.RecordHandler handler;
  private final SegmentCatalog catalog;
  private final List<Found> chain = new ArrayList<>();

  /** Everything before this is known to have been durable. */
  private long durable;

  private long end;
  private long ordinal;

  private LogRecovery(
      Directory directory, long fromPosition, Log.RecordHandler handler, SegmentCatalog catalog) {
    this.directory = directory;
    this.fromPosition = fromPosition;
    this.handler = handler;
    this.catalog = catalog;
  }

  /**
   * What was recovered.
   *
   * @param catalog all that was found
   * @param chain the segments that hold the log from the start position to the end; empty if the
   *     log held nothing at or after the start position
   * @param durable everything before this position is known to be durable
   * @param end the position after the last record
   * @param ordinal how many records the log had taken by then
   */
  record Recovered(
      SegmentCatalog catalog, List<Found> chain, long durable, long end, long ordinal) {}

  /** Replays the directory's log from a position. */
  static Recovered recover(Directory directory, long fromPosition, Log.RecordHandler handler)
      throws IOException {
    SegmentCatalog catalog = SegmentCatalog.read(directory);
    return new LogRecovery(directory, fromPosition, handler, catalog).run();
  }

  private Recovered run() throws IOException {
    Found start = catalog.start(fromPosition);
    if (start == null) {
      refuseIfDurable("a segment that holds position " + fromPosition, "none", null);
      return new Recovered(catalog, List.of(), fromPosition, fromPosition, 0);
    }
    durable = start.header().durableMark();
    for (Found next = start; next != null; ) {
      next = replay(next);
    }
    if (end < fromPosition) { // all that was lost is in tables
      return new Recovered(catalog, List.of(), fromPosition, fromPosition, ordinal);
    }
    dropEmptyTail();
    return new Recovered(catalog, List.copyOf(chain), durable, end, ordinal);
  }

  /** Replays a segment, and returns the one to go on with, or null at the end of the log. */
  private @Nullable Found replay(Found segment) throws IOException {
    refuseIfShort(segment);
    Found next = catalog.successor(segment);
    long stop = next == null ? Long.MAX_VALUE : next.header().base();
    chain.add(segment);
    try (ReadableFile file = directory.open(segment.slot().name())) {
      SegmentReader reader = new SegmentReader(file, segment.header());
      while (reader.end() < stop && reader.next()) {
        deliver(segment, reader);
      }
      end = reader.end();
      ordinal = reader.ordinal();
      if (end == stop) {
        refuseIfMiscounted(segment, next, reader);
        durable = Math.max(durable, next == null ? 0 : next.header().durableMark());
        return next;
      }
      String expected = next == null ? "a record" : "records up to position " + stop;
      if (end > stop) {
        throw damage(segment, reader.endOffset(), expected, "one that runs past it");
      }
      refuseIfDurable(expected, reader.problem(), reader);
      return null;
    }
  }

  private void deliver(Found segment, SegmentReader reader) throws IOException {
    durable = Math.max(durable, reader.durableMark());
    if (reader.position() >= fromPosition) {
      handler.record(
          reader.position(), reader.buffer(), reader.payloadOffset(), reader.payloadLength());
    } else if (reader.end() > fromPosition) {
      long offset = segment.header().offset(fromPosition);
      String found = "the middle of the one at " + reader.position();
      throw damage(segment, offset, "a record at start position " + fromPosition, found);
    }
  }

  /** A segment is allocated whole before its header is written: no crash makes it short. */
  private static void refuseIfShort(Found segment) throws CorruptLogException {
    if (segment.isShort()) {
      String expected = "a file of " + segment.header().capacity() + " bytes";
      throw damage(segment, segment.slot().size(), expected, "its end");
    }
  }

  private static void refuseIfMiscounted(Found segment, @Nullable Found next, SegmentReader reader)
      throws CorruptLogException {
    if (next != null && next.header().firstOrdinal() != reader.ordinal()) {
      String expected = next.header().firstOrdinal() + " records by here";
      throw damage(segment, reader.endOffset(), expected, "" + reader.ordinal());
    }
  }

  /**
   * Where the walk has ended, looks for proof that it should not have: a durable mark beyond the
   * end, and beyond what need not be in the log.
   *
   * @param reader stands at the end, in the last segment of the chain; null if there is none
   */
  private void refuseIfDurable(String expected, String found, @Nullable SegmentReader reader)
      throws IOException {
    long needless = Math.max(end, fromPosition);
    long proven = reader == null ? needless : reader.highestMark(needless);
    Found last = chain.isEmpty() ? null : chain.getLast();
    Found where = last;
    for (Found other : catalog.segments()) {
      if (last == null || other.header().sequence() > last.header().sequence()) {
        proven = highestMark(other, proven);
        where = where == null ? other : where;
      }
    }
    if (proven > needless && where != null) {
      String known = expected + " (the log was durable up to position " + proven + ")";
      throw damage(where, reader == null ? 0 : reader.endOffset(), known, found);
    }
  }

  private long highestMark(Found segment, long floor) throws IOException {
    long highest = Math.max(floor, segment.header().durableMark());
    try (ReadableFile file = directory.open(segment.slot().name())) {
      return new SegmentReader(file, segment.header()).highestMark(highest);
    }
  }

  /**
   * Leaves out segments that hold nothing, so that a log opened time and again without an append
   * does not grow a chain of them.
   */
  private void dropEmptyTail() {
    while (!chain.isEmpty() && chain.getLast().header().base() == end) {
      chain.removeLast();
    }
  }

  private static CorruptLogException damage(
      Found segment, long offset, String expected, String found) {
    String name = segment.slot().name();
    return new CorruptLogException(name, offset, expected, found, CorruptLogException.RESTORE);
  }
}
