package dev.malkoha.engine.tree;

import module java.base;

import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.MergeFunction;
import dev.malkoha.engine.base.GoneException;
import dev.malkoha.engine.base.Locked;
import dev.malkoha.engine.base.OperandFold;
import dev.malkoha.engine.compaction.FifoPicker;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.Counts;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.range.DeadNow;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.resource.Clock;
import dev.malkoha.engine.resource.TreeShare;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.compression.CodecMissingException;
import org.jspecify.annotations.Nullable;

/**
 * One ordered map of keys, a keyspace of the store: its memtables, its tables, and the published
 * view of both that {@link TreeReads} take.
 *
 * <p>The view changes in three ways, under the view lock (the monitor of {@link Trees}): the active
 * memtable is frozen, the oldest frozen one becomes tables, tables become others. The last two are
 * installed, by {@link Versions}. Any number of threads.
 */
public final class Tree {

  /** When what never expires does. */
  public static final long NEVER = Long.MAX_VALUE;

  /** The options of a tree and the files made by them; changed whole. */
  private record Settings(KeyspaceOptions options, TableFiles files) {}

  private final Shared shared;
  private final KeyspaceId id;
  private final WriteThrottle throttle = new WriteThrottle(this::pause);
  private final TreeReads reads;
  private final Counts counts = new Counts();
  private final TreeShare memory;
  private final DeadNow dead;
  private volatile Settings settings;
  private volatile boolean dropped;

  /** The place of the active memtable's first record in the log; null if it is empty. */
  private MemTable.@Nullable LogPlace activeBegin;

  /** The greatest number of what has left memtables for tables, or joined with tables. */
  private volatile long inTables;

  /** Whether writers wait for tables to be ingested. */
  private boolean writersHeld;

  /** The number of memtables ever frozen. It grows after the view has one more. */
  private volatile long frozenSoFar;

  /**
   * Creates a tree that is not published yet.
   *
   * @param options of this tree
   * @param files with which its tables are made
   */
  public Tree(Shared shared, KeyspaceId id, KeyspaceOptions options, TableFiles files) {
    this.shared = shared;
    this.id = id;
    this.settings = new Settings(options, files);
    this.dead = new DeadNow(shared.snapshots()::keep);
    this.reads = new TreeReads(shared, this, null);
    this.memory = shared.memory().tree();
  }

  /**
   * Publishes the tree with what an opening has found. Its memtables count even if they exceed the
   * budget. Once.
   *
   * @param begin where the active memtable begins in the log; null if it is empty
   */
  public void open(ReadView found, MemTable.@Nullable LogPlace begin) {
    activeBegin = begin;
    frozenSoFar = found.frozen().size();
    MemTable active = found.active().isEmpty() ? empty(found.active()) : found.active();
    shared.trees().add(this, new ReadView(active, found.frozen(), found.version()));
    pace(options(), found.version());
    for (FrozenMemTable frozen : found.frozen().reversed()) {
      memory.count(frozen.table().memoryTaken());
      memory.freeze();
    }
    countMemory();
  }

  /** Publishes the tree with nothing in it. Once. */
  public void openEmpty() {
    open(nothing(), null);
  }

  /** A view in which nothing is. */
  ReadView nothing() {
    return new ReadView(new MemTable(shared.hasher(), fold()), List.of(), Version.empty());
  }

  /**
   * An empty memtable. Of what stores share it takes as little as it needs.
   *
   * @param before what was written to before
   */
  private MemTable empty(MemTable before) {
    return memory.budget().isExact()
        ? new MemTable(shared.hasher(), fold(), shared.parts(), memory.budget().capacityBytes())
        : new MemTable(shared.hasher(), fold(), shared.parts(), before, options().memTableBytes());
  }

  /** Counts what the active memtable takes, allowed or not. Under the commit lock. */
  public void countMemory() {
    MemTable active = active();
    if (!active.isEmpty()) {
      memory.count(active.memoryTaken());
    }
  }

  private boolean holdsCommitLock() {
    return shared.health().commitLock().isHeldByCurrentThread();
  }

  /** The keyspace of the tree. */
  public KeyspaceId id() {
    return id;
  }

  /** Entries were ingested. Under the commit lock, before readers see them. */
  public void noteIngestion(long sequence) {
    assert holdsCommitLock();
    inTables = sequence;
  }

  /** The dead runs of readers of the newest entries. To be changed under the commit lock. */
  public DeadNow dead() {
    return dead;
  }

  /** The newest sequence number that is published, of any tree. */
  public long newestSequence() {
    return shared.snapshots().newest();
  }

  /** Throws if the keyspace was dropped. */
  public void checkNotDropped() {
    if (isDropped()) {
      throw dropped(id);
    }
  }

  /** The exception that says that a keyspace was dropped. */
  public static IllegalStateException dropped(KeyspaceId id) {
    return new GoneException("the keyspace \"" + id.name() + "\" was dropped");
  }

  public boolean isDropped() {
    return dropped;
  }

  /** The options in force. */
  public KeyspaceOptions options() {
    return settings.options;
  }

  /**
   * The merge function of the keyspace.
   *
   * @throws IllegalStateException if it has none, or it was not given
   */
  public MergeFunction mergeFunction() {
    MergeFunction function = options().mergeFunction();
    if (function == null) {
      String name = options().mergeFunctionName();
      throw new IllegalStateException(
          name.isEmpty()
              ? "the keyspace \"%s\" has no merge function: name one in its options"
                  .formatted(id.name())
              : "the keyspace \"%s\" has the merge function \"%s\", which was not given: give it in the options of the opening, or of Db.keyspace"
                  .formatted(id.name(), name));
    }
    return function;
  }

  private @Nullable OperandFold fold() {
    return OperandFold.of(options().mergeFunction());
  }

  /**
   * When an entry expires that is put now and does not say so itself; {@link #NEVER} if it does
   * not. It calls users' code: under no lock.
   */
  public long expiry(byte[] key, byte[] value) {
    KeyspaceOptions own = options();
    if (!own.ages()) {
      return NEVER;
    }
    if (!own.timeToLive().isZero()) {
      return timeIn(own.timeToLive().toMillis());
    }
    Instant at = own.expiry().expiry(key, value, Instant.ofEpochMilli(timeIn(0)));
    return at == null ? NEVER : Math.max(1, millis(at));
  }

  private static long millis(Instant at) {
    return 1_000 * Math.clamp(at.getEpochSecond(), 0, NEVER / 1_000 - 1) + at.getNano() / 1_000_000;
  }

  /** The store's time so many milliseconds from now. */
  public long timeIn(long millis) {
    return shared.snapshots().time().getAsLong() + millis;
  }

  /** The settings that tables are made with now. */
  public TableFiles files() {
    return settings.files;
  }

  /** Goes on with other options: memtables and tables to come are made by them. */
  public void change(KeyspaceOptions options, TableFiles files) {
    settings = new Settings(options, files);
    if (id.isDefault()) {
      memory.budget().bound(options.memTableBytes());
    }
    pace(options, view().version());
  }

  private void pace(KeyspaceOptions options, Version version) {
    throttle.adjust(options.tableBytes(), version, settledSequence());
  }

  /** As {@link Snapshots#settled}. */
  public long settledSequence() {
    return shared.snapshots().settled();
  }

  /** Another tree of the same store, which is not published yet. */
  public Tree another(KeyspaceId number, KeyspaceOptions options) throws CodecMissingException {
    return new Tree(shared, number, options, files().with(options).with(number));
  }

  public WriteThrottle throttle() {
    return throttle;
  }

  /** Its reads. */
  public TreeReads reads() {
    return reads;
  }

  /** Its reads of a view that is held, or as {@link #reads()} if none is. */
  public TreeReads reads(Pin at) {
    return at.holder() == null ? reads : new TreeReads(shared, this, at.holder());
  }

  /** Changes its tables. Of a store that is written to. */
  public Versions versions() {
    return Objects.requireNonNull(shared.versions(), "the store is only read");
  }

  /** Goes on with other tables than those of a version, which goes once nobody reads it. */
  public void replaced(Version before) {
    pace(options(), view().version());
    shared.health().wakeWriters();
    shared.sections().awaitEarlierReads();
    before.release();
  }

  /**
   * The same after a flush of a memtable, which is in no view any more. A thread that has read it
   * under the commit lock has ended once this one has had the lock.
   */
  public void replaced(Version before, MemTable flushed) {
    replaced(before);
    try (Locked _ = Locked.by(shared.health().commitLock())) {
      assert holdsCommitLock();
    }
    flushed.release();
  }

  /** The counts of its operations. */
  public Counts counts() {
    return counts;
  }

  /** Is told what happens. */
  public Observer observer() {
    return shared.observer();
  }

  /** Tells the time. */
  public Clock clock() {
    return shared.outside().clock();
  }

  private long pause(long nanos, WaitCause cause, long behind) {
    long began = System.nanoTime();
    observer().waits().during(id.name(), cause, behind, () -> LockSupport.parkNanos(nanos));
    return System.nanoTime() - began;
  }

  /** The published view; an empty one if the tree is not published. */
  public ReadView view() {
    ReadView view = shared.trees().now().view(id.number());
    return view == null ? nothing() : view;
  }

  /** The memtable to write to. Under the commit lock. */
  public MemTable active() {
    return view().active();
  }

  /** Notes where the active memtable begins in the log, if it is empty. Under the commit lock. */
  public void beginAt(long position, long sequence) {
    assert holdsCommitLock();
    if (active().isEmpty()) {
      activeBegin = new MemTable.LogPlace(position, sequence);
    }
  }

  /**
   * From where on in the log there is something that is in no table; null if there is nothing.
   * Under the commit lock.
   *
   * @param flushed a memtable that is taken to be in a table; null if none is
   */
  public MemTable.@Nullable LogPlace neededFrom(@Nullable FrozenMemTable flushed) {
    assert holdsCommitLock();
    return isDropped() ? null : begin(view(), flushed);
  }

  /**
   * The memtables, if they hold all that was written after a sequence number since the opening;
   * null if some of that is in tables. In a read section, or under the commit lock: then nothing is
   * written meanwhile.
   */
  public @Nullable List<MemTable> memTablesSince(long sequence) {
    ReadView now = view(); // first: what leaves it is noted before it does
    return inTables <= sequence ? now.memTables() : null;
  }

  /**
   * Whether a key was changed after a sequence number: for certain under the commit lock.
   *
   * @param ifUnknown the answer where memtables alone cannot tell
   */
  public boolean isChanged(byte[] key, long sequence, boolean ifUnknown) {
    int section = shared.sections().enter();
    try {
      List<MemTable> since = memTablesSince(sequence);
      return since == null
          ? ifUnknown
          : since.stream().anyMatch(memTable -> memTable.hasChanged(key, sequence));
    } finally {
      shared.sections().exit(section);
    }
  }

  /** The place in the log where the memtables of a view begin, but for one of them. */
  @SuppressWarnings("ReferenceEquality") // that very memtable is meant
  private MemTable.@Nullable LogPlace begin(ReadView now, @Nullable FrozenMemTable flushed) {
    for (FrozenMemTable frozen : now.frozen().reversed()) { // all trees are asked: no stream
      if (frozen != flushed) {
        return frozen.begin();
      }
    }
    return now.active().isEmpty() ? null : activeBegin;
  }

  /** Whether there is room for one more memtable that waits to be flushed. */
  public boolean hasRoomToRotate() {
    return view().frozen().size()
        < TreeShare.FROZEN_MAX; // bounds memtables to three times their size
  }

  /** The share of its memtables in the memory for memtables. */
  public TreeShare memory() {
    return memory;
  }

  /**
   * Freezes the active memtable and puts an empty one in its place. Under the commit lock.
   *
   * @param end where the log ends
   */
  public void rotate(MemTable.LogPlace end) {
    assert holdsCommitLock();
    MemTable empty = empty(active());
    MemTable.LogPlace begin = Objects.requireNonNull(activeBegin, "an empty memtable");
    synchronized (shared.trees()) {
      ReadView before = view();
      List<FrozenMemTable> frozen = new ArrayList<>();
      frozen.add(new FrozenMemTable(before.active(), begin, end));
      frozen.addAll(before.frozen());
      shared.trees().put(this, new ReadView(empty, frozen, before.version()));
      frozenSoFar++;
    }
    activeBegin = null;
    memory.freeze();
  }

  /**
   * Publishes new tables, which now hold the {@code flushed} oldest frozen memtables. Returns the
   * version before.
   */
  public Version publish(Version version, int flushed) {
    synchronized (shared.trees()) {
      ReadView before = view();
      int left = before.frozen().size() - flushed;
      if (flushed > 0) {
        inTables = before.frozen().get(left).table().largestSequence();
      }
      shared
          .trees()
          .put(this, new ReadView(before.active(), before.frozen().subList(0, left), version));
      return before.version();
    }
  }

  /**
   * Tables have joined whose entries are newer than all else, which is in tables, too. An empty
   * memtable takes the active one's place: so who still has the view of before sees nothing that
   * comes after what joined. Under the commit lock. Returns the version before.
   */
  public Version publishIngestion(Version version) {
    assert holdsCommitLock();
    synchronized (shared.trees()) {
      ReadView before = view();
      shared.trees().put(this, new ReadView(empty(before.active()), List.of(), version));
      return before.version();
    }
  }

  /** Whether all that was written is in tables. Under the commit lock. */
  public boolean isInTables() {
    assert holdsCommitLock();
    return view().frozen().isEmpty() && active().isEmpty();
  }

  /** Has writers wait from now on, or no longer. Under the commit lock. */
  public void holdWriters(boolean held) {
    assert holdsCommitLock();
    writersHeld = held;
  }

  /** Whether writers wait. Under the commit lock. */
  public boolean holdsWriters() {
    assert holdsCommitLock();
    return writersHeld;
  }

  /** The number of memtables frozen so far. */
  public long frozenSoFar() {
    return frozenSoFar;
  }

  /** The number of them that have become tables, or less while one is being frozen. */
  public long flushedSoFar() {
    return frozenSoFar - view().frozen().size();
  }

  /** The frozen memtable that is to be flushed next; null if there is none. */
  public @Nullable FrozenMemTable oldestFrozen() {
    List<FrozenMemTable> frozen = view().frozen();
    return frozen.isEmpty() ? null : frozen.getLast();
  }

  /** The open snapshots of the store, and its time. */
  public Snapshots snapshots() {
    return shared.snapshots();
  }

  /** Whether its oldest table is to go now: there are others, and no snapshot is open. */
  public boolean isOverBound() {
    long bytesMax = options().fifo(); // hardly any tree has one, and all trees are asked
    if (bytesMax == 0 || snapshots().isAnyOpen()) {
      return false;
    }
    List<Table> tables = view().version().tables();
    return tables.size() > 1 && FifoPicker.isOver(tables.stream().map(Table::meta), bytesMax);
  }

  /** Whether time alone makes entries of a version's tables expire. */
  public boolean hasExpiring(Version version) {
    return snapshots().time().isKnown()
        && version.tables().stream().anyMatch(t -> t.expiries().count() > 0);
  }

  /** Has no job install anything any more, and nobody begin to read. Under the version lock. */
  public void markDropped() {
    dropped = true;
    shared.snapshots().forget(dead);
  }

  /**
   * Lets go of all tables, whose files go with their last readers. Once, after being marked and
   * taken away.
   *
   * @param last its last version
   */
  public void letGo(Version last) {
    memory.letGo();
    shared.sections().awaitEarlierReads();
    last.release();
  }
}
