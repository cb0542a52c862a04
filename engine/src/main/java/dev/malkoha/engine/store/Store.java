package dev.malkoha.engine.store;

import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.write.BatchFormat;
import dev.malkoha.engine.write.CommitPipeline;
import dev.malkoha.engine.write.WriteThrottle;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The running engine: it owns the parts of an open store and leads writes and maintenance through
 * them; reads are its {@link StoreReader}'s. It throws {@link IOException} as the modules below do;
 * the public API translates.
 */
public final class Store implements OpenStore {

  private static final System.Logger LOGGER = System.getLogger(Store.class.getName());
  private static final int TICK_SECONDS = 5;

  private final StoreParts parts;
  private final Workers workers;
  private final StoreReader reader;
  private final CommitPipeline pipeline;
  private final Background background;
  private final WriteThrottle throttle;
  private final LogSpares spares;
  private final String storedOptions;
  private final List<String> problems;
  private final boolean appliesDeletes;

  /** Of the ticking thread: the newest write when it last looked. */
  private long sequenceAtTick = -1;

  private final ReentrantLock closing = new ReentrantLock();
  private boolean lastForce; // guarded by closing

  Store(
      StoreParts parts,
      DbOptions options,
      Workers workers,
      long lastSequence,
      List<String> problems) {
    this.parts = parts;
    this.workers = workers;
    this.storedOptions = options.toString();
    this.problems = problems;
    this.appliesDeletes = options.deleteApplier();
    this.throttle = new WriteThrottle(parts.targets());
    this.background =
        new Background(workers, parts.maintenance(), parts.health(), options.backgroundThreads());
    this.pipeline =
        new CommitPipeline(
            parts.log(),
            new WriteHost(parts, this::checkOpen),
            options.memTableBytes(),
            lastSequence);
    this.reader =
        new StoreReader(
            parts.hasher(),
            parts.views(),
            parts.sections(),
            parts.snapshots(),
            pipeline::visibleSequence);
    this.spares = new LogSpares(parts.log(), workers.log());
    parts.maintenance().installer().onInstall(this::afterInstall);
    parts.snapshots().onClose(this::afterSnapshot);
    parts.health().onSeal(pipeline::wakeWaiters);
  }

  /** Starts what the opening left to do. */
  void start() {
    throttle.adjust(view().version());
    background.scheduleFlush();
    background.scheduleCompactions();
    background.scheduleDeletes();
    workers.everySeconds(TICK_SECONDS, this::tick);
  }

  @Override
  public StoreReader reader() {
    return reader;
  }

  @Override
  public Store writer() {
    return this;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public String storedOptions() {
    return storedOptions;
  }

  @Override
  public List<String> problems() {
    return problems;
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
    } catch (IOException | Error e) {
      parts.health().seal(e);
      throw e;
    }
  }

  /** Writes the memtable out as a table and waits for it, but not for what others write since. */
  public void flush() {
    checkOpen();
    pipeline.rotate(active -> !active.isEmpty());
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

  /**
   * Waits until nothing is left to do. Deletes are applied to tables from tables, so a memtable
   * that has some is written out first.
   */
  @Override
  public void awaitIdle() {
    checkOpen();
    if (appliesDeletes) {
      pipeline.rotate(MemTable::hasDeletes);
    }
    background.awaitIdle();
    spares.trim();
  }

  /**
   * Looks now and then for what time alone makes due: tables that have settled, and deletes that
   * stay in the memtable of a store that nobody writes to.
   */
  private void tick() {
    try {
      long sequence = pipeline.visibleSequence();
      if (appliesDeletes && sequence == sequenceAtTick) {
        pipeline.rotate(MemTable::hasDeletes);
        background.scheduleFlush();
      }
      sequenceAtTick = sequence;
      background.scheduleReleased();
    } catch (IllegalStateException | DbException e) {
      // Closed or sealed: there is no more background work, and whoever uses the store is told.
    } catch (OutOfMemoryError e) {
      LOGGER.log(Level.WARNING, "no memory to look for background work; tried again soon", e);
    }
  }

  /** A snapshot holds back nothing but deletes. */
  private void afterSnapshot() {
    if (view().version().hasDeletes()) {
      background.scheduleReleased();
    }
  }

  private void afterInstall() {
    throttle.adjust(view().version());
    pipeline.wakeWaiters();
  }

  @Override
  public StoreFigures figures() {
    checkOpen();
    StoreFigures.Written written =
        new StoreFigures.Written(
            pipeline.bytesWritten(),
            parts.maintenance().flushes().bytesFlushed(),
            parts.maintenance().compactions().bytesCompacted(),
            throttle.pausedNanos(),
            DeletionFigures.of(parts.maintenance().deletionStats()));
    return StoreFigures.of(parts.cache(), reader, written);
  }

  private ReadView view() {
    return parts.views().current();
  }

  private void checkOpen() {
    reader.checkOpen();
  }

  /**
   * Waits for running writes, reads and jobs, makes the log durable and closes everything. Cursors
   * still open are of no use afterwards. May be called more than once, and should be where an error
   * ended the first call: each goes on where the one before stopped, and after a whole one does
   * nothing.
   */
  @Override
  public void close() throws IOException {
    reader.close();
    closing.lock();
    try {
      pipeline.wakeWaiters();
      background.stop();
      pipeline.drain();
      reader.awaitEarlierReads();
      endLog();
    } finally {
      closing.unlock();
    }
  }

  private void endLog() throws IOException {
    try {
      if (!lastForce) {
        lastForce = true; // whether it succeeds or not: nothing is forced twice
        parts.log().force(parts.log().endPosition());
        spares.trim();
      }
    } finally {
      parts.close();
    }
  }
}
