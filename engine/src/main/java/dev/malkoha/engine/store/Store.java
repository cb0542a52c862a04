package dev.malkoha.engine.store;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.read.LevelCursor;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.engine.read.PointReader;
import dev.malkoha.engine.read.ReadCounters;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.read.VisibleCursor;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.engine.write.BatchFormat;
import dev.malkoha.engine.write.CommitPipeline;
import dev.malkoha.engine.write.WriteThrottle;
import dev.malkoha.sstable.EntryCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The running engine: it owns the parts of an open store and leads reads, writes and maintenance
 * through them. It throws {@link IOException} as the modules below do; the public API translates.
 *
 * <p>Any number of threads. After {@link #close} every method throws {@link IllegalStateException}.
 */
public final class Store {

  private final StoreParts parts;
  private final CommitPipeline pipeline;
  private final Background background;
  private final WriteThrottle throttle;
  private final LogSpares spares;
  private final ReadCounters readCounters = new ReadCounters();
  private volatile boolean closed;

  Store(StoreParts parts, DbOptions options, Workers workers, long lastSequence) {
    this.parts = parts;
    this.throttle = new WriteThrottle(parts.targets());
    this.background =
        new Background(workers, parts.jobs(), parts.health(), options.backgroundThreads());
    this.pipeline =
        new CommitPipeline(
            parts.log(),
            new WriteHost(parts, this::checkOpen),
            options.memTableBytes(),
            lastSequence);
    this.spares = new LogSpares(parts.log(), workers.log());
    parts.jobs().connect(background::isStopping, this::afterInstall);
    parts.health().onSeal(pipeline::wakeWaiters);
  }

  /** Starts what the opening left to do. */
  void start() {
    throttle.adjust(view().version());
    background.scheduleFlush();
    background.scheduleCompactions();
  }

  /** Writes one put. */
  public void put(byte[] key, byte[] value, Durability durability) throws IOException {
    throttle.pace((long) key.length + value.length);
    afterCommit(pipeline.put(key, value), durability);
  }

  /** Writes one delete. */
  public void delete(byte[] key, Durability durability) throws IOException {
    throttle.pace(key.length);
    afterCommit(pipeline.delete(key), durability);
  }

  /** Writes one range delete, from inclusive, to exclusive and above it. */
  public void deleteRange(byte[] from, byte[] to, Durability durability) throws IOException {
    throttle.pace((long) from.length + to.length);
    afterCommit(pipeline.deleteRange(from, to), durability);
  }

  /** Writes a batch, all or nothing. */
  public void write(BatchFormat.Writer batch, Durability durability) throws IOException {
    if (batch.count() == 0) {
      checkOpen();
      return;
    }
    throttle.pace(batch.length());
    afterCommit(pipeline.write(batch), durability);
  }

  private void afterCommit(long logEnd, Durability durability) throws IOException {
    if (!view().frozen().isEmpty()) {
      background.scheduleFlush();
    }
    spares.noteEnd(logEnd);
    if (durability == Durability.SYNC) {
      force(logEnd);
    }
  }

  private void force(long position) throws IOException {
    try {
      parts.log().force(position);
    } catch (IOException e) {
      parts.health().seal(e);
      throw e;
    }
  }

  /** The newest value of a key; null if there is none. */
  public byte @Nullable [] get(byte[] key) throws IOException {
    return get(key, -1);
  }

  /** The value of a key as of a snapshot's sequence number, or the newest one for -1. */
  public byte @Nullable [] get(byte[] key, long atSequence) throws IOException {
    long hash = parts.hasher().hash(key, 0, key.length);
    int section = parts.sections().enter();
    try {
      checkOpen();
      ReadView view = view();
      long sequence = atSequence < 0 ? pipeline.visibleSequence() : atSequence;
      return PointReader.get(view, key, hash, sequence, readCounters);
    } finally {
      parts.sections().exit(section);
    }
  }

  /** Opens a snapshot and returns its sequence number. */
  public long openSnapshot() {
    checkOpen();
    return parts.snapshots().open(pipeline::visibleSequence);
  }

  /** Closes a snapshot. */
  public void closeSnapshot(long sequence) {
    parts.snapshots().close(sequence);
  }

  /** Opens a cursor as of a snapshot's sequence number, or of now for -1. */
  public StoreCursor scan(KeyRange range, long atSequence) {
    ReadView view = pinView();
    long sequence = atSequence < 0 ? pipeline.visibleSequence() : atSequence;
    // Only now: a range delete of the active memtable up to the sequence number is there for sure.
    VisibleCursor cursor = new VisibleCursor(sources(view), sequence, range, view.rangeWalker());
    return new StoreCursor(this, cursor, view.version());
  }

  /** Takes the view and holds its version: the section keeps it from going in between. */
  private ReadView pinView() {
    int section = parts.sections().enter();
    try {
      checkOpen();
      ReadView view = view();
      view.version().retain();
      return view;
    } finally {
      parts.sections().exit(section);
    }
  }

  private static EntryCursor sources(ReadView view) {
    List<EntryCursor> sources = new ArrayList<>();
    sources.add(view.active().cursor());
    view.frozen().forEach(frozen -> sources.add(frozen.table().cursor()));
    Version version = view.version();
    for (Table table : version.level(0).tables()) {
      sources.add(table.reader().cursor(true));
    }
    for (int level = 1; level < Version.LEVELS; level++) {
      if (version.level(level).size() > 0) {
        sources.add(new LevelCursor(version.level(level).tables(), true));
      }
    }
    return sources.size() == 1 ? sources.getFirst() : new MergingCursor(sources);
  }

  /** Writes the memtable out as a table and waits for it, but not for what others write since. */
  public void flush() {
    checkOpen();
    pipeline.rotate();
    long memTables = parts.views().frozenSoFar();
    background.scheduleFlush();
    background.awaitFlushed(memTables);
    spares.trim();
  }

  /** Flushes, then gathers everything in the deepest level in use, and waits for it. */
  public void compact() {
    flush();
    background.compactEverything();
  }

  /** Waits until no flush or compaction runs or is due. */
  public void awaitIdle() {
    checkOpen();
    background.awaitIdle();
    spares.trim();
  }

  private void afterInstall() {
    throttle.adjust(view().version());
    pipeline.wakeWaiters();
  }

  /** What the store counts and holds. */
  public StoreFigures figures() {
    checkOpen();
    return StoreFigures.of(parts, view(), pipeline, readCounters, throttle);
  }

  ReadView view() {
    return parts.views().current();
  }

  /** Throws if the store is closed. */
  public void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the store is closed");
    }
  }

  /**
   * Waits for running writes, reads and jobs, makes the log durable and closes everything. Cursors
   * still open are of no use afterwards. May be called more than once.
   */
  public void close() throws IOException {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    pipeline.wakeWaiters();
    background.stop();
    pipeline.drain();
    parts.sections().awaitEarlierReads();
    try {
      parts.log().force(parts.log().endPosition());
      spares.trim();
    } finally {
      parts.close();
    }
  }
}
