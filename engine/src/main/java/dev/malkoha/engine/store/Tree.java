package dev.malkoha.engine.store;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.GetExplanation;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.compaction.ValueOptions;
import dev.malkoha.engine.compaction.WrittenTable;
import dev.malkoha.engine.events.StallCause;
import dev.malkoha.engine.memtable.LogPlace;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.observe.Operation;
import dev.malkoha.engine.observe.StallReason;
import dev.malkoha.engine.range.DeadNow;
import dev.malkoha.engine.range.DeadRuns;
import dev.malkoha.engine.range.KnownDead;
import dev.malkoha.engine.read.BulkReader;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.engine.read.PointReader;
import dev.malkoha.engine.read.RangeEstimate;
import dev.malkoha.engine.read.ReadCounters;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.read.SoughtKeys;
import dev.malkoha.engine.read.ValueSink;
import dev.malkoha.engine.read.VisibleCursor;
import dev.malkoha.engine.resource.TreeShare;
import dev.malkoha.engine.transaction.ChangeSearch;
import dev.malkoha.engine.transaction.Footprint;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.PrefixProbe;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.engine.write.WriteThrottle;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.sstable.compression.Codecs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One ordered map of keys, a keyspace of the store: its memtables, its tables, and the published
 * view of both that readers take.
 *
 * <p>The view changes in three ways, under the view lock (this object's monitor): the active
 * memtable is frozen, the oldest frozen one becomes tables, tables become others. The last two are
 * installed: named durably, then visible, then the old may go.
 *
 * <p>Any number of threads. Reads throw {@link IllegalStateException} once the store is closed or
 * the keyspace dropped.
 */
public final class Tree {

  /** A tree is read as long as it is open. */
  private enum State {
    OPEN,
    DROPPED,
    /** Of a moment that has passed. */
    RETIRED
  }

  /**
   * Says that a tree of a store that is only read has been replaced by one of a later moment: the
   * read is to be made there.
   */
  @SuppressWarnings("serial") // never leaves the process
  public static final class RetiredException extends RuntimeException {

    private RetiredException() {
      super("the tree is of a moment that has passed", null, false, false);
    }
  }

  /** How a tree is kept; changed whole. */
  private record Settings(DbOptions options, TableFiles files) {}

  private final Shared shared;
  private final KeyspaceId id;
  private final WriteThrottle throttle = new WriteThrottle(this::pause);
  private final ReadCounters reads;
  private final TreeCounters counters = new TreeCounters();
  private final DeadNow dead;
  private final DeadRunLearner learner;
  private final TreeShare memory;
  private final WrittenSince.Open written = new WrittenSince.Open();
  private volatile Settings settings;
  private volatile ReadView view;
  private volatile State state = State.OPEN;

  /** Where the active memtable's first record is in the log; null if it is empty. */
  private @Nullable LogPlace activeBegin; // guarded by the commit lock

  private volatile long lastIngestion;

  /** Whether writers wait for tables to be ingested. */
  private boolean writersHeld; // guarded by the commit lock

  /** How many memtables were ever frozen, and how many of them were flushed: always the oldest. */
  private volatile long frozenSoFar;

  private volatile long flushedSoFar;

  /** What a tree holds when it is opened, and where its active memtable begins in the log. */
  record Content(ReadView view, @Nullable LogPlace activeBegin) {}

  /**
   * Creates a tree.
   *
   * @param options of this tree
   * @param files with which its tables are made
   * @param first what an opening has found
   */
  Tree(Shared shared, KeyspaceId id, DbOptions options, TableFiles files, Content first) {
    this(shared, id, new Settings(options, files), first, new ReadCounters());
  }

  private Tree(Shared shared, KeyspaceId id, Settings settings, Content first, ReadCounters reads) {
    this.shared = shared;
    this.id = id;
    this.settings = settings;
    this.reads = reads;
    this.dead = new DeadNow(shared.snapshots()::keep);
    this.activeBegin = first.activeBegin;
    this.learner =
        new DeadRunLearner(dead, shared.snapshots(), shared.health().commitLock(), this::active);
    this.memory = shared.memory().tree();
    this.view = ready(first.view);
    this.throttle.adjust(settings.options.tableBytes(), view.version());
    this.frozenSoFar = first.view.frozen().size();
    settleMemory(first.view);
  }

  /** A view whose active memtable, if nothing is in it yet, grows as it should here. */
  private ReadView ready(ReadView found) {
    return found.active().isEmpty()
        ? new ReadView(empty(found.active()), found.frozen(), found.version())
        : found;
  }

  /**
   * An empty memtable. What stores share is given in exact numbers, ahead of each batch; other
   * memtables grow by parts.
   *
   * @param before what was written to before
   */
  private MemTable empty(MemTable before) {
    return memory.isBounded()
        ? new MemTable(shared.hasher(), 0)
        : new MemTable(shared.hasher(), shared.parts(), before, options().memTableBytes());
  }

  /** What an opening has found in the log takes memory, whether there is some or not. */
  private void settleMemory(ReadView found) {
    for (FrozenMemTable frozen : found.frozen().reversed()) {
      memory.settle(frozen.table().memoryTaken());
      memory.freeze();
    }
    settleMemory();
  }

  /** What the active memtable takes counts, whoever allowed it. Under the commit lock. */
  void settleMemory() {
    if (memory.isBounded() && !active().isEmpty()) {
      memory.settle(active().memoryTaken());
    }
  }

  /** Which keyspace it is. */
  public KeyspaceId id() {
    return id;
  }

  /** The value of a key as of a snapshot's sequence number, or the newest one for -1. */
  public byte @Nullable [] get(byte[] key, long atSequence) throws IOException {
    long timed = observer().latencies().begin(Operation.GET);
    long hash = shared.hasher().hash(key, 0, key.length);
    int section = shared.sections().enter();
    try {
      checkReadable();
      ReadView now = view;
      return PointReader.get(now, key, hash, sequence(atSequence), reads);
    } finally {
      shared.sections().exit(section);
      observer().latencies().end(Operation.GET, timed);
    }
  }

  /**
   * A value as it was at a moment, from which on it can be told whether its key was changed.
   *
   * @param value null if the key was absent
   * @param sequence the number of the last write that was seen
   * @param since has the memtables that all later writes are in
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares what was seen
  public record Seen(byte @Nullable [] value, long sequence, WrittenSince since) {

    /** Whether a later write, ingestions aside, has changed the key. Under the commit lock. */
    boolean isChanged(byte[] key) {
      return since.memTables().stream().anyMatch(memTable -> memTable.hasChanged(key, sequence));
    }
  }

  /** Holds the memtables that are written to from now on; to be closed. */
  public WrittenSince writtenSince() {
    return written.open(this::active);
  }

  /**
   * The value of a key now.
   *
   * @param since opened before
   */
  @SuppressWarnings("ReferenceEquality") // another view may be of another moment
  public Seen see(byte[] key, WrittenSince since) throws IOException {
    long hash = shared.hasher().hash(key, 0, key.length);
    int section = shared.sections().enter();
    try {
      while (true) {
        checkReadable();
        ReadView now = view;
        long sequence = shared.snapshots().newest();
        if (now == view) { // later writes go to its active memtable first
          byte[] value = PointReader.get(now, key, hash, sequence, reads);
          return new Seen(value, sequence, since);
        }
      }
    } finally {
      shared.sections().exit(section);
    }
  }

  /** The number of the last ingestion, whose entries were in no memtable; 0 if there was none. */
  long lastIngestion() {
    return lastIngestion;
  }

  /** Entries were ingested. Under the commit lock, before readers see them. */
  void noteIngestion(long sequence) {
    lastIngestion = sequence;
  }

  /** Whether anything of a footprint was changed after an open snapshot. */
  boolean isChanged(Footprint footprint, long snapshot) throws IOException {
    ReadView now = pinView();
    try {
      return new ChangeSearch(now, footprint, snapshot, shared.hasher()).finds();
    } finally {
      now.version().release();
    }
  }

  /**
   * Hands the value of a key as of a sequence number, or the newest one for -1, over.
   *
   * @return the value's length; -1 if there is none
   */
  public <T> int get(byte[] key, long atSequence, T into, ValueSink<T> sink) throws IOException {
    long timed = observer().latencies().begin(Operation.GET);
    long hash = shared.hasher().hash(key, 0, key.length);
    int section = shared.sections().enter();
    try {
      checkReadable();
      ReadView now = view;
      return PointReader.get(now, key, hash, sequence(atSequence), reads, into, sink);
    } finally {
      shared.sections().exit(section);
      observer().latencies().end(Operation.GET, timed);
    }
  }

  /**
   * The values of keys, in their order, as of a sequence number, or the newest ones for -1; null
   * for one that has none.
   */
  public byte[] @Nullable [] getAll(byte[][] keys, long atSequence) throws IOException {
    SoughtKeys sought = new SoughtKeys(keys, shared.hasher());
    ReadView now = pinView();
    try {
      return new BulkReader(now, sought, sequence(atSequence), reads).read();
    } finally {
      now.version().release();
    }
  }

  /** About how many keys a range has now. */
  public long estimate(KeyRange range) {
    ReadView now = pinView();
    try {
      return RangeEstimate.of(now, range);
    } finally {
      now.version().release();
    }
  }

  /** How {@link #get} finds its answer about now. */
  public GetExplanation explain(byte[] key) throws IOException {
    long hash = shared.hasher().hash(key, 0, key.length);
    ReadView now = pinView();
    try {
      return PointReader.explain(now, key, hash, sequence(-1), reads);
    } finally {
      now.version().release();
    }
  }

  /** Opens a cursor as of a snapshot's sequence number, or of now for -1. */
  public VisibleCursor scan(KeyRange range, long atSequence) {
    if (atSequence < 0) {
      return scanNow(range);
    }
    Snapshots snapshots = shared.snapshots();
    KnownDead known =
        new KnownDead(
            snapshots.dead(atSequence, dead), run -> snapshots.learn(atSequence, dead, run));
    return scan(pinView(), atSequence, range, known);
  }

  /** What is dead may be believed at a sequence number before and after which it is the same. */
  @SuppressWarnings("ReferenceEquality") // another view or set may be of another moment
  private VisibleCursor scanNow(KeyRange range) {
    while (true) {
      ReadView now = pinView();
      DeadRuns runs = dead.runs();
      long sequence = shared.snapshots().newest();
      if (runs == dead.runs() && now == view) {
        KnownDead known = new KnownDead(runs, run -> learner.learn(run, sequence, now.active()));
        return scan(now, sequence, range, known);
      }
      now.version().release();
    }
  }

  private VisibleCursor scan(ReadView now, long sequence, KeyRange range, KnownDead known) {
    Runnable release = now.version()::release;
    try {
      // Only now: a range delete of the active memtable up to the sequence number is there for
      // sure.
      return new VisibleCursor(
          sources(now, range),
          sequence,
          range,
          now.rangeWalker(),
          known,
          now.version().valueFiles(),
          release);
    } catch (RuntimeException | Error e) {
      release.run();
      throw e;
    }
  }

  /** What is dead to readers of the newest entries. To be changed under the commit lock. */
  DeadNow dead() {
    return dead;
  }

  /** The newest sequence number that is published, of any tree. */
  long newestSequence() {
    return shared.snapshots().newest();
  }

  /** To be asked after the view was taken, see {@link ReadView}. */
  private long sequence(long atSequence) {
    return atSequence < 0 ? shared.snapshots().newest() : atSequence;
  }

  /** Takes the view and holds its version: the section keeps it from going in between. */
  private ReadView pinView() {
    int section = shared.sections().enter();
    try {
      checkReadable();
      ReadView now = view;
      now.version().retain();
      return now;
    } finally {
      shared.sections().exit(section);
    }
  }

  private void checkReadable() {
    shared.health().checkOpen();
    if (state != State.OPEN) {
      refuseToRead();
    }
  }

  private void refuseToRead() {
    if (state == State.RETIRED) {
      throw new RetiredException();
    }
    checkNotDropped();
  }

  /** Throws if the keyspace was dropped. */
  public void checkNotDropped() {
    if (isDropped()) {
      throw dropped(id);
    }
  }

  /** What to throw if a keyspace was dropped. */
  public static IllegalStateException dropped(KeyspaceId id) {
    return new IllegalStateException("the keyspace \"" + id.name() + "\" was dropped");
  }

  boolean isDropped() {
    return state == State.DROPPED;
  }

  /**
   * What has entries of a range: a cursor costs by how many tables there are to it. To be asked
   * after the sequence number was read, up to which an empty memtable is known to be so then.
   */
  private EntryCursor sources(ReadView view, KeyRange range) {
    List<EntryCursor> sources = new ArrayList<>();
    if (view.active().hasEntries()) {
      sources.add(view.active().cursor());
    }
    List<FrozenMemTable> frozen = view.frozen();
    for (int i = 0; i < frozen.size(); i++) {
      sources.add(frozen.get(i).table().cursor());
    }
    PrefixProbe probe = PrefixProbe.of(options().prefixFilter(), range, shared.hasher());
    view.version().addCursors(range, probe, sources);
    reads.addPrefixNegatives(probe.negatives());
    return MergingCursor.of(sources);
  }

  /** The options in force. */
  public DbOptions options() {
    return settings.options;
  }

  /** With what tables are made now. */
  TableFiles files() {
    return settings.files;
  }

  /** Goes on with other options: memtables and tables to come are made by them. */
  void change(DbOptions options, TableFiles files) {
    settings = new Settings(options, files);
    throttle.adjust(options.tableBytes(), view.version());
  }

  /** With what tables would be made by other options. */
  TableFiles files(DbOptions options) throws CodecMissingException {
    Codec codec = Codecs.ready(options.compression().id());
    return files()
        .with(options.blockBytes(), codec, options.filter(), options.prefixFilter())
        .with(ValueOptions.of(options));
  }

  /** An empty tree of the same store. */
  Tree another(KeyspaceId number, DbOptions options) throws CodecMissingException {
    ReadView empty = new ReadView(new MemTable(shared.hasher(), 0), List.of(), Version.empty());
    return new Tree(shared, number, options, files(options), new Content(empty, null));
  }

  /**
   * The same keyspace at a later moment, which counts on.
   *
   * @param later what its trees share
   */
  Tree at(Shared later, DbOptions options, Content content) {
    return new Tree(later, id, new Settings(options, files()), content, reads);
  }

  /** A tree of the same moment and keyspace in which nothing is: of before there was anything. */
  public Tree beforeAll() {
    ReadView empty = new ReadView(new MemTable(shared.hasher(), 0), List.of(), Version.empty());
    return new Tree(shared, id, settings, new Content(empty, null), reads);
  }

  WriteThrottle throttle() {
    return throttle;
  }

  ReadCounters reads() {
    return reads;
  }

  TreeCounters counters() {
    return counters;
  }

  /** Is told what happens. */
  public Observer observer() {
    return shared.observer();
  }

  private long pause(long nanos, StallCause cause, long behind) {
    StallReason reason = new StallReason(id.name(), cause, behind);
    long began = System.nanoTime();
    observer().whileStalled(reason, () -> LockSupport.parkNanos(nanos));
    return System.nanoTime() - began;
  }

  /** What is published now. */
  ReadView view() {
    return view;
  }

  /** The memtable to write to. Under the commit lock. */
  MemTable active() {
    return view.active();
  }

  /** Notes where the active memtable begins in the log, if it is empty. Under the commit lock. */
  void beginAt(long position, long sequence) {
    if (active().isEmpty()) {
      activeBegin = new LogPlace(position, sequence);
    }
  }

  /**
   * From where on in the log there is something that is in no table; null if there is nothing.
   * Under the commit lock.
   *
   * @param flushed a memtable that is taken to be in a table; null if none is
   */
  @Nullable LogPlace neededFrom(@Nullable FrozenMemTable flushed) {
    return isDropped() ? null : begin(view, flushed);
  }

  /**
   * The memtables, if they hold all that was written after a sequence number; null if some of that
   * may be in tables. Under the commit lock. A flush can end meanwhile: both are told of one view.
   */
  @Nullable List<MemTable> memTablesSince(long sequence) {
    ReadView now = view;
    LogPlace begin = begin(now, null);
    return begin != null && begin.sequence() <= sequence ? now.memTables() : null;
  }

  /** Where the memtables of a view begin in the log, but for one of them. */
  @SuppressWarnings("ReferenceEquality") // that very memtable is meant
  private @Nullable LogPlace begin(ReadView now, @Nullable FrozenMemTable flushed) {
    return now.frozen().reversed().stream()
        .filter(frozen -> frozen != flushed)
        .findFirst()
        .map(FrozenMemTable::begin)
        .orElse(now.active().isEmpty() ? null : activeBegin);
  }

  /** Whether there is room for one more memtable that waits to be flushed. */
  boolean hasRoomToRotate() {
    return view.frozen().size()
        < TreeShare.FROZEN_MAX; // bounds memtables to three times their size
  }

  /** What its memtables hold of the memory for memtables. */
  TreeShare memory() {
    return memory;
  }

  /**
   * Whether the active memtable has memory for a batch; asks for it if not. Under the commit lock.
   */
  boolean hasMemory(int operations, long batchBytes) {
    TreeShare.Answer answer = TreeShare.Answer.ASK_AGAIN;
    while (answer == TreeShare.Answer.ASK_AGAIN) {
      long needed = active().memoryFor(operations, batchBytes);
      answer = memory.covers(needed) ? TreeShare.Answer.GIVEN : memory.ask(needed);
    }
    return answer == TreeShare.Answer.GIVEN;
  }

  /**
   * Freezes the active memtable and puts an empty one in its place. Under the commit lock.
   *
   * @param logEnd the log position behind its last record
   */
  void rotate(long logEnd) {
    rotate(empty(active()), logEnd);
    activeBegin = null;
    memory.freeze();
  }

  private synchronized void rotate(MemTable empty, long logEnd) {
    ReadView before = view;
    List<FrozenMemTable> frozen = new ArrayList<>();
    LogPlace begin = Objects.requireNonNull(activeBegin, "an empty memtable");
    frozen.add(new FrozenMemTable(before.active(), begin, logEnd));
    frozen.addAll(before.frozen());
    view = new ReadView(empty, frozen, before.version());
    written.begun(empty);
    frozenSoFar = flushedSoFar + frozen.size();
  }

  /**
   * The tables have changed, and hold so many of the oldest frozen memtables by now. Returns the
   * version before.
   */
  synchronized Version publish(Version version, int flushed) {
    ReadView before = view;
    int left = before.frozen().size() - flushed;
    view = new ReadView(before.active(), before.frozen().subList(0, left), version);
    flushedSoFar = frozenSoFar - left;
    return before.version();
  }

  /**
   * Tables have joined whose entries are newer than all else, which is in tables, too. An empty
   * memtable takes the active one's place: so who still has the view of before sees nothing that
   * comes after what joined. Under the commit lock. Returns the version before.
   */
  synchronized Version publishIngestion(Version version) {
    ReadView before = view;
    view = new ReadView(empty(before.active()), List.of(), version);
    written.begun(active());
    return before.version();
  }

  /** Whether all that was written is in tables. Under the commit lock. */
  boolean isInTables() {
    return view.frozen().isEmpty() && active().isEmpty();
  }

  /** Has writers wait from now on, or no longer. Under the commit lock. */
  void holdWriters(boolean held) {
    writersHeld = held;
  }

  /** Whether writers wait. Under the commit lock. */
  boolean holdsWriters() {
    return writersHeld;
  }

  /** How many memtables were frozen so far. */
  long frozenSoFar() {
    return frozenSoFar;
  }

  /** How many of them have become tables. */
  long flushedSoFar() {
    return flushedSoFar;
  }

  /** The frozen memtable that is to be flushed next; null if there is none. */
  @Nullable FrozenMemTable oldestFrozen() {
    List<FrozenMemTable> frozen = view.frozen();
    return frozen.isEmpty() ? null : frozen.getLast();
  }

  /** The sequence numbers of open snapshots. */
  long[] openSnapshots() {
    return shared.snapshots().sequences();
  }

  /**
   * Holds the newest version; to be released by the caller.
   *
   * @throws MergeJob.CancelledException if the keyspace was dropped
   */
  Version pin() {
    return underLock(
        version -> {
          checkGoesOn();
          version.retain();
          return version;
        });
  }

  /** Ends a job if the keyspace was dropped. */
  void checkGoesOn() {
    if (isDropped()) {
      throw new MergeJob.CancelledException();
    }
  }

  /** Asks, or marks, something of the newest version, under the version lock. */
  <T> T underLock(Function<Version, T> question) {
    return manifest().underLock(() -> question.apply(view.version()));
  }

  /** The checksum of a table's file, as the manifest knows it; null if it does not. */
  EditEntry.@Nullable Checksum checksum(Table table) {
    return manifest().checksum(id, table.meta().number());
  }

  /** Lets compactions have tables that were marked as busy. */
  void free(List<Table> tables) {
    underLock(
        version -> {
          tables.forEach(table -> table.setBusy(false));
          return version;
        });
  }

  /** A file number never given out before. */
  long newFileNumber() {
    return manifest().newFileNumber();
  }

  /** Opens tables that a job has just written; each is held once. */
  List<Table> open(List<WrittenTable> written) throws IOException {
    List<Table> open = new ArrayList<>();
    try {
      for (WrittenTable table : written) {
        Table opened = manifest().openTable(table.meta());
        open.add(opened);
        opened.rememberTombstones(table.tombstones());
      }
      return open;
    } catch (IOException | RuntimeException | Error e) {
      open.forEach(Table::release);
      throw e;
    }
  }

  /**
   * Names what a job made durably, publishes the version and lets the one before go once nobody
   * reads it.
   *
   * @param tables what the edit adds, or sees otherwise; let go of in any case
   */
  void install(List<EditEntry> edit, List<Table> tables) throws IOException {
    install(edit, tables, 0);
  }

  /** Does so for the oldest frozen memtable, which leaves at the same moment. */
  void installFlush(List<EditEntry> edit, List<Table> tables) throws IOException {
    install(edit, tables, 1);
  }

  private void install(List<EditEntry> edit, List<Table> tables, int flushed) throws IOException {
    Version before;
    try {
      before = manifest().apply(this, edit, tables, flushed);
    } finally {
      tables.forEach(Table::release);
    }
    memory.flushed(flushed);
    settle(before);
  }

  /** Goes on with other tables than those of a version, which goes once nobody reads it. */
  void settle(Version before) {
    throttle.adjust(options().tableBytes(), view.version());
    shared.health().wakeWriters();
    shared.sections().awaitEarlierReads();
    before.release();
  }

  /** No job installs anything any more, and nobody begins to read. Under the version lock. */
  void markDropped() {
    state = State.DROPPED;
    shared.snapshots().forget(dead);
  }

  /** Lets go of all tables, whose files go with their last readers. Once, after being marked. */
  void letGo() {
    Version last = view.version();
    memory.letGo();
    last.tables().forEach(Table::markDropped);
    shared.sections().awaitEarlierReads();
    last.release();
  }

  /** Nobody begins to read it any more: it is of a moment that has passed. */
  void retire() {
    state = State.RETIRED;
  }

  private Manifest manifest() {
    return Objects.requireNonNull(shared.manifest(), "the store is only read");
  }
}
