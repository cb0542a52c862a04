package dev.malkoha.tools.log;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogProof;
import dev.malkoha.wal.SegmentCatalog;
import dev.malkoha.wal.SegmentCatalog.Found;
import dev.malkoha.wal.SegmentReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A reading of a log of which anything may be damaged: all records that verify, in the order in
 * which they were written, whatever is missing between them. It changes nothing.
 */
public final class LogSalvage {

  private final Directory directory;
  private final long from;
  private final Log.RecordHandler handler;
  private final List<String> problems = new ArrayList<>();

  /** The position after the last record that was read. */
  private long end;

  private LogSalvage(Directory directory, long from, Log.RecordHandler handler) {
    this.directory = directory;
    this.from = from;
    this.handler = handler;
  }

  /**
   * Hands over the records from a position on.
   *
   * @param from 0 for all that there are
   * @param isNeeded whether all from there on is needed, so that it has to be there
   * @param proof what is known of how far the log reached
   * @return what could not be read, in one sentence each
   * @throws IOException if the files' headers cannot be read
   */
  public static List<String> read(
      Directory directory, long from, boolean isNeeded, LogProof proof, Log.RecordHandler handler)
      throws IOException {
    SegmentCatalog catalog = SegmentCatalog.readBeside(directory);
    LogSalvage salvage = new LogSalvage(directory, from, handler);
    catalog.unclear().forEach(e -> salvage.problems.add(String.valueOf(e.getMessage())));
    List<Found> segments = catalog.remains(from);
    if (isNeeded
        && proof.isKnown()
        && !segments.isEmpty()
        && segments.getFirst().header().base() > from) {
      salvage.problems.add(
          "it begins at position %s, but is needed from %s on: the writes between are lost"
              .formatted(segments.getFirst().header().base(), from));
    }
    for (int i = 0; i < segments.size(); i++) {
      Found next = i + 1 < segments.size() ? segments.get(i + 1) : null;
      salvage.read(segments.get(i), next == null ? Long.MAX_VALUE : next.header().base());
    }
    salvage.compare(catalog, proof);
    return salvage.problems;
  }

  /** Notes where less is there than was durable. */
  private void compare(SegmentCatalog catalog, LogProof proof) {
    long newest =
        catalog.segments().isEmpty() ? 0 : catalog.segments().getLast().header().sequence();
    if (newest < Math.max(1, proof.sequence())) {
      problems.add("its newest segments are missing, so the last writes, of any keys, may be lost");
    } else if (Math.max(end, from) < proof.durable()) {
      problems.add(
          "it ends at position %s, but reached at least to %s: the writes between are lost"
              .formatted(end, proof.durable()));
    }
  }

  /** Reads a segment up to where the next one begins. */
  private void read(Found segment, long stop) throws IOException {
    String name = segment.slot().name();
    try (ReadableFile file = directory.open(name)) {
      SegmentReader reader = new SegmentReader(file, segment.header());
      boolean goesOn = true;
      while (goesOn) {
        handOver(reader, stop);
        end = reader.end();
        goesOn = reader.end() < stop && reader.turn() < 0 && skip(name, reader, stop);
      }
      if (stop == Long.MAX_VALUE && (segment.isShort() || reader.turn() >= 0)) {
        problems.add(
            "%s is cut short, or the segment after it is missing: the writes from position %s on may be lost"
                .formatted(name, reader.end()));
      } else if (reader.turn() >= 0 && reader.end() < stop) {
        problems.add(
            "a segment after %s is missing: the writes from position %s to %s are lost"
                .formatted(name, reader.end(), stop));
      }
    } catch (IOException e) {
      problems.add(name + " cannot be read on: " + e.getMessage());
    }
  }

  private void handOver(SegmentReader reader, long stop) throws IOException {
    while (reader.end() < stop && reader.next()) {
      if (reader.position() >= from) {
        handler.record(
            reader.position(), reader.buffer(), reader.payloadOffset(), reader.payloadLength());
      }
    }
  }

  /**
   * Passes over what is no record, and notes it. The end of the last segment is noted only if it
   * was a record.
   */
  private boolean skip(String name, SegmentReader reader, long stop) throws IOException {
    long offset = reader.endOffset();
    String found = reader.problem();
    boolean wasRecord = reader.endsInDamagedRecord();
    boolean more = reader.skip();
    if (more || wasRecord || stop < Long.MAX_VALUE) {
      String to = more ? "offset " + reader.endOffset() : "its end";
      problems.add(
          name
              + " holds no records that verify from offset "
              + offset
              + " to "
              + to
              + ": "
              + found);
    }
    return more;
  }
}
