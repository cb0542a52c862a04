package dev.malkoha.engine.store;

import dev.malkoha.engine.DbException;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.write.BatchFormat;
import dev.malkoha.wal.Log;
import java.io.IOException;
import java.lang.System.Logger.Level;

/**
 * The writing part of an open store: commits, what keeps the log and the tables in shape behind
 * them, and the log's end.
 */
public final class StoreWriter {

  private static final System.Logger LOGGER = System.getLogger(StoreWriter.class.getName());

  private static final int TICK_SECONDS = 5;

  private final Health health;
  private final Snapshots snapshots;
  private final Manifest manifest;
  private final Tree tree;
  private final Log log;
  private final Workers workers;
  private final Background background;
  private final CommitPipeline pipeline;
  private final LogCare logCare;

  /** Of the ticking thread: the newest write when it last looked. */
  private long sequenceAtTick = -1;

  /** Whether the log's end was begun: it is not carried out twice. Of whoever closes. */
  private boolean logEnded;

  StoreWriter(Shared shared, Manifest manifest, Tree tree, Log log, Workers workers) {
    this.health = shared.health();
    this.snapshots = shared.snapshots();
    this.manifest = manifest;
    this.tree = tree;
    this.log = log;
    this.workers = workers;
    Progress progress = new Progress(health);
    DeleteJobs deletes = new DeleteJobs(tree, log, progress);
    FlushJobs flushes = new FlushJobs(tree, log, progress);
    CompactionJobs compactions = new CompactionJobs(tree, deletes, progress);
    Background.Jobs jobs =
        new Background.Jobs(
            flushes::next,
            tree::flushedSoFar,
            compactions::next,
            compactions::everything,
            deletes::next);
    this.background = new Background(workers, jobs, progress, tree.options().backgroundThreads());
    this.pipeline = new CommitPipeline(log, health, snapshots, background);
    this.logCare = new LogCare(log, workers.on(Workers.Work.LOG), manifest::note, health);
  }

  /** Starts what the opening left to do. */
  void start() {
    tree.throttle().adjust(tree.view().version());
    background.start();
    workers.everySeconds(TICK_SECONDS, this::tick);
  }

  /**
   * Writes one operation.
   *
   * @param kind as of an {@link EntryKind}
   * @param value empty for a delete; for a range delete its end, above the key
   */
  public void write(byte kind, byte[] key, byte[] value, Durability durability) throws IOException {
    beforeCommit((long) key.length + value.length);
    afterCommit(pipeline.write(tree, kind, key, value), durability);
  }

  /** Writes a batch, all or nothing. */
  public void write(BatchFormat.Writer batch, Durability durability) throws IOException {
    if (batch.count() == 0) {
      health.checkOpen();
      return;
    }
    beforeCommit(batch.length());
    afterCommit(pipeline.write(tree, batch), durability);
  }

  /** Pauses for what compactions owe, and looks after flushes that nobody else looks after. */
  private void beforeCommit(long bytes) {
    tree.throttle().pace(bytes);
    background.retryFlushesSoon();
  }

  private void afterCommit(long logEnd, Durability durability) throws IOException {
    if (tree.oldestFrozen() != null) {
      background.flushSoon();
    }
    logCare.noteEnd(logEnd);
    if (durability == Durability.SYNC) {
      try {
        log.force(logEnd);
      } catch (IOException | Error e) {
        health.seal(e);
        throw e;
      }
    }
  }

  /** Writes the memtable out as a table and waits for it, but not for what others write since. */
  public void flush() {
    health.checkOpen();
    background.retryFlushes();
    pipeline.rotate(tree, active -> !active.isEmpty());
    background.flushUpTo(tree.frozenSoFar());
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
  void awaitIdle() {
    if (tree.options().deleteApplier()) {
      background.retryFlushes();
      pipeline.rotate(tree, MemTable::hasDeletes);
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
      long sequence = snapshots.newest();
      if (tree.options().deleteApplier() && sequence == sequenceAtTick) {
        pipeline.rotate(tree, MemTable::hasDeletes);
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
  void afterSnapshots(long sequence) {
    if (tree.view().version().newestDelete() > sequence) {
      background.planSoon();
    }
  }

  /** Ends background work. */
  void stop() {
    background.stop();
  }

  /** Makes the log durable. Whether it succeeds or not: nothing is forced twice. */
  void endLog() throws IOException {
    if (!logEnded) {
      logEnded = true;
      log.force(log.endPosition());
      prove();
      logCare.trim();
    }
  }

  /** All is durable by now: without the proof the store is as one that was killed. */
  private void prove() {
    if (!health.isSealed()) {
      try {
        manifest.prove(log.proof());
      } catch (IOException e) {
        LOGGER.log(Level.WARNING, "closed without proof of how far the log reaches", e);
      }
    }
  }
}
