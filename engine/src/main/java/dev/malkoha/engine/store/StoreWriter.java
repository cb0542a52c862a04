package dev.malkoha.engine.store;

import module java.base;

import dev.malkoha.codec.Bytes;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.Ingestion;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.background.Background;
import dev.malkoha.engine.background.Background.Job;
import dev.malkoha.engine.background.LogCare;
import dev.malkoha.engine.background.Progress;
import dev.malkoha.engine.background.Scrub;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.base.GoneException;
import dev.malkoha.engine.checkpoint.Checkpoints;
import dev.malkoha.engine.commit.CommitPipeline;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.engine.ingest.Ingestions;
import dev.malkoha.engine.jobs.FlushJobs;
import dev.malkoha.engine.jobs.LogNeeds;
import dev.malkoha.engine.jobs.TreeJobs;
import dev.malkoha.engine.mark.HeldMarks;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.Observer.Operation;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.transaction.Validation;
import dev.malkoha.engine.tree.Moment;
import dev.malkoha.engine.tree.Pin;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.TreeReads;
import dev.malkoha.engine.tree.Versions;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.Table;
import dev.malkoha.storage.Disk;
import dev.malkoha.wal.Log;
import org.jspecify.annotations.Nullable;

/**
 * The writing part of an open store: commits, what keeps the log and the tables in shape after
 * them, and the log's end.
 */
public final class StoreWriter {

  /** Each opening begins a segment, and reads those of all before it, however short they are. */
  private static final int SEGMENTS_MAX = 64;

  // Used by changes of keyspaces, too.
  final Log log;
  final LogNeeds needs;
  final HeldMarks marks;
  final DbOptions options;
  final TreeJobs jobs;
  final Background background;
  final Versions versions;

  /** The keyspace lock: held while a keyspace is made, changed or dropped. */
  final Object keyspaces = new Object();

  private final FlushJobs flushes;
  final Shared shared;
  final Workers workers;
  private final CommitPipeline pipeline;
  final LogCare logCare;
  private final Checkpoints checkpoints;
  private final Ingestions ingestions;

  final Progress progress;
  private final Scrub scrub;

  /** Whether {@link #endLog} ran; guarded by the closing lock. */
  private boolean logEnded;

  /**
   * Creates it.
   *
   * @param options the options that are stored
   * @param mark that the opening has gone back to; null if it was not to go back to any
   */
  public StoreWriter(
      Shared shared,
      Versions versions,
      Log log,
      Workers workers,
      Checkpoints checkpoints,
      DbOptions options,
      EditEntry.@Nullable Mark mark) {
    this.options = options;
    this.shared = shared;
    this.versions = versions;
    this.log = log;
    this.marks = new HeldMarks(shared, log, mark, this::letGo, this::planSoon);
    this.needs = new LogNeeds(log, shared, marks);
    this.workers = workers;
    this.progress = new Progress(shared.health());
    this.flushes = new FlushJobs(shared.trees(), log, needs, progress);
    this.jobs = new TreeJobs(shared.trees(), log, progress);
    this.background =
        new Background(
            workers,
            new Background.Jobs(this::nextFlush, jobs::compaction, jobs::deletes),
            progress,
            options.backgroundThreads());
    this.pipeline = new CommitPipeline(log, shared, marks, background);
    this.logCare =
        new LogCare(log, workers.on(Workers.JobKind.LOG), this::prove, this::flushFarBehind);
    this.checkpoints = checkpoints;
    this.scrub = new Scrub(shared, workers, progress, options.scrubBytesPerSecond());
    this.ingestions =
        new Ingestions(
            shared, log, pipeline, marks, workers.hasThreads(), tree -> flush(List.of(tree)));
  }

  /** Starts what the opening left to do. */
  public void start() {
    shared.memory().begin(pipeline);
    shared.parts().begin(workers.on(Workers.JobKind.LOG));
    shared.health().whenChanged(shared.memory()::changed);
    background.begin();
    if (log.segments() > SEGMENTS_MAX) {
      rotateToFlush(shared.trees().all());
    }
    new Ticks(this).begin();
    workers.everySeconds(1, this::noteTimeSoon); // a crash forgets no more of it
    scrub.begin();
  }

  /**
   * Writes one operation to a tree.
   *
   * @param seen to write unless the key was changed since it was seen so, by a writer who has been
   *     paced; null to write in any case
   * @param kind of an operation on one key, or of a range delete
   * @param value empty for a delete; for a range delete its end, above the key
   * @return whether it is written; not where nobody knows of a change
   */
  public boolean write(
      Tree tree,
      TreeReads.@Nullable Seen seen,
      EntryKind kind,
      byte[] key,
      byte[] value,
      Durability durability)
      throws IOException {
    long timed = shared.observer().begin(Operation.PUT);
    if (seen == null) {
      pace(tree, (long) key.length + value.length);
    }
    background.retryFlushesSoon();
    CommitPipeline.Check check =
        seen == null ? CommitPipeline.ALWAYS : newest -> isUnchanged(tree, key, seen, newest);
    long expiry = kind == EntryKind.PUT ? tree.expiry(key, value) : Tree.NEVER;
    long logEnd =
        expiry == Tree.NEVER
            ? pipeline.write(check, tree, kind, key, value)
            : pipeline.write(
                check, tree, EntryKind.PUT_UNTIL, key, Batch.valueUntil(expiry, value));
    flushSoonWhatWaits(tree);
    return afterCommit(logEnd, durability, timed);
  }

  private static boolean isUnchanged(Tree tree, byte[] key, TreeReads.Seen seen, long newest)
      throws IOException {
    return newest == seen.sequence() || !tree.isChanged(key, seen.sequence(), true);
  }

  /** Pauses a writer that is about to write a number of bytes to a tree. */
  public void pace(Tree tree, long bytes) {
    if (tree.options().fifo() == 0) { // it owes no compactions
      tree.throttle().pace(bytes);
    }
  }

  /** Writes a caller's batch, all or nothing. */
  public void write(Batch batch, Durability durability) throws IOException {
    if (batch.count() == 0) {
      shared.health().checkOpen();
      return;
    }
    Map<Tree, Long> bytes = new LinkedHashMap<>(); // as of now: the caller may change the batch
    for (Batch.Share share : batch.shares()) {
      bytes.put(shared.trees().writtenTo(share.keyspace()), share.bytes());
    }
    checkOperands(batch);
    boolean ages = batch.hasExpiry() || bytes.keySet().stream().anyMatch(t -> t.options().ages());
    Batch written = ages ? withExpiry(batch) : batch;
    commit(bytes, to -> to.set(written), null, durability);
  }

  /** A copy of a caller's batch in which each put tells when it expires, if it does. */
  private Batch withExpiry(Batch batch) {
    Batch before = new Batch();
    before.set(batch);
    Batch after = new Batch();
    for (Batch.Reader at = before.reader(); at.next(); ) {
      Tree tree = shared.trees().writtenTo(at.keyspace);
      byte[] key = at.key();
      byte[] value = at.value();
      switch (at.kind) {
        case Batch.PUT -> after.addPut(at.keyspace, key, value, tree.expiry(key, value));
        case Batch.PUT_UNTIL -> {
          Bytes.putLong(value, 0, tree.timeIn(-Bytes.getLong(value, 0)));
          after.add(at.keyspace, at.kind, key, value);
        }
        default -> after.add(at.keyspace, at.kind, key, value);
      }
    }
    return after;
  }

  /**
   * Asks the merge functions about the operands of a batch.
   *
   * @throws IllegalArgumentException if one refuses an operand
   * @throws IllegalStateException if a keyspace has no function, or it was not given
   */
  public void checkOperands(Batch batch) {
    if (batch.hasMerges()) {
      for (Batch.Reader at = batch.reader(); at.next(); ) {
        if (at.kind == Batch.MERGE) {
          shared.trees().writtenTo(at.keyspace).mergeFunction().checkOperand(at.value());
        }
      }
    }
  }

  /**
   * Writes a transaction, all or nothing, unless somebody has changed what it rests on.
   *
   * @param bytes about how many it writes to which tree
   * @param encoding adds its operations, at least one, to a batch
   * @param validation looks for such changes; null if it rests on nothing
   * @return whether it is written
   */
  public boolean commit(
      Map<Tree, Long> bytes,
      Consumer<Batch> encoding,
      @Nullable Validation validation,
      Durability durability)
      throws IOException {
    long timed = shared.observer().begin(Operation.PUT);
    bytes.forEach(this::pace);
    background.retryFlushesSoon();
    long logEnd;
    do {
      logEnd = pipeline.write(validation == null ? CommitPipeline.ALWAYS : validation, encoding);
      bytes.keySet().forEach(this::flushSoonWhatWaits);
    } while (logEnd == CommitPipeline.NOT_WRITTEN
        && validation != null
        && validation.goesOn(pin()));
    return afterCommit(logEnd, durability, timed);
  }

  private void flushSoonWhatWaits(Tree tree) {
    if (tree.oldestFrozen() != null) {
      background.flushSoon();
    }
  }

  private boolean afterCommit(long logEnd, Durability durability, long timed) throws IOException {
    if (logEnd == CommitPipeline.NOT_WRITTEN) {
      return false;
    }
    logCare.noteEnd(logEnd);
    if (durability == Durability.SYNC) {
      long began = System.nanoTime();
      pipeline.force(logEnd);
      shared.observer().waits().add(WaitCause.FORCE, System.nanoTime() - began);
    }
    shared.observer().end(Operation.PUT, timed);
    return true;
  }

  /** Writes a mark, which sees all that was written before it. */
  public void mark(byte[] label, Durability durability) throws IOException {
    marks.requireOn();
    logCare.noteEnd(pipeline.mark(label));
    marks.tidy();
    if (durability == Durability.SYNC) {
      marks.settle();
    }
  }

  /** The marks that the store may go back to. */
  public HeldMarks marks() {
    return marks;
  }

  /** Makes all that was written so far durable. */
  public void sync() throws IOException {
    shared.health().checkOpen();
    pipeline.force(log.endPosition());
  }

  /** Writes memtables out as tables and waits for it, but not for what others write since. */
  public void flush(Collection<Tree> which) {
    shared.health().checkOpen();
    if (which.isEmpty()) {
      return;
    }
    background.retryFlushes();
    which.forEach(tree -> rotate(tree, active -> !active.isEmpty()));
    for (Tree tree : which) {
      long memTables = tree.frozenSoFar();
      background.flushUntil(() -> tree.flushedSoFar() >= memTables || tree.isDropped());
    }
    logCare.trim();
  }

  /** No failure is a reason not to close, or to take no checkpoint. */
  private void tryToFlush(List<Tree> which) {
    try {
      flush(which);
    } catch (RuntimeException | Error e) {
      StoreLog.debug("memtables are in the log alone", e);
    }
  }

  /** Freezes a tree's memtable, unless somebody drops the tree meanwhile. */
  private void rotate(Tree tree, Predicate<MemTable> memTables) {
    try {
      pipeline.rotate(tree, memTables);
    } catch (GoneException e) {
      if (!tree.isDropped()) {
        throw e;
      }
    }
  }

  /**
   * Flushes trees, then gathers what each has of a range in the deepest level in use, and waits.
   */
  public void compact(Collection<Tree> which, KeyRange range) {
    flush(which);
    for (Tree tree : which) {
      background.compactAlone(jobs.gather(tree, range));
      refuseIfDamaged(tree);
    }
  }

  /** Says that a compaction was not whole. */
  private void refuseIfDamaged(Tree tree) {
    Map<String, Problem> met = shared.observer().problems();
    for (Table table : tree.view().version().tables()) {
      Problem problem = met.get(FileNames.table(table.number()));
      if (problem != null) {
        throw new DbCorruptionException(
            "keyspace %s was compacted but for damaged tables: %s"
                .formatted(tree.id().name(), problem),
            null);
      }
    }
  }

  /**
   * Waits until nothing is left to do. Deletes are applied to tables from tables, so a memtable
   * that has some is written out first.
   */
  public void awaitIdle() {
    shared.health().checkOpen();
    background.retryFlushes();
    rotateDeletes();
    background.awaitIdle();
    logCare.trim();
  }

  void rotateDeletes() {
    shared.trees().all().forEach(this::rotateDeletes);
  }

  private void rotateDeletes(Tree tree) {
    if (tree.options().deleteApplier() && tree.view().active().hasDeletes()) {
      rotate(tree, active -> active.hasDeletes() && tree.hasRoomToRotate());
    }
  }

  /** Whether or not others write: the space does not wait for a full memtable. */
  void rotateOldDeletes() {
    for (Tree tree : shared.trees().all()) {
      if (tree.view().active().hasDeletes() && jobs.lookAtDeletes(tree)) {
        rotateDeletes(tree);
        background.flushSoon();
      }
    }
  }

  /**
   * The next flush; it then trims the log and flushes memtables that hold back much of it. Null if
   * no memtable waits.
   */
  private @Nullable Job nextFlush() {
    Job next = flushes.next();
    return next == null
        ? null
        : () -> {
          next.run();
          logCare.tidy();
          flushFarBehind();
        };
  }

  /** Flushes the memtables that hold back more of the log than they are worth. */
  private void flushFarBehind() {
    rotateToFlush(holdingBack());
  }

  private void rotateToFlush(Collection<Tree> which) {
    for (Tree tree : which) {
      // The flush worker must not wait for a flush.
      rotate(tree, active -> !active.isEmpty() && tree.oldestFrozen() == null);
      background.flushSoon();
    }
  }

  private List<Tree> holdingBack() {
    return needs.holdingBack(options.logBytesMax());
  }

  /** Opens a snapshot. */
  Pin pin() {
    return new Pin(shared, shared.snapshots().open(), null, this::letGo);
  }

  /** Snapshots hold back deletes that are younger than they are, and what is beyond a bound. */
  private void letGo(Moment at) {
    if (shared.snapshots().close(at)
        && shared.trees().all().stream()
            .anyMatch(
                tree ->
                    tree.view().version().newestDelete() > at.sequence() || tree.isOverBound())) {
      planSoon();
    }
  }

  private void planSoon() {
    background.planSoon();
  }

  /** Takes a checkpoint into a directory. */
  public Checkpoints.Taken checkpoint(Path to, boolean readsAll) throws IOException {
    tryToFlush(holdingBack()); // the checkpoint would have a copy of what they hold back
    noteTime();
    return checkpoints.take(to, readsAll);
  }

  /** The disk that the store is on. */
  public Disk disk() {
    return checkpoints.disk();
  }

  /** Makes tables of entries, or of tables made elsewhere, and adds them to a tree. */
  public Ingestion ingest(
      Tree tree, Ingestions.Source source, Consumer<IngestOptions.Progress> listener)
      throws IOException {
    background.retryFlushesSoon();
    Ingestion added;
    progress.beginForeground();
    try {
      added = ingestions.run(tree, source, listener);
    } finally {
      progress.endForeground();
      marks.tidy();
    }
    background.planSoon();
    return added;
  }

  /**
   * Ends all but running reads: writes, jobs, background work, and what was made ahead. First it
   * writes out the memtables that the next opening would be long in reading from the log, and those
   * that hold back much of it. A failure leaves that to the opening: the log has all that they
   * hold.
   */
  void close() {
    tryToFlush(needs.slowToReplay());
    tryToFlush(holdingBack());
    synchronized (keyspaces) {
      shared.health().close();
    }
    checkpoints.awaitEnd();
    ingestions.awaitEnd();
    background.stop();
    shared.parts().clear();
  }

  /** Makes the log durable and small. Whether it succeeds or not: nothing is forced twice. */
  void endLog() throws IOException {
    if (!logEnded) {
      logEnded = true;
      log.force(log.endPosition());
      if (!shared.health().isSealed()) {
        noteTime();
        if (marks.isOn()) {
          forgetMarks();
        }
        logCare.shrink();
        proveAtEnd();
      }
      logCare.trim();
    }
  }

  /** Makes the log durable, and notes how far it is. */
  private void prove() throws IOException {
    pipeline.force(log.endPosition());
    if (marks.isOn()) {
      forgetMarks(); // notes it, too
    } else {
      versions.note(new EditEntry.LogMark(log.proof()));
    }
  }

  /**
   * Gives back what of a durable log no tree needs, in a store that holds marks: these alone would
   * make it ever longer.
   */
  private void forgetMarks() throws IOException {
    MemTable.LogPlace floor = needs.present();
    versions.note(needs.edit(floor).toArray(EditEntry[]::new));
    log.release(floor.position());
  }

  private void noteTimeSoon() {
    if (shared.snapshots().time().unnoted() > 0) {
      workers.on(Workers.JobKind.PLANNING).execute(this::noteTime);
    }
  }

  /** Has the manifest know the store's time, if neither it nor the log does. */
  private void noteTime() {
    long time = shared.snapshots().time().unnoted();
    try {
      if (time > 0) {
        versions.note(EditEntry.Kind.TIME.of(time));
        shared.snapshots().time().noted(time);
      }
    } catch (IOException | RuntimeException e) {
      StoreLog.debug("the time is not noted", e);
    }
  }

  /** All is durable by now: without the proof the store is as one that was killed. */
  private void proveAtEnd() {
    try {
      versions.prove(log.proof());
    } catch (IOException e) {
      StoreLog.warn("closed without proof of how far the log reaches", e);
    }
  }
}
