package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.GetExplanation;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.Ingestion;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.MapReads;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.base.PutUntil;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.ingest.Ingestions;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.store.Callbacks;
import dev.malkoha.engine.store.Callbacks.Updating;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.TreeReads;
import org.jspecify.annotations.Nullable;

/**
 * The reads and writes of one map as it is now. A map of a store that is only read inherits writes,
 * and does not declare them: {@code KeyValueMap} is declared where there is a writing half.
 */
abstract class StoreMap extends StoreReads implements MapReads, Batch.Numbered {

  StoreMap(Store store, Handles handles, Tree tree) {
    super(store, handles, tree, null);
  }

  @Override
  public final GetExplanation explainGet(byte[] key) {
    Limits.checkKey(key);
    return Failures.call(() -> reads().explain(key));
  }

  @Override
  public final long estimate(KeyRange range) {
    Objects.requireNonNull(range, "range");
    return Failures.call(() -> reads().estimate(range));
  }

  @Override
  public final long estimateBytes(KeyRange range) {
    Objects.requireNonNull(range, "range");
    return Failures.call(() -> reads().estimateBytes(range));
  }

  /** Returns the name of the keyspace. */
  public final String name() {
    return tree.id().name();
  }

  /** Returns the figures of the keyspace. */
  public DbStats stats() {
    return new StoreStats(List.of(present()));
  }

  /** The tree of a keyspace that was not dropped, in a store that is open. */
  final Tree present() {
    store.checkOpen();
    tree.checkNotDropped();
    return tree;
  }

  @Override
  public final long number() {
    return tree.id().number();
  }

  /** The durability of writes. */
  Durability durability() {
    return tree.options().durability();
  }

  public final Ingestion ingest(Iterable<? extends Map.Entry<byte[], byte[]>> entries) {
    return ingest(entries.iterator(), IngestOptions.ofMemory(tree.options().memTableBytes()));
  }

  public final Ingestion ingest(
      Iterator<? extends Map.Entry<byte[], byte[]>> entries, IngestOptions options) {
    Iterator<Map.Entry<byte[], byte[]>> checked = checked(entries);
    return ingest(sort -> sort.sort(checked, options.memoryBytes()), options);
  }

  /** The same entries, each checked as it comes. */
  private static Iterator<Map.Entry<byte[], byte[]>> checked(
      Iterator<? extends Map.Entry<byte[], byte[]>> entries) {
    Objects.requireNonNull(entries, "entries");
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return Callbacks.call(entries::hasNext);
      }

      @Override
      public Map.Entry<byte[], byte[]> next() {
        Map.Entry<byte[], byte[]> next = Callbacks.call(entries::next);
        byte[] key = Limits.checkKey(next.getKey());
        byte[] value = Limits.checkValue(next.getValue());
        return next instanceof PutUntil asItIs ? asItIs : Map.entry(key, value);
      }
    };
  }

  public final Ingestion ingestFiles(List<Path> files) {
    return ingestFiles(files, IngestOptions.ofMemory(tree.options().memTableBytes()));
  }

  public final Ingestion ingestFiles(List<Path> files, IngestOptions options) {
    List<Path> all = List.copyOf(files);
    return ingest(sort -> sort.copyAll(store.writer().disk(), all), options);
  }

  private Ingestion ingest(Ingestions.Source source, IngestOptions options) {
    Updating.refuse(tree, KeyRange.all()); // it may have any key
    Consumer<IngestOptions.Progress> told =
        progress -> {
          try {
            options.progress().accept(progress);
          } catch (Throwable e) {
            throw Callbacks.passedOn(e);
          }
        };
    return store.callbacks().during(() -> store.writer().ingest(tree, source, told));
  }

  public final void put(byte[] key, byte[] value) {
    write(EntryKind.PUT, Limits.checkKey(key), Limits.checkValue(value));
  }

  public final void put(byte[] key, byte[] value, Duration timeToLive) {
    long expiry = tree.timeIn(Limits.checkTimeToLive(timeToLive));
    write(EntryKind.PUT_UNTIL, Limits.checkKey(key), Batch.valueUntil(expiry, value));
  }

  private void write(EntryKind kind, byte[] key, byte[] value) {
    Updating.refuse(tree, key, kind == EntryKind.DELETE_RANGE ? value : null);
    try {
      store.writer().write(tree, null, kind, key, value, durability());
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  public final void merge(byte[] key, byte[] operand) {
    tree.mergeFunction().checkOperand(Limits.checkOperand(operand));
    write(EntryKind.MERGE, Limits.checkKey(key), operand);
  }

  public final void delete(byte[] key) {
    write(EntryKind.DELETE, Limits.checkKey(key), Batch.NO_BYTES);
  }

  public final void deleteRange(byte[] from, byte[] to) {
    if (Limits.checkRange(from, to)) {
      write(EntryKind.DELETE_RANGE, from, to);
    } else {
      present();
    }
  }

  public final boolean putIfAbsent(byte[] key, byte[] value) {
    return compareAndSet(key, null, Limits.checkValue(value));
  }

  public final boolean remove(byte[] key, byte[] expected) {
    return compareAndSet(key, Objects.requireNonNull(expected, "expected"), null);
  }

  public final boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] value) {
    Change change = new Change(value == null ? null : Limits.checkValue(value));
    int bytes = value == null ? 0 : value.length;
    return change(key, bytes, (_, seen) -> Arrays.equals(seen, expected) ? change : null) != null;
  }

  public final byte @Nullable [] update(byte[] key, UnaryOperator<byte @Nullable []> change) {
    Objects.requireNonNull(change, "change");
    Change made =
        change(
            key,
            0,
            (own, seen) -> {
              byte @Nullable [] given = seen == null ? null : seen.clone();
              return new Change(Updating.call(tree, own, () -> change.apply(given)));
            });
    return Objects.requireNonNull(made).value;
  }

  /**
   * A change of one key.
   *
   * @param value null to remove it
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares changes
  private record Change(byte @Nullable [] value) {}

  /** Says what to make of a key, by its value, null if it is absent; null to leave it. */
  private interface Decision {
    @Nullable Change of(byte[] key, byte @Nullable [] seen);
  }

  /**
   * Makes one atomic change of a key that depends on its value: the value is read, and the change
   * is written if nobody has written the key since; else all begins again. One that begins again
   * was overtaken by another one who has not: so some thread always gets on.
   *
   * <p>Between reading and writing it holds a sequence number and nothing else, however long an
   * operator takes: memtables come and go. Where some have become tables since, nobody knows
   * whether the key was written. Then it is read once more, and the same value stands for no
   * change; so an operator is never called again because of what happens to other keys.
   *
   * @param valueBytes of the value to write, as far as they are known
   * @return the change that was made; null if none was
   */
  private @Nullable Change change(byte[] key, int valueBytes, Decision decision) {
    byte[] own = Limits.checkKey(key).clone();
    Updating.refuse(tree, own, null);
    return store
        .callbacks()
        .during(
            () -> {
              store.writer().pace(tree, own.length + (long) valueBytes);
              return Optional.ofNullable(make(own, decision));
            })
        .orElse(null);
  }

  private @Nullable Change make(byte[] key, Decision decision) throws IOException {
    TreeReads.Seen seen = tree.reads().see(key);
    Change change = decision.of(key, seen.value());
    while (change != null && !isWritten(key, seen, change.value)) {
      tree.counts().add(Count.RETRIES, 1);
      TreeReads.Seen now = tree.reads().see(key);
      if (tree.isChanged(key, seen.sequence(), false)
          || !Arrays.equals(now.value(), seen.value())) {
        tree.counts().add(Count.CONFLICTS, 1);
        change = decision.of(key, now.value());
      }
      seen = now;
    }
    return change;
  }

  /** Writes unless the key was changed meanwhile; that absent is absent need not be written. */
  private boolean isWritten(byte[] key, TreeReads.Seen seen, byte @Nullable [] value)
      throws IOException {
    if (value == null && seen.value() == null) {
      return true;
    }
    EntryKind kind = value == null ? EntryKind.DELETE : EntryKind.PUT;
    byte[] written = value == null ? Batch.NO_BYTES : Limits.checkValue(value);
    return store.writer().write(tree, seen, kind, key, written, durability());
  }

  public final void deleteRange(KeyRange range) {
    byte[] to = range.to();
    if (to != null) {
      deleteRange(range.from(), to);
    } else {
      write(EntryKind.DELETE_RANGE, Limits.checkKey(range.from()), Batch.NO_BYTES);
    }
  }
}
