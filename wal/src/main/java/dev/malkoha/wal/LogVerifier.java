package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.wal.SegmentCatalog.Found;
import dev.malkoha.wal.SegmentReport.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the log files of a directory that is not open, and changes nothing. */
public final class LogVerifier {

  private final Directory directory;
  private final SegmentCatalog catalog;
  private final long fromPosition;
  private final List<Found> chain;

  private LogVerifier(Directory directory, SegmentCatalog catalog, long fromPosition) {
    this.directory = directory;
    this.catalog = catalog;
    this.fromPosition = fromPosition;
    this.chain = catalog.chain(fromPosition);
  }

  /**
   * Reads every record of every segment.
   *
   * @param fromPosition where a replay would begin: damage before it is not held against a segment
   * @return one report a file, in the order the segments were made, free slots last
   * @throws CorruptLogException if a header says what no log can say
   * @throws IOException if a file cannot be read
   */
  public static List<SegmentReport> verify(Directory directory, long fromPosition)
      throws IOException {
    SegmentCatalog catalog = SegmentCatalog.read(directory);
    LogVerifier verifier = new LogVerifier(directory, catalog, fromPosition);
    List<SegmentReport> reports = new ArrayList<>();
    for (Found segment : catalog.segments()) {
      reports.add(verifier.check(segment));
    }
    for (Slot slot : catalog.blank()) {
      reports.add(new SegmentReport(slot.name(), State.FREE, 0, 0, 0, 0, "no valid header"));
    }
    return reports;
  }

  private SegmentReport check(Found segment) throws IOException {
    SegmentHeader header = segment.header();
    try (ReadableFile file = directory.open(segment.slot().name())) {
      SegmentReader reader = new SegmentReader(file, header);
      Found next = catalog.successor(segment);
      long stop = next == null ? Long.MAX_VALUE : next.header().base();
      String detail = "the next segment";
      while (reader.end() < stop) {
        if (!reader.next()) {
          detail = reader.problem();
          break;
        }
      }
      return new SegmentReport(
          file.name(),
          state(segment, next, reader),
          header.sequence(),
          header.base(),
          reader.end(),
          reader.ordinal() - header.firstOrdinal(),
          detail);
    }
  }

  private State state(Found segment, @Nullable Found next, SegmentReader reader)
      throws IOException {
    Found start = catalog.start(fromPosition);
    boolean before = start != null && segment.header().base() < start.header().base();
    if (!chain.contains(segment) && (before || start != null)) {
      return before ? State.RELEASED : State.ABANDONED;
    }
    if (next != null && reader.end() == next.header().base()) {
      return State.COMPLETE;
    }
    long needless = Math.max(start == null ? 0 : reader.end(), fromPosition);
    if (segment.isShort() || highestMark(segment, reader, needless) > needless) {
      return State.DAMAGED;
    }
    if (start == null) {
      return State.ABANDONED;
    }
    return next == null ? State.TAIL : State.TORN;
  }

  /** What is known to have been durable, from this segment and those made after it. */
  private long highestMark(Found segment, SegmentReader reader, long floor) throws IOException {
    long highest = reader.highestMark(floor);
    for (Found later : catalog.segments()) {
      if (later.header().sequence() > segment.header().sequence()) {
        highest = Math.max(highest, later.header().durableMark());
      }
    }
    return highest;
  }
}
