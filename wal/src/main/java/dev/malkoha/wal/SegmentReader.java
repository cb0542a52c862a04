package dev.malkoha.wal;

import static dev.malkoha.wal.LogFormat.HEADER_BYTES;

import module java.base;

import dev.malkoha.storage.ReadableFile;

/**
 * Walks over the records of one segment, from its first one up to the first bytes that are not the
 * next record. It decides nothing about what follows from that. Used by one thread.
 *
 * <p>Everything is copied to the heap, then verified, then used. A length is trusted only once its
 * header's checksum holds, and is bounded by what remains of the file before it is allocated. A
 * read error is thrown, never taken for an end.
 */
public final class SegmentReader {

  private static final int WINDOW_BYTES = 64 << 10;

  private final ReadableFile file;
  private final SegmentHeader header;
  private final long limit;
  private final RecordHeader records = new RecordHeader();

  private byte[] window;
  private long windowStart;
  private int windowLength;

  private long next = HEADER_BYTES; // offset of the record after the current one
  private int count; // records before that
  private long current; // offset of the current record
  private int currentLength;
  private long highestMark;
  private int payloadAt; // its payload in the window
  private String problem = "";
  private long turn = -1;
  private boolean isPayloadDamaged;

  public SegmentReader(ReadableFile file, SegmentHeader header) {
    this.file = file;
    this.header = header;
    this.limit = Math.min(file.size(), header.capacity());
    this.window = new byte[(int) Math.min(WINDOW_BYTES, limit)];
  }

  /** A reader that stands after a record that an earlier one has read. */
  static SegmentReader behind(
      long position, long ordinal, ReadableFile file, SegmentHeader header) {
    SegmentReader reader = new SegmentReader(file, header);
    reader.next = header.offset(position);
    reader.count = (int) (ordinal - header.firstOrdinal());
    return reader;
  }

  /**
   * Moves to the next record. False at the first bytes that are none; {@link #problem} says why.
   */
  public boolean next() throws IOException {
    if (limit - next < RecordHeader.BYTES) {
      problem = "the end of the segment";
      return false;
    }
    int at = load(next, RecordHeader.BYTES);
    if (!isNextHeader(at)) {
      return false;
    }
    int length = RecordHeader.length(window, at);
    int payloadChecksum = RecordHeader.storedPayloadChecksum(window, at);
    int payload = load(next, RecordHeader.BYTES + length) + RecordHeader.BYTES;
    if (records.payloadChecksum(window, payload, length) != payloadChecksum) {
      problem = "a record whose payload fails its checksum";
      isPayloadDamaged = true;
      return false;
    }
    current = next;
    currentLength = length;
    payloadAt = payload;
    highestMark =
        Math.max(highestMark, RecordHeader.durableMark(window, payload - RecordHeader.BYTES));
    next += LogFormat.recordBytes(length);
    count++;
    return true;
  }

  /**
   * Hands over records from a start position on, which has to be a record's.
   *
   * @param isEnough is asked of the position after each record, and of the first one's
   */
  void deliver(long from, Log.RecordHandler handler, LongPredicate isEnough) throws IOException {
    while (!isEnough.test(end()) && next()) {
      if (position() >= from) {
        handler.record(position(), window, payloadAt, currentLength);
      } else if (end() > from) {
        throw damageAt(
            from, "a record at start position " + from, "the middle of the one at " + position());
      }
    }
  }

  private boolean isNextHeader(int at) {
    long position = header.position(next);
    if (!records.isValid(header.generation(), position, window, at)) {
      problem = "no record of this segment's generation and position";
    } else if (isTurn(at)) {
      turn = RecordHeader.durableMark(window, at);
      problem = "the turn to " + LogFormat.name(turn);
    } else if (!fits(at, next)) {
      problem = "a record longer than the room for it";
    } else if (RecordHeader.index(window, at) != count) {
      problem = "record " + RecordHeader.index(window, at) + " instead of " + count;
    } else if (RecordHeader.durableMark(window, at) > position) {
      problem = "a durable mark beyond the record";
    } else {
      return true;
    }
    return false;
  }

  private boolean isTurn(int at) {
    return RecordHeader.length(window, at) == RecordHeader.TURN
        && RecordHeader.index(window, at) == count
        && RecordHeader.durableMark(window, at) >= 0;
  }

  private boolean fits(int at, long offset) {
    int length = RecordHeader.length(window, at);
    return length >= 0
        && length <= LogFormat.MAX_RECORD_BYTES
        && length <= limit - offset - RecordHeader.BYTES;
  }

  /**
   * What the bytes from the end of the walk on tell of records.
   *
   * @param highestMark the highest durable mark in the record headers, or the floor, if higher
   * @param records how many valid record headers there are after the end
   */
  record Rest(long highestMark, int records) {}

  /** Looks at every aligned offset, so damage cannot hide a record after it. */
  Rest rest(long floor) throws IOException {
    long highest = floor;
    int found = 0;
    for (long offset = next; offset <= limit - RecordHeader.BYTES; offset += LogFormat.ALIGNMENT) {
      int at = load(offset, RecordHeader.BYTES);
      if (isHeaderOf(at, offset)) {
        highest = Math.max(highest, RecordHeader.durableMark(window, at));
        found += offset > next ? 1 : 0;
      }
    }
    return new Rest(highest, found);
  }

  private boolean isHeaderOf(int at, long offset) {
    long position = header.position(offset);
    return RecordHeader.durableMark(window, at) <= position
        && mayHaveIndex(RecordHeader.index(window, at), offset)
        && fits(at, offset)
        && records.isValid(header.generation(), position, window, at);
  }

  /**
   * Goes on at the first record header after the end of the walk that is valid, whatever lies
   * before it; false if there is none.
   */
  public boolean skip() throws IOException {
    long offset = next + LogFormat.ALIGNMENT;
    for (; offset <= limit - RecordHeader.BYTES; offset += LogFormat.ALIGNMENT) {
      int at = load(offset, RecordHeader.BYTES);
      if (isHeaderOf(at, offset)) {
        next = offset;
        count = RecordHeader.index(window, at);
        isPayloadDamaged = false;
        return true;
      }
    }
    return false;
  }

  /** Later records have higher indexes, by no more than there is room for. */
  private boolean mayHaveIndex(int index, long offset) {
    long more = (offset - next) / RecordHeader.BYTES;
    return offset == next ? index == count : index > count && index - count <= more;
  }

  /**
   * Whether the bytes at the end of the walk were a record, as far as one can tell: a header for
   * this place whose payload fails, or one that a single byte keeps from being valid. A process
   * that is killed while it appends leaves neither, since the header is stored last.
   */
  public boolean endsInDamagedRecord() throws IOException {
    return isPayloadDamaged
        || (turn < 0
            && limit - next >= RecordHeader.BYTES
            && isOneByteOff(load(next, RecordHeader.BYTES)));
  }

  /**
   * Tries each byte in the place of each. With so many tries a checksum is right by chance once in
   * a million, so a header that verifies then is believed only if its payload does, too, and if it
   * cannot be of the slot's earlier life: what was durable by then had been released since.
   */
  private boolean isOneByteOff(int at) throws IOException {
    byte[] stored = Arrays.copyOfRange(window, at, at + RecordHeader.BYTES);
    byte[] tried = stored.clone();
    boolean hasIndex = RecordHeader.index(stored, 0) == count;
    for (int i = 0; i < tried.length; i++) {
      if (hasIndex == RecordHeader.isOfIndex(i)) {
        continue; // one more byte off, and the index would be wrong
      }
      for (int other = 1; other < 256; other++) {
        tried[i] = (byte) (stored[i] ^ other);
        if (isRecordHere(tried)) {
          return true;
        }
      }
      tried[i] = stored[i];
    }
    return false;
  }

  private boolean isRecordHere(byte[] tried) throws IOException {
    long position = header.position(next);
    if (RecordHeader.index(tried, 0) != count
        || !records.isValid(header.generation(), position, tried, 0)) {
      return false;
    }
    int length = RecordHeader.length(tried, 0);
    if (length == RecordHeader.TURN) {
      return true;
    }
    long mark = RecordHeader.durableMark(tried, 0);
    if (mark < header.durableMark() || mark > position) {
      return false;
    }
    if (length <= 0 || length > limit - next - RecordHeader.BYTES) {
      return false;
    }
    int payload = load(next, RecordHeader.BYTES + length) + RecordHeader.BYTES;
    return records.payloadChecksum(window, payload, length)
        == RecordHeader.storedPayloadChecksum(tried, 0);
  }

  /** Makes the bytes from an offset lie in the window, and returns where. */
  private int load(long offset, int length) throws IOException {
    if (offset < windowStart || offset + length > windowStart + windowLength) {
      if (length > window.length) {
        window = new byte[length];
      }
      windowLength = 0; // nothing, should the read fail
      int wanted = (int) Math.min(window.length, limit - offset);
      file.read(offset, window, 0, wanted);
      windowStart = offset;
      windowLength = wanted;
    }
    return (int) (offset - windowStart);
  }

  /** The slot in which the log goes on, if a turn stands at the end of the walk; else -1. */
  public long turn() {
    return turn;
  }

  /** Why the walk ended, in words that fit after "found". */
  public String problem() {
    return problem;
  }

  /** The position of the current record. */
  public long position() {
    return header.position(current);
  }

  /** The position after the current record; the segment's base before the first. */
  public long end() {
    return header.position(next);
  }

  /** The offset in the file after the current record. */
  public long endOffset() {
    return next;
  }

  /** How many records the log had taken by {@link #end}. */
  public long ordinal() {
    return header.firstOrdinal() + count;
  }

  /** Holds the current record's payload, until the next move. */
  public byte[] buffer() {
    return window;
  }

  public int payloadOffset() {
    return payloadAt;
  }

  public int payloadLength() {
    return currentLength;
  }

  /** The highest durable mark of the records so far. */
  long highestMark() {
    return highestMark;
  }

  /** The exception for records that are not as they are known to be. */
  CorruptLogException damageAt(long position, String expected, String found) {
    return CorruptLogException.damage(file.name(), header.offset(position), expected, found);
  }

  /** The durable mark of the current record. */
  public long durableMark() {
    return RecordHeader.durableMark(window, payloadAt - RecordHeader.BYTES);
  }
}
