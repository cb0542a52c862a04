package dev.malkoha.wal;

import module java.base;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.MappedFile;

/**
 * An append-only sequence of opaque records that survives crashes.
 *
 * <p>A record is safe from a killed process when {@link #append} returns, and from a power cut when
 * {@link #force} has returned for the position after it. What a later {@link #open} replays is a
 * prefix of what was appended, without holes, and holds at least everything that was forced.
 *
 * <p>Positions are byte counts of the whole log: they grow over segments and openings. A position
 * names the record that begins there; the position after a record is that of the next one.
 *
 * <p><b>Threads.</b> {@code append} and {@code shrink} are called by one thread at a time, under a
 * lock of the caller's; everything else by any thread. Neither {@code append} nor {@code force} can
 * be interrupted, and interrupting a thread in them harms nothing.
 *
 * <p><b>Failures.</b> The first failed write or force seals the log: every later append and force
 * fails with it as cause, until the log is opened again. A segment that cannot be allocated (a full
 * disk) fails the append that needed it, before anything is written, and seals nothing: the append
 * may be tried again.
 */
public final class Log implements Closeable {

  /** Takes the records that an opening replays. */
  @FunctionalInterface
  public interface RecordHandler {

    /**
     * Takes a record. The buffer is the log's: what is wanted of it is copied before returning.
     *
     * @param position where the record begins; all records before it have been handed over
     */
    void record(long position, byte[] buffer, int offset, int length) throws IOException;
  }

  private final LogEnvironment environment;
  private final SlotPool pool;
  private final LiveSegments live;
  private final Seal seal;
  private final Directory directory;
  private final RecordHeader records = new RecordHeader();

  /** Held by the one thread that forces. */
  private final Object forceLock = new Object();

  /** Those who wait for a force, so that they share it. */
  private final ForceQueue forces = new ForceQueue(this::durablePosition);

  private SegmentWriter writer; // guarded by the callers' lock
  private final AtomicLong end;
  private volatile long durable;

  /** The facts of {@link #durable} and of the segments' headers, for others to keep. */
  private volatile LogProof proof = LogProof.NONE;

  /** The facts of the newest start position that was forced: they hold once it is kept. */
  private volatile LogProof floor = LogProof.NONE;

  private volatile ForceWatch watch = ForceWatch.NONE;

  Log(
      LogEnvironment environment,
      Directory directory,
      SlotPool pool,
      LiveSegments live,
      Seal seal,
      SegmentHeader header,
      Slot slot)
      throws IOException {
    this.environment = environment;
    this.directory = directory;
    this.pool = pool;
    this.live = live;
    this.seal = seal;
    this.writer = begin(header, slot);
    this.end = new AtomicLong(header.base());
    this.durable = header.base();
  }

  /**
   * Opens the log of a directory of which nothing is known: {@link #recover} and {@link
   * RecoveredLog#open} in one.
   */
  public static Log open(
      Directory directory, LogOptions options, long fromPosition, RecordHandler handler)
      throws IOException {
    return recover(directory, fromPosition, LogProof.NONE, handler).open(options);
  }

  /** Whether a file of this name is one of a log's. */
  public static boolean isFile(String name) {
    return LogFormat.slot(name).isPresent();
  }

  /**
   * Replays the log of a directory in order and leaves it as it is: no file is made, written,
   * forced or deleted. Nobody may have the log open meanwhile.
   *
   * @param fromPosition where the replay begins: 0 for a new log, else a position that was returned
   *     by {@link #append} or {@link #endPosition} or handed to a handler. Where the proof does not
   *     reach it, it may lie beyond the end of what a power cut left of the log, which then goes on
   *     from there.
   * @param proof what is known of the log, from {@link #proof} of an earlier opening
   * @throws CorruptLogException if a record or a segment is missing or damaged that is known to
   *     have been durable
   * @throws IOException if a file cannot be read; a read error is never taken for an end
   */
  public static RecoveredLog recover(
      Directory directory, long fromPosition, LogProof proof, RecordHandler handler)
      throws IOException {
    LogFormat.checkPosition(fromPosition);
    return RecoveredLog.recover(directory, fromPosition, proof, handler, LogEnvironment.DEFAULT);
  }

  /**
   * Appends a record.
   *
   * @param length the record's bytes: 0 to 1 GiB
   * @return the position after the record, for {@link #force} and {@link #release}
   * @throws IllegalArgumentException if the record is longer than 1 GiB; nothing is written
   * @throws IOException if no segment can be allocated (may be repeated), or the log is sealed
   */
  public long append(byte[] record, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, record.length);
    if (length > environment.maxRecordBytes()) {
      throw new IllegalArgumentException(
          "a record of " + length + " bytes; at most " + environment.maxRecordBytes());
    }
    seal.check();
    long recordBytes = LogFormat.recordBytes(length);
    if (!writer.hasRoom(recordBytes)) {
      long began = System.nanoTime();
      rotate(recordBytes);
      watch.turned(System.nanoTime() - began);
    }
    try {
      long after = writer.append(record, offset, length, durable);
      end.setRelease(after);
      return after;
    } catch (Throwable e) {
      throw sealed(e);
    }
  }

  /** Whether a failure has sealed the log. */
  public boolean isSealed() {
    return seal.isSealed();
  }

  /**
   * The exception for a failure that leaves the file's content, or what is known of it, in doubt.
   * An error, as of memory, is thrown as it is: it is as final for the log as a failed write.
   */
  private IOException sealed(Throwable failure) {
    IOException refusal = seal.close(failure);
    if (failure instanceof Error error) {
      throw error;
    }
    return refusal;
  }

  /** Goes on in another segment. Nothing has changed if no slot can be had. */
  private void rotate(long recordBytes) throws IOException {
    Slot slot = acquire(recordBytes);
    try {
      SegmentHeader last = writer.header();
      SegmentHeader header =
          last.successor(
              slot.number(),
              slot.size(),
              last.sequence() + 1,
              environment.generations().getAsLong(),
              writer.end(),
              writer.ordinal(),
              durable);
      SegmentWriter next = begin(header, slot);
      writer.turn(slot.number()); // once the header is there: who finds a turn can follow it
      writer = next;
    } catch (Throwable e) {
      throw sealed(e);
    }
  }

  private Slot acquire(long recordBytes) throws IOException {
    try {
      return pool.acquire(recordBytes);
    } catch (Error e) {
      throw sealed(e);
    }
  }

  /** The segment is known before it is begun, so that it is unmapped whatever happens. */
  private SegmentWriter begin(SegmentHeader header, Slot slot) throws IOException {
    MappedFile file = slot.map(directory);
    live.add(Segment.written(slot, header, file));
    return new SegmentWriter(header, file, records);
  }

  /**
   * Makes everything before {@code position} durable. Concurrent callers share forces.
   *
   * @throws IllegalArgumentException if the position lies beyond the end
   * @throws IOException if it cannot be made durable, or the log is sealed
   */
  public void force(long position) throws IOException {
    if (position > endPosition()) {
      throw new IllegalArgumentException(
          "position " + position + " lies beyond the end " + endPosition());
    }
    seal.check();
    if (durable < position) {
      forces.await(position, () -> forceUpTo(position));
    }
  }

  private void forceUpTo(long position) throws IOException {
    synchronized (forceLock) {
      seal.check();
      if (durable < position) {
        forceAll();
      }
    }
  }

  /**
   * Makes the segment durable that holds this position, up to it, for a start position that is
   * about to be kept elsewhere: from then on a log without it is damaged. What lies in segments
   * before is needed no more, and not forced.
   *
   * @return what is to be kept together with the start position, and not without it. {@link #proof}
   *     says so once the position is {@linkplain #release released}
   * @throws IOException if it cannot be made durable, or the log is sealed
   */
  public LogProof forceFloor(long position) throws IOException {
    synchronized (forceLock) {
      seal.check();
      proof = proof();
      if (proof.durable() >= position) {
        return proof;
      }
      floor = forceHolder(position);
      return floor;
    }
  }

  private LogProof forceHolder(long position) throws IOException {
    try {
      List<Segment> segments = live.beginForce();
      Segment holder = segments.getLast();
      for (Segment segment : segments.reversed()) {
        holder = holder.base() <= position ? holder : segment;
      }
      ForceWatch.Force force = watch.begin();
      holder.force(position);
      force.ended(position - proof.durable());
      return holder.proof(position);
    } catch (Throwable e) {
      throw sealed(e);
    } finally {
      live.endForce();
    }
  }

  /** Forces oldest first. What is appended meanwhile does not count as forced. */
  private void forceAll() throws IOException {
    long until = endPosition();
    try {
      ForceWatch.Force force = watch.begin();
      long before = proof.durable();
      LogProof reached = new LogProof(proof.sequence(), proof.slot(), until);
      List<Segment> segments = live.beginForce();
      for (int i = 0; i < segments.size() && segments.get(i).base() < until; i++) {
        if (i + 1 < segments.size() && segments.get(i + 1).base() < until) {
          segments.get(i).forceAll(segments.get(i + 1).base());
        } else {
          segments.get(i).force(until);
        }
        reached = segments.get(i).proof(until);
      }
      proof = reached;
      durable = until;
      force.ended(until - before);
    } catch (Throwable e) {
      throw sealed(e);
    } finally {
      live.endForce();
    }
  }

  /** The last segment's header has been forced, and all before it. */
  void begun() {
    Segment last = live.last();
    last.begun();
    proof = last.proof(durable);
  }

  /** Has somebody watch forces and turns from now on: one at a time each, and throwing nothing. */
  public void watch(ForceWatch forces) {
    this.watch = forces;
  }

  /** The position after the last record. */
  public long endPosition() {
    return end.getAcquire();
  }

  /** How many segments an opening would read. */
  public int segments() {
    return live.all().size();
  }

  /** Everything before this position is durable. */
  public long durablePosition() {
    return durable;
  }

  /**
   * How far the log is known to reach, to be kept elsewhere and given to {@link #recover}. It grows
   * with every {@link #force}, and when what {@link #forceFloor} has forced is {@link #release
   * released}. It never claims what a power cut could take away and is still needed.
   */
  public LogProof proof() {
    return live.isReleased(floor.durable()) ? proof.orLater(floor) : proof;
  }

  /**
   * Hands over the records between two positions, in order, while others append. What lies before
   * the end is there as a whole, whether it was forced or not. The records are held meanwhile; who
   * reads in several steps holds them himself.
   *
   * @param from a record's position, or the end
   * @param to a record's position, or one up to the end: that of the first record not wanted
   * @param handler is called without a lock held, and may append
   * @throws IllegalArgumentException if the log does not reach to {@code to}, or no record ends
   *     there, or what lies at {@code from} was released and given up
   * @throws CorruptLogException if the records are not there any more as they were appended, or
   *     {@code from} lies within one
   * @throws IllegalStateException if the log is closed
   */
  public void read(long from, long to, RecordHandler handler) throws IOException {
    LogFormat.checkPosition(from);
    if (from > to || to > endPosition()) {
      throw new IllegalArgumentException(
          "no range of a log that ends at " + endPosition() + ": " + from + " to " + to);
    }
    try (LogHold hold = hold(from)) {
      live.read(directory, hold.position(), to, handler);
    }
  }

  /**
   * Keeps all records from a position on until the hold is closed, whatever {@link #release} says
   * meanwhile: their segments are neither used again nor deleted. There may be several holds.
   *
   * @throws IllegalArgumentException if the position lies beyond the end, or what lies there was
   *     released and given up
   * @throws IllegalStateException if the log is closed
   */
  public LogHold hold(long position) {
    LogFormat.checkPosition(position);
    if (position > endPosition()) {
      throw new IllegalArgumentException(
          "position " + position + " lies beyond the end " + endPosition());
    }
    return live.hold(position);
  }

  /**
   * Says that no record before {@code position} will be needed again: segments that end there or
   * before may be reused. To be called only when that is durably known elsewhere, since the next
   * opening must not ask for them. Cheap: deletes no file.
   */
  public void release(long position) {
    live.release(position);
  }

  /**
   * Sees to it that the next segment stands ready, allocating it if need be, and deletes files no
   * longer needed. For a background thread; appends go on meanwhile.
   */
  public void prepareSpare() throws IOException {
    pool.prepare();
  }

  /**
   * Deletes the files of released segments that will not be used again, since they are smaller than
   * those that follow, and takes others that will be out of memory until then. For a background
   * thread; appends go on meanwhile.
   */
  public void tidy() throws IOException {
    pool.tidy();
  }

  /**
   * Gives the space of released segments back, but for one that the log goes on with. For times of
   * rest: while much is written, they are worth keeping.
   */
  public void trim() throws IOException {
    pool.trim();
  }

  /**
   * Makes the log small before it is closed: forces it, keeps no segment for reuse any more, and if
   * no record is needed goes on in a segment of the first size. {@link #proof} then tells of that
   * one, and {@link #trim} gives the space back. Must not race with {@link #append}.
   *
   * @throws IOException if it cannot be made durable or there is no room for a segment; the log is
   *     as it was, or sealed
   */
  public void shrink() throws IOException {
    long last = endPosition();
    force(last);
    pool.startOver();
    if (live.isReleased(last) && writer.header().capacity() > pool.nextBytes()) {
      rotate(0);
      synchronized (forceLock) {
        proof = forceHolder(last); // nothing stands in the last segment yet
      }
      pool.startOver(); // what has become free is not kept either
    }
  }

  /**
   * Ends all use. Does not force. Must not race with {@link #append}; a force that runs is waited
   * for.
   */
  @Override
  public void close() throws IOException {
    seal.close();
    synchronized (forceLock) {
      try (pool) {
        live.close();
      }
    }
  }
}
