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
  private final LogCare logCare;
  private final String storedOptions;
  private final List<String> problems;
  private final boolean appliesDeletes;
  private final Closing closing = new Closing();

  /** Of the ticking thread: the newest write when it last looked. */
  private long sequenceAtTick = -1;

  /** Whether the log's end was begun: it is not carried out twice. Of whoever closes. */
  private boolean logEnded;

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
            new WriteHost(parts, this::checkOpen, background::checkFlushesGoOn),
            options.memTableBytes(),
            lastSequence);
    this.reader =
        new StoreReader(
            parts.hasher(), parts.views(), parts.sections(), parts.snapshots(), pipeline);
    this.logCare =
        new LogCare(
            parts.log(), workers.log(), parts.maintenance().installer()::note, parts.health());
    parts.maintenance().installer().onInstall(this::afterInstall);
    parts.snapshots().onRelease(this::afterSnapshots);
    background.onFlushesWait(pipeline::wakeWaiters);
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
    beforeCommit((long) key.length + value.length);
    afterCommit(pipeline.put(key, value), durability);
  }

  /** Writes one delete. */
  public void delete(byte[] key, Durability durability) throws IOException {
    beforeCommit(key.length);
    afterCommit(pipeline.delete(key), durability);
  }

  /** Writes one range delete, from inclusive, to exclusive and above it. */
  public void deleteRange(byte[] from, byte[] to, Durability durability) throws IOException {
    beforeCommit((long) from.length + to.length);
    afterCommit(pipeline.deleteRange(from, to), durability);
  }

  /** Writes a batch, all or nothing. */
  public void write(BatchFormat.Writer batch, Durability durability) throws IOException {
    if (batch.count() == 0) {
      checkOpen();
      return;
    }
    beforeCommit(batch.length());
    afterCommit(pipeline.write(batch), durability);
  }

  /** Pauses for what compactions owe, and looks after flushes that nobody else looks after. */
  private void beforeCommit(long bytes) {
    throttle.pace(bytes);
    if (background.flushesWait()) {
      background.flushSoon();
    }
  }

  private void afterCommit(long logEnd, Durability durability) throws IOException {
    if (!view().frozen().isEmpty()) {
      background.flushSoon();
    }
    logCare.noteEnd(logEnd);
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
    background.retryFlushes();
    pipeline.rotate(active -> !active.isEmpty());
    background.flushUpTo(parts.views().frozenSoFar());
    logCare.trim();
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
      background.retryFlushes();
      pipeline.rotate(MemTable::hasDeletes);
    }
    background.awaitIdle();
    logCare.trim();
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
        background.flushSoon();
      }
      sequenceAtTick = sequence;
      logCare.tick();
      background.planSoon();
    } catch (IllegalStateException | DbException e) {
      // Closed or sealed: there is no more background work, and whoever uses the store is told.
    } catch (OutOfMemoryError e) {
      LOGGER.log(Level.WARNING, "no memory to look for background work; tried again soon", e);
    }
  }

  /** Snapshots hold back nothing but deletes that are younger than they are. */
  private void afterSnapshots(long sequence) {
    if (view().version().newestDelete() > sequence) {
      background.planSoon();
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
   * still open are of no use afterwards. May be called more than once: each call returns when all
   * is closed. It should be called again where an error ended it, and goes on where it stopped.
   */
  @Override
  public void close() throws IOException {
    closing.run(this::closeParts);
  }

  private void closeParts() throws IOException {
    reader.close();
    pipeline.wakeWaiters();
    background.stop();
    pipeline.drain();
    reader.awaitEarlierReads();
    try {
      endLog();
    } finally {
      parts.close();
    }
  }

  /** Whether it succeeds or not: nothing is forced twice. */
  private void endLog() throws IOException {
    if (!logEnded) {
      logEnded = true;
      parts.log().force(parts.log().endPosition());
      prove();
      logCare.trim();
    }
  }

  /** All is durable by now: without the proof the store is as one that was killed. */
  private void prove() {
    if (!parts.health().isSealed()) {
      try {
        parts.maintenance().installer().prove(parts.log().proof());
      } catch (IOException e) {
        LOGGER.log(Level.WARNING, "closed without proof of how far the log reaches", e);
      }
    }
  }
}
