package dev.malkoha.wal;

import module java.base;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.wal.SegmentCatalog.Found;
import org.jspecify.annotations.Nullable;

/**
 * A place in a log that another process writes: reads on from there, time and again, over one
 * segment after another. Takes no lock and changes no file. Used by one thread at a time.
 *
 * <p>The writer may append, begin segments, use released ones again in place, make files and delete
 * them at any moment. What is handed over is nevertheless the log, record after record without a
 * hole: a record counts only with the checksums of its segment's life and its position, and the
 * next segment is the last one made of those that begin where this one ends.
 *
 * <p>All of the log before a proof was complete before the proof was known, so whoever reads the
 * proof first and then follows finds it there, unless it was released meanwhile. So it is no
 * guesswork when something is wrong: see {@link LogMovedException}.
 */
public final class LogFollower {

  /**
   * How the reading of a segment ended.
   *
   * @param turns whether the log goes on in another one: it says so, or its file is used again, or
   *     gone
   * @param problem what it is if the log should have gone on here
   */
  private record Stop(boolean turns, CorruptLogException problem) {}

  private final Directory directory;
  private final long from;

  /** The segment in which the end lies; none until it has been found. */
  private @Nullable SegmentHeader segment;

  private long end;
  private long ordinal;

  /** Headers as last seen; of the present look alone. */
  private @Nullable SegmentCatalog catalog;

  /**
   * A place that nothing has been read from. Touches no file.
   *
   * @param fromPosition the first record's position, as a manifest has it
   */
  public LogFollower(Directory directory, long fromPosition) {
    LogFormat.checkPosition(fromPosition);
    this.directory = directory;
    this.from = fromPosition;
    this.end = fromPosition;
  }

  /** The position after the last record that was handed over. */
  public long end() {
    return end;
  }

  /**
   * Hands over the records from {@link #end} on that are there by now; at least those that were
   * durable when the proof was given. Later ones may be left for the next call, and so are those of
   * segments that are begun during this one: it ends, however fast the writer is.
   *
   * <p>After an exception the follower stands after the last record that its handler has taken, and
   * may be used again.
   *
   * @param proof from the manifest as it is now, read before this call. Where that says that
   *     records from {@link #end} on are needed no more, they may be gone: then another follower
   *     begins where it says
   * @return the new {@link #end}
   * @throws LogMovedException if what the proof promises is not there
   * @throws IOException if a file cannot be read, or from the handler
   */
  public long follow(LogProof proof, Log.RecordHandler handler) throws IOException {
    return follow(proof, position -> false, handler);
  }

  /**
   * Likewise, but no further than is enough, whatever the proof promises.
   *
   * @param isEnough is asked of positions between records
   */
  public long follow(LogProof proof, LongPredicate isEnough, Log.RecordHandler handler)
      throws IOException {
    try {
      return look(proof, isEnough, handler);
    } catch (LogMovedException e) { // the writer went on while files were looked at, one by one
      return look(proof, isEnough, handler);
    }
  }

  private long look(LogProof proof, LongPredicate isEnough, Log.RecordHandler handler)
      throws IOException {
    catalog = null;
    SegmentHeader next = segment == null && !isEnough.test(end) ? start(proof) : segment;
    while (next != null && !isEnough.test(end)) {
      Stop stop = read(next, isEnough, handler);
      if (!isEnough.test(end)) {
        next = segment == null ? notReached(stop, proof) : successor(segment, stop, proof);
      }
    }
    return end;
  }

  /**
   * A position after all records that were there when the last call began; the greatest there is if
   * that is not known.
   */
  public long horizon() {
    if (catalog == null || catalog.segments().isEmpty()) {
      return Long.MAX_VALUE;
    }
    SegmentHeader last = catalog.segments().getLast().header();
    return last.position(last.capacity());
  }

  /** The segment that holds the start position; null if none is there and none need be. */
  private @Nullable SegmentHeader start(LogProof proof) throws IOException {
    SegmentCatalog found = headers();
    if (proof.sequence() > found.lastSequence()) {
      String expected = "segment " + proof.sequence() + " of the log";
      throw moved(CorruptLogException.missing(proof.slot(), expected));
    }
    Found start = found.start(from);
    if (start != null) {
      return start.header();
    }
    if (proof.durable() >= from && !found.segments().isEmpty()) {
      Found first = found.segments().getFirst();
      throw moved(
          CorruptLogException.damage(
              first.slot().name(),
              0,
              "a segment that holds position " + from,
              "one that begins at " + first.header().base()));
    }
    return null;
  }

  /** The log ends before the start position, which is in order if that was not durable. */
  private @Nullable SegmentHeader notReached(Stop stop, LogProof proof) throws LogMovedException {
    if (proof.durable() >= from) {
      throw moved(stop.problem());
    }
    return null;
  }

  /** Reads on in a segment, or from its beginning if it is a new one. */
  private Stop read(SegmentHeader header, LongPredicate isEnough, Log.RecordHandler handler)
      throws IOException {
    String name = LogFormat.name(header.slot());
    try (ReadableFile file = directory.open(name)) {
      SegmentReader reader =
          header.equals(segment)
              ? SegmentReader.behind(end, ordinal, file, header)
              : new SegmentReader(file, header);
      reader.deliver(from, taking(handler, header, reader), isEnough);
      if (reader.end() >= from) {
        stand(header, reader);
      }
      CorruptLogException problem =
          reader.damageAt(reader.end(), "a record, or the next segment", reader.problem());
      boolean turns = reader.turn() >= 0 || !header.equals(SegmentHeader.read(file));
      return new Stop(turns, problem);
    } catch (NoSuchFileException e) {
      catalog = null;
      String expected = "segment " + header.sequence() + " of the log";
      return new Stop(true, CorruptLogException.missing(header.slot(), expected));
    }
  }

  /** Whatever ends the reading, what the handler has taken is taken. */
  private Log.RecordHandler taking(
      Log.RecordHandler handler, SegmentHeader header, SegmentReader reader) {
    return (position, buffer, offset, length) -> {
      handler.record(position, buffer, offset, length);
      stand(header, reader);
    };
  }

  private void stand(SegmentHeader header, SegmentReader reader) {
    segment = header;
    end = reader.end();
    ordinal = reader.ordinal();
  }

  /**
   * The segment in which the log goes on; null if this is its end as far as the proof goes. One
   * whose file is gone, or is used again, may be all the same: then the log goes on elsewhere, or
   * will, or the next manifest says that it is needed no more. Where it turns to a segment that was
   * begun since the headers were read, this look ends.
   */
  private @Nullable SegmentHeader successor(SegmentHeader last, Stop stop, LogProof proof)
      throws IOException {
    SegmentHeader next = catalog == null ? null : after(last, catalog);
    if (next == null && (catalog != null || !stop.turns()) && reaches(proof, last)) {
      return null;
    }
    if (next == null) {
      next = after(last, headers());
    }
    if (next == null && !reaches(proof, last)) {
      throw moved(stop.problem());
    }
    return next;
  }

  private boolean reaches(LogProof proof, SegmentHeader last) {
    return end >= proof.durable() && proof.sequence() <= last.sequence();
  }

  /** The segment made last of those that begin where this one ends, after as many records. */
  private @Nullable SegmentHeader after(SegmentHeader last, SegmentCatalog among) {
    Found next = among.start(end);
    return next != null
            && next.header().sequence() > last.sequence()
            && next.header().base() == end
            && next.header().firstOrdinal() == ordinal
        ? next.header()
        : null;
  }

  private SegmentCatalog headers() throws IOException {
    SegmentCatalog found = SegmentCatalog.readBeside(directory);
    catalog = found;
    return found;
  }

  /** A file whose header makes no sense may be the reason that something is not there. */
  private LogMovedException moved(CorruptLogException problem) {
    if (catalog == null || catalog.unclear().isEmpty()) {
      return new LogMovedException(problem);
    }
    CorruptLogException unclear = catalog.unclear().getFirst();
    unclear.addSuppressed(problem);
    return new LogMovedException(unclear);
  }
}
