package dev.malkoha.tools.log;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.tools.log.SegmentReport.State;
import dev.malkoha.wal.CorruptLogException;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogProof;
import dev.malkoha.wal.SegmentCatalog;
import dev.malkoha.wal.SegmentCatalog.Found;
import dev.malkoha.wal.SegmentHeader;
import dev.malkoha.wal.SegmentReader;
import dev.malkoha.wal.Slot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the log files of a directory that is not open, and changes nothing. */
public final class LogVerifier {

  private final Directory directory;
  private final SegmentCatalog catalog;
  private final List<Found> chain;
  private @Nullable CorruptLogException damage;
  private List<String> doubts = List.of();

  private LogVerifier(Directory directory, SegmentCatalog catalog, List<Found> chain) {
    this.directory = directory;
    this.catalog = catalog;
    this.chain = chain;
  }

  /**
   * What a check found.
   *
   * @param segments one report a file, in the order the segments were made, free slots last
   * @param damage why an opening would refuse; empty if it would not
   * @param doubts what an opening would tell of, in one sentence each
   */
  public record Report(List<SegmentReport> segments, String damage, List<String> doubts) {}

  /**
   * Reads every record of every segment.
   *
   * @param fromPosition where a replay would begin: damage before it is not held against a segment
   * @param proof what is known of the log from outside
   * @param handler looks at each record that a replay would hand over
   * @throws CorruptLogException if a header says what no log can say
   * @throws IOException if a file cannot be read
   */
  public static Report verify(
      Directory directory, long fromPosition, LogProof proof, Log.RecordHandler handler)
      throws IOException {
    SegmentCatalog catalog = SegmentCatalog.read(directory);
    LogVerifier verifier = new LogVerifier(directory, catalog, catalog.chain(fromPosition));
    verifier.recover(fromPosition, proof, handler);
    List<SegmentReport> reports = new ArrayList<>();
    for (Found segment : catalog.segments()) {
      reports.add(verifier.check(segment));
    }
    for (Slot slot : catalog.blank()) {
      reports.add(new SegmentReport(slot.name(), State.FREE, 0, 0, 0, 0, "no valid header"));
    }
    CorruptLogException damage = verifier.damage;
    String refusal = damage == null ? "" : String.valueOf(damage.getMessage());
    return new Report(reports, refusal, verifier.doubts);
  }

  private void recover(long fromPosition, LogProof proof, Log.RecordHandler handler)
      throws IOException {
    try {
      doubts = Log.recover(directory, fromPosition, proof, handler).problems();
    } catch (CorruptLogException e) {
      damage = e;
    }
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
      State state = state(segment, next, reader);
      if (state == State.DAMAGED && damage != null) {
        detail = String.valueOf(damage.getMessage());
      }
      return new SegmentReport(
          file.name(),
          state,
          header.sequence(),
          header.base(),
          reader.end(),
          reader.ordinal() - header.firstOrdinal(),
          detail);
    }
  }

  private State state(Found segment, @Nullable Found next, SegmentReader reader) {
    if (damage != null && damage.file().equals(segment.slot().name())) {
      return State.DAMAGED;
    }
    if (!chain.contains(segment)) {
      boolean before = !chain.isEmpty() && segment.header().sequence() < firstSequence();
      return before ? State.RELEASED : State.ABANDONED;
    }
    if (segment.isShort()) {
      return State.DAMAGED;
    }
    if (next == null) {
      return State.TAIL;
    }
    return reader.end() == next.header().base() ? State.COMPLETE : State.TORN;
  }

  private long firstSequence() {
    return chain.getFirst().header().sequence();
  }
}
