package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.TransactionConflictException;
import dev.malkoha.engine.TransactionMap;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.observe.Counts;
import dev.malkoha.engine.read.ValueSink;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.store.Callbacks.Updating;
import dev.malkoha.engine.transaction.Footprint;
import dev.malkoha.engine.transaction.IndexedWrites;
import dev.malkoha.engine.transaction.IndexedWrites.Written;
import dev.malkoha.engine.transaction.OverlayWalk;
import dev.malkoha.engine.transaction.Validation;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Pin;
import dev.malkoha.engine.tree.Tree;
import org.jspecify.annotations.Nullable;

/**
 * A transaction in one map: its reads and writes there, which it keeps until the commit, and a note
 * of what it has read if it is serializable. One is handed out for each map; all of them are the
 * same transaction, which was begun in the default keyspace.
 */
public final class StoreTransaction extends StoreReads implements Transaction {

  /** The transaction as it was begun: it alone knows how it stands. */
  private final StoreTransaction begun;

  private final Handles.Handle handle;

  /** Its parts by the keyspaces' numbers, and those that were used. */
  private final Map<Long, StoreTransaction> maps;

  private final Set<StoreTransaction> used;
  private final List<StoreCursor> cursors;
  private boolean serializable;

  /** Whether it was committed or rolled back. */
  private boolean ended;

  /** Where others were in its way; the default keyspace's where that is not known. */
  private Counts conflicted;

  private final IndexedWrites writes = new IndexedWrites(tree::mergeFunction);

  /** The walks that note what they read. */
  private final List<OverlayWalk> walks = new ArrayList<>();

  /** Null unless it is noted what is read. */
  private @Nullable Footprint noted;

  /** Creates a transaction at a moment that is held for it. */
  StoreTransaction(StoreDb db, Pin pin) {
    super(db.store, db.handles, db.tree, pin);
    this.begun = this;
    this.maps = new HashMap<>(Map.of(tree.id().number(), this));
    this.used = new LinkedHashSet<>();
    this.cursors = new ArrayList<>();
    this.conflicted = tree.counts();
    this.handle = handles.open(this, "transaction", pin::release);
  }

  /** Creates the part of a transaction in another map. */
  private StoreTransaction(StoreTransaction begun, Tree tree) {
    super(begun.store, begun.handles, tree, begun.pin);
    this.begun = begun;
    this.maps = begun.maps;
    this.used = begun.used;
    this.cursors = begun.cursors;
    this.conflicted = begun.conflicted;
    this.handle = begun.handle;
  }

  @Override
  Object holder() {
    return begun;
  }

  @Override
  public Transaction serializable() {
    checkOpen();
    if (!used.isEmpty()) {
      throw new IllegalStateException(
          "the transaction has read or written already: call serializable() first of all");
    }
    begun.serializable = true;
    return this;
  }

  @Override
  public TransactionMap in(KeyValueMap other) {
    if (!(other instanceof StoreMap of) || of.store != store) {
      throw new IllegalArgumentException(
          "the keyspace belongs to another store: a transaction is in one store");
    }
    return maps.computeIfAbsent(of.tree.id().number(), _ -> new StoreTransaction(begun, of.tree));
  }

  /** Begins a read or a write. */
  private void use() {
    checkOpen();
    if (used.add(this) && begun.serializable) {
      noted = new Footprint();
    }
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    Limits.checkKey(key);
    use();
    Written own = writes.get(key);
    if (own != null && own.isWhole()) {
      tree.reads().count(Count.GETS, 1);
      return copy(writes.value(own, null));
    }
    if (noted != null) {
      noted.addKey(key.clone());
    }
    byte[] stored = super.get(key);
    return own == null ? stored : copy(writes.value(own, stored));
  }

  /** The set of writes keeps its arrays, and a function may give an operand as it is. */
  private static byte @Nullable [] copy(byte @Nullable [] value) {
    return value == null ? null : value.clone();
  }

  @Override
  <T> int read(byte[] key, T into, ValueSink<T> sink) {
    return sink.give(get(key), into);
  }

  @Override
  List<byte @Nullable []> values(byte[][] keys) {
    List<byte @Nullable []> values = new ArrayList<>(keys.length);
    for (byte[] key : keys) {
      values.add(get(key));
    }
    return values;
  }

  @Override
  Walk walk(KeyRange range, ScanOptions options) {
    use();
    OverlayWalk walk = new OverlayWalk(super.walk(range, options), writes, range, noted);
    if (noted != null) {
      walks.add(walk);
    }
    return walk;
  }

  @Override
  public StoreCursor scan(KeyRange range, ScanOptions options) {
    StoreCursor cursor = super.scan(range, options);
    cursors.removeIf(StoreCursor::isClosed); // those that are left the end closes
    cursors.add(cursor);
    return cursor;
  }

  @Override
  public Transaction put(byte[] key, byte[] value) {
    return write(Limits.checkKey(key), Limits.checkValue(value), tree.expiry(key, value));
  }

  @Override
  public Transaction put(byte[] key, byte[] value, Duration timeToLive) {
    long millis = Limits.checkTimeToLive(timeToLive);
    return write(key, Limits.checkValue(value), tree.timeIn(millis));
  }

  @Override
  public Transaction delete(byte[] key) {
    return write(key, null, Tree.NEVER);
  }

  @Override
  public Transaction merge(byte[] key, byte[] operand) {
    Limits.checkKey(key);
    Limits.checkOperand(operand);
    use();
    Updating.refuse(tree, key, null);
    writes.merge(key, operand);
    return this;
  }

  private Transaction write(byte[] key, byte @Nullable [] value, long expiry) {
    Limits.checkKey(key);
    use();
    Updating.refuse(tree, key, null);
    writes.write(key, value, expiry);
    return this;
  }

  @Override
  public Transaction deleteRange(byte[] from, byte[] to) {
    boolean holdsKeys = Limits.checkRange(from, to);
    use();
    Updating.refuse(tree, from, to);
    if (holdsKeys) {
      writes.deleteRange(from, to);
    }
    return this;
  }

  /** Returns what nobody else may have changed. */
  private Footprint footprint() {
    Footprint footprint = noted == null ? new Footprint() : noted;
    walks.forEach(OverlayWalk::note);
    writes.addTo(footprint);
    return footprint;
  }

  private void checkOpen() {
    if (begun.ended) {
      throw new IllegalStateException("the transaction has ended: begin another one");
    }
    store.checkOpen();
  }

  /** Counts that it is done again, after a conflict. */
  void countRetry() {
    begun.conflicted.add(Count.RETRIES, 1);
  }

  @Override
  public void commit() {
    commit(begun.tree.options().durability());
  }

  @Override
  public void commit(Durability durability) {
    Objects.requireNonNull(durability, "durability");
    checkOpen();
    try {
      if (used.stream().anyMatch(part -> !part.writes.isEmpty())) {
        Failures.run(() -> write(durability));
      }
    } finally {
      rollback();
    }
  }

  private void write(Durability durability) throws IOException {
    Map<Tree, Long> bytes = new LinkedHashMap<>();
    Map<Tree, Footprint> footprints = new LinkedHashMap<>();
    for (StoreTransaction part : used) {
      if (!part.writes.isEmpty()) {
        bytes.put(part.tree, part.writes.bytes());
      }
      Footprint footprint = part.footprint();
      if (!footprint.isEmpty()) {
        footprints.put(part.tree, footprint);
      }
    }
    try (Validation validation = new Validation(at.sequence(), footprints)) {
      Consumer<Batch> encoding =
          batch -> used.forEach(part -> part.writes.addTo(batch, part.tree.id().number()));
      if (!store.writer().commit(bytes, encoding, validation, durability)) {
        begun.conflicted = Objects.requireNonNull(validation.refutedBy()).counts();
        begun.conflicted.add(Count.CONFLICTS, 1);
        throw new TransactionConflictException(
            "others, or this thread by writes of its own, have changed what the transaction %s since it began; nothing of it is written. Do it once more, as Db.inTransaction does"
                .formatted(begun.serializable ? "has read or written" : "has written"));
      }
    }
  }

  boolean hasEnded() {
    return begun.ended;
  }

  @Override
  public void rollback() {
    if (!begun.ended) {
      begun.ended = true;
      maps.clear();
      used.clear();
      cursors.forEach(StoreCursor::close);
      cursors.clear();
      handle.close(begun);
    }
  }

  @Override
  public void close() {
    rollback();
  }
}
