package dev.malkoha.wal;

import module java.base;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.wal.SegmentCatalog.Found;
import org.jspecify.annotations.Nullable;

/**
 * A log that was read and not yet touched: its records from a position on have been handed over,
 * and it is known where it ends. {@link #open} goes on from there; who only reads leaves it at
 * that.
 *
 * <p>The log ends at the first bytes that are not the next record. That is a torn tail, unless
 * there is proof of a record there, from outside or by a durable mark found anywhere later: then it
 * is damage. A segment before the end whose successor exists ends exactly where the successor says.
 */
public final class RecoveredLog {

  private final Directory directory;
  private final LogEnvironment environment;
  private final long fromPosition;
  private final LogProof proof;

  /** All segments and blank files. */
  private final SegmentCatalog catalog;

  private final LogDoubts doubts;

  /**
   * The segments that hold the log from the start position to the end; none if the log held nothing
   * at or after the start position.
   */
  private final List<Found> chain = new ArrayList<>();

  /** Files with records that no way leads to. */
  private List<Slot> strays = List.of();

  /** Everything before this is known to have been durable. */
  private long durable;

  private long end;

  /** How many records the log had taken by the end. */
  private long ordinal;

  private RecoveredLog(
      Directory directory, LogEnvironment environment, long fromPosition, LogProof proof)
      throws IOException {
    this.directory = directory;
    this.environment = environment;
    this.fromPosition = fromPosition;
    this.proof = proof;
    this.catalog = SegmentCatalog.read(directory);
    this.doubts = new LogDoubts(directory, catalog);
  }

  /** Replays the directory's log from a position. Changes nothing on the disk. */
  static RecoveredLog recover(
      Directory directory,
      long fromPosition,
      LogProof proof,
      Log.RecordHandler handler,
      LogEnvironment environment)
      throws IOException {
    RecoveredLog log = new RecoveredLog(directory, environment, fromPosition, proof);
    log.run(handler);
    return log;
  }

  private void run(Log.RecordHandler handler) throws IOException {
    refuseIfLastIsMissing();
    Found start = catalog.start(fromPosition);
    if (start == null) {
      refuseIfBegun();
      goOnAt(fromPosition);
      return;
    }
    durable = start.header().durableMark();
    for (Found next = start; next != null; ) {
      next = replay(next, handler);
    }
    if (end < fromPosition) { // all that was lost is in tables
      refuseIfFloorWasDurable();
      chain.clear();
      durable = fromPosition;
    }
    dropEmptyTail();
    goOnAt(Math.max(end, fromPosition));
  }

  private void goOnAt(long position) throws IOException {
    long first = chain.isEmpty() ? position : chain.getFirst().header().base();
    strays = doubts.findStrays(chain, first);
    durable = Math.min(durable, position);
    end = position;
    if (end == fromPosition) {
      chain.clear();
    }
  }

  /**
   * Makes what was replayed durable and readies the log for appends. Only once, and only when the
   * start position of the recovery is durably known: the log gives away what lies before it. A
   * failed opening may be repeated, from the recovery on.
   *
   * @throws IOException if a file cannot be written
   */
  public Log open(LogOptions options) throws IOException {
    return open(options, environment.generations());
  }

  /**
   * The same.
   *
   * @param generations draws names for segments' lives: secret, and never the same twice
   */
  public Log open(LogOptions options, LongSupplier generations) throws IOException {
    LogEnvironment own = new LogEnvironment(generations, environment.maxRecordBytes());
    return LogOpening.open(this, directory, options, own);
  }

  /** The position after the last record, where an opening goes on. */
  public long end() {
    return end;
  }

  /**
   * What may have been lost, one sentence each: records that are there and cannot be reached, or
   * bytes at the end that nearly are a record. After a power cut this is what was not forced; else
   * it is damage.
   */
  public List<String> problems() {
    return List.copyOf(doubts.problems());
  }

  SegmentCatalog catalog() {
    return catalog;
  }

  List<Found> chain() {
    return chain;
  }

  List<Slot> strays() {
    return strays;
  }

  long durable() {
    return durable;
  }

  long ordinal() {
    return ordinal;
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
  private @Nullable Found replay(Found segment, Log.RecordHandler handler) throws IOException {
    refuseIfShort(segment);
    Found next = catalog.successor(segment);
    long stop = next == null ? Long.MAX_VALUE : next.header().base();
    chain.add(segment);
    try (ReadableFile file = directory.openOnce(segment.slot().name())) {
      SegmentReader reader = new SegmentReader(file, segment.header());
      reader.deliver(fromPosition, handler, at -> at >= stop);
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
    try (ReadableFile file = directory.openOnce(segment.slot().name())) {
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
