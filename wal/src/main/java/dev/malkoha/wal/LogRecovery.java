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
 * <p>The log ends at the first bytes that are not the next record. That is a torn tail, unless
 * there is proof of a record there, from outside or by a durable mark found anywhere later: then it
 * is damage. A segment before the end whose successor exists ends exactly where the successor says.
 */
final class LogRecovery {

  private final Directory directory;
  private final LogEnvironment environment;
  private final long fromPosition;
  private final LogProof proof;
  private final Delivery delivery;
  private final SegmentCatalog catalog;
  private final LogDoubts doubts;
  private final List<Found> chain = new ArrayList<>();

  /** Everything before this is known to have been durable. */
  private long durable;

  private long end;
  private long ordinal;

  private LogRecovery(
      Directory directory,
      LogEnvironment environment,
      long fromPosition,
      LogProof proof,
      Log.RecordHandler handler,
      SegmentCatalog catalog) {
    this.directory = directory;
    this.environment = environment;
    this.fromPosition = fromPosition;
    this.proof = proof;
    this.delivery = new Delivery(fromPosition, handler);
    this.catalog = catalog;
    this.doubts = new LogDoubts(directory, catalog);
  }

  /** Replays the directory's log from a position. */
  static RecoveredLog recover(
      Directory directory,
      long fromPosition,
      LogProof proof,
      Log.RecordHandler handler,
      LogEnvironment environment)
      throws IOException {
    SegmentCatalog catalog = SegmentCatalog.read(directory);
    return new LogRecovery(directory, environment, fromPosition, proof, handler, catalog).run();
  }

  private RecoveredLog run() throws IOException {
    refuseIfLastIsMissing();
    Found start = catalog.start(fromPosition);
    if (start == null) {
      refuseIfBegun();
      return recovered(fromPosition);
    }
    durable = start.header().durableMark();
    for (Found next = start; next != null; ) {
      next = replay(next);
    }
    if (end < fromPosition) { // all that was lost is in tables
      refuseIfFloorWasDurable();
      chain.clear();
      durable = fromPosition;
      return recovered(fromPosition);
    }
    dropEmptyTail();
    return recovered(end);
  }

  private RecoveredLog recovered(long goOnAt) throws IOException {
    long first = chain.isEmpty() ? goOnAt : chain.getFirst().header().base();
    List<Slot> strays = doubts.findStrays(chain, first);
    List<Found> needed = goOnAt == fromPosition ? List.of() : chain;
    return new RecoveredLog(
        directory,
        environment,
        catalog,
        needed,
        strays,
        Math.min(durable, goOnAt),
        goOnAt,
        ordinal,
        doubts.problems());
  }

  /** A segment that was begun durably is there for as long as none was begun after it. */
  private void refuseIfLastIsMissing() throws CorruptLogException {
    if (proof.sequence() > catalog.lastSequence()) {
      throw CorruptLogException.missing(
          proof.slot(), "segment " + proof.sequence() + " of the log");
    }
  }

  /** A segment that was durable up to the position, or a log's first one, does not go away. */
  private void refuseIfBegun() throws CorruptLogException {
    if (proof.durable() < fromPosition) {
      return;
    }
    String expected = "a segment that holds position " + fromPosition;
    if (!catalog.segments().isEmpty()) { // all of them begin after it
      Found first = catalog.segments().getFirst();
      throw damage(first, 0, expected, "one that begins at " + first.header().base());
    }
    if (proof.isKnown()) {
      throw CorruptLogException.missing(proof.slot(), expected);
    }
  }

  private void refuseIfFloorWasDurable() throws CorruptLogException {
    if (proof.isKnown() && proof.durable() >= fromPosition) {
      Found last = chain.getLast();
      String expected = "records up to position " + fromPosition;
      throw damage(last, last.header().offset(end), expected, "the end of the log");
    }
  }

  /** Replays a segment, and returns the one to go on with, or null at the end of the log. */
  private @Nullable Found replay(Found segment) throws IOException {
    refuseIfShort(segment);
    Found next = catalog.successor(segment);
    long stop = next == null ? Long.MAX_VALUE : next.header().base();
    chain.add(segment);
    try (ReadableFile file = directory.open(segment.slot().name())) {
      SegmentReader reader = new SegmentReader(file, segment.header());
      delivery.run(reader, stop);
      durable = Math.max(durable, reader.highestMark());
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
      judgeEnd(segment, reader, expected);
      return null;
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
   * Where the walk has ended, looks for proof that it should not have, and notes what speaks
   * against the end without proving it wrong.
   */
  private void judgeEnd(Found last, SegmentReader reader, String expected) throws IOException {
    String problem = reader.problem();
    SegmentReader.Rest rest = reader.rest(Math.max(end, fromPosition));
    refuseIfDurable(last, reader, rest.highestMark(), expected);
    if (end >= fromPosition) { // what is not needed may be gone
      refuseIfHole(reader.turn());
    }
    doubts.noteEnd(last, reader, problem, rest.records());
  }

  /** Proof is a durable mark beyond the end, and beyond what need not be in the log. */
  private void refuseIfDurable(Found last, SegmentReader reader, long mark, String expected)
      throws IOException {
    long proven = Math.max(mark, proof.durable());
    for (Found other : catalog.segments()) {
      if (other.header().sequence() > last.header().sequence()) {
        proven = highestMark(other, proven);
      }
    }
    if (proven > Math.max(end, fromPosition)) {
      String known = expected + " (the log was durable up to position " + proven + ")";
      throw damage(last, reader.endOffset(), known, reader.problem());
    }
  }

  private long highestMark(Found segment, long floor) throws IOException {
    long highest = Math.max(floor, segment.header().durableMark());
    try (ReadableFile file = directory.open(segment.slot().name())) {
      return new SegmentReader(file, segment.header()).rest(highest).highestMark();
    }
  }

  /**
   * A turn names a slot whose name was forced before: a power cut can take the header in it, but
   * not the file.
   */
  private void refuseIfHole(long turn) throws CorruptLogException {
    if (turn >= 0 && !catalog.hasSlot(turn)) {
      throw CorruptLogException.missing(turn, "the segment after position " + end);
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
    return CorruptLogException.damage(segment.slot().name(), offset, expected, found);
  }
}
