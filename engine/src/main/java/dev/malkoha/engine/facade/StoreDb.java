package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.CheckpointOptions;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.background.StoreMeans;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.checkpoint.Checkpoints;
import dev.malkoha.engine.checkpoint.UnfinishedStore;
import dev.malkoha.engine.opening.Opening;
import dev.malkoha.engine.opening.StoreOpener;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.store.Callbacks.Updating;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.storage.MemoryDisk;
import org.jspecify.annotations.Nullable;

/** An open store, and the reads and writes of its default keyspace. */
public final class StoreDb extends OpenedStore implements Db {
  private static final Path IN_MEMORY = Path.of("in-memory");

  private final Retries retries = Retries.inRealTime();

  private StoreDb(Path directory, Opening opening) {
    super(directory, opening);
  }

  public static StoreDb open(Path directory, DbOptions options) {
    return openOn(FileDisk.INSTANCE, directory, options, Opening.Wanted.STORE_OR_NEW);
  }

  public static StoreDb openExisting(Path directory, DbOptions options) {
    return openOn(FileDisk.INSTANCE, directory, options, Opening.Wanted.STORE);
  }

  /** Whether there is a store on a disk that is handed in. */
  public static boolean exists(Disk disk, Path directory) {
    return Failures.call(() -> UnfinishedStore.isStore(disk, directory));
  }

  /** Deletes a store on a disk that is handed in. */
  public static void destroy(Disk disk, Path directory) {
    Failures.run(() -> UnfinishedStore.destroy(disk, directory));
  }

  /** A store on a disk of its own in the heap. */
  public static StoreDb inMemory(DbOptions options) {
    return openOn(new MemoryDisk(), IN_MEMORY, options, Opening.Wanted.STORE_OR_NEW);
  }

  /** Opens a store on a disk, with threads in the background. */
  public static StoreDb openOn(
      Disk disk, Path directory, DbOptions options, Opening.Wanted wanted) {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(options, "options");
    if (options.resources() == null) {
      long cacheBytes = options.blockCacheBytes();
      long heapBytes = Runtime.getRuntime().maxMemory(); // before anything is made
      StoreSharedResources.checkFits(cacheBytes, options.memoryBytesMax() - cacheBytes, heapBytes);
    }
    return open(disk, directory, options, null, TimeAndChance.MACHINE, wanted);
  }

  /**
   * Opens a store with its surroundings handed in: for tests.
   *
   * @param workers null for threads
   */
  public static StoreDb open(
      Disk disk,
      Path directory,
      DbOptions options,
      @Nullable Workers workers,
      TimeAndChance outside,
      Opening.Wanted wanted) {
    Function<DbOptions, StoreMeans> means = StoreSharedResources.means(directory, workers);
    Opening.Given given = new Opening.Given(disk, directory, options, means, outside);
    return new StoreDb(directory, new StoreOpener(given, wanted));
  }

  @Override
  public DbOptions options() {
    DbOptions options = super.options();
    KeyspaceOptions now = tree.options(); // which may have been changed since the opening
    return now == options.defaultKeyspace()
        ? options
        : options.toBuilder().defaultKeyspace(now).build();
  }

  @Override
  public Keyspace withDurability(Durability durability) {
    return new StoreKeyspace(this, tree, Objects.requireNonNull(durability, "durability"));
  }

  @Override
  public Keyspace keyspace(String name) {
    return open(Limits.checkKeyspaceName(name), null);
  }

  @Override
  public Keyspace keyspace(String name, KeyspaceOptions options) {
    Objects.requireNonNull(options, "options");
    return open(Limits.checkKeyspaceName(name), options);
  }

  @Override
  public Keyspace defaultKeyspace() {
    return keyspace(Limits.DEFAULT_KEYSPACE);
  }

  private Keyspace open(String name, @Nullable KeyspaceOptions options) {
    Tree found = Failures.call(() -> store.keyspace(name, options));
    if (!found.options().mergeFunctionName().isEmpty()) {
      found.mergeFunction(); // refused where it was not given
    }
    return new StoreKeyspace(this, found, null);
  }

  @Override
  public void dropKeyspace(String name) {
    Limits.checkKeyspaceName(name);
    if (name.equals(Limits.DEFAULT_KEYSPACE)) {
      throw new IllegalArgumentException(
          "the default keyspace cannot be dropped; to empty it, delete its keys");
    }
    if (!Failures.call(() -> store.drop(name))) {
      throw noKeyspace(name);
    }
  }

  @Override
  public void write(WriteBatch batch) {
    write(batch, durability());
  }

  @Override
  public void write(WriteBatch batch, Durability durability) {
    Objects.requireNonNull(durability, "durability");
    Batch operations = Batch.of(batch, this);
    if (Updating.isGoingOn()) {
      refuseUpdated(operations);
    }
    Failures.run(() -> store.writer().write(operations, durability));
  }

  /** Throws if a batch writes keys that the thread is updating. */
  private void refuseUpdated(Batch batch) {
    for (Batch.Reader at = batch.reader(); at.next(); ) {
      Tree written = store.trees().of(at.keyspace);
      if (written != null) {
        Updating.refuse(written, at.key(), at.kind == Batch.DELETE_RANGE ? at.value() : null);
      }
    }
  }

  @Override
  public StoreTransaction transaction() {
    store.writer();
    return new StoreTransaction(this, store.pin());
  }

  @Override
  public <T extends @Nullable Object> T inTransaction(
      Function<? super Transaction, ? extends T> body) {
    Objects.requireNonNull(body, "body");
    return store.callbacks().during(() -> retries.run(this::transaction, body));
  }

  @Override
  public void runInTransaction(Consumer<? super Transaction> body) {
    Objects.requireNonNull(body, "body");
    this.<@Nullable Void>inTransaction(
        transaction -> {
          body.accept(transaction);
          return null;
        });
  }

  @Override
  public Checkpoint checkpoint(Path to) {
    return checkpoint(to, CheckpointOptions.defaults());
  }

  @Override
  public Checkpoint checkpoint(Path to, CheckpointOptions options) {
    Objects.requireNonNull(to, "to");
    Checkpoints.Taken taken =
        Failures.call(() -> store.writer().checkpoint(to, options.readsAll()));
    return new StoreCheckpoint(taken.disk(), taken.path(), taken.list(), taken.work());
  }

  @Override
  public void mark(byte[] label) {
    mark(label, durability());
  }

  @Override
  public void mark(byte[] label, Durability durability) {
    byte[] own = Limits.checkLabel(label).clone();
    Objects.requireNonNull(durability, "durability");
    Failures.run(() -> store.writer().mark(own, durability));
  }

  @Override
  public byte @Nullable [] lastMark() {
    store.checkOpen();
    return store.writer().marks().label();
  }

  @Override
  public Snapshot snapshotAtLastMark() {
    store.checkOpen();
    return new StoreSnapshot(this, store.writer().marks().pin());
  }

  @Override
  public void sync() {
    Failures.run(() -> store.writer().sync());
  }

  @Override
  public void flush() {
    store.writer().flush(store.trees().all());
  }

  @Override
  public void compact() {
    store.writer().compact(store.trees().all(), KeyRange.all());
  }

  @Override
  public void awaitIdle() {
    store.writer().awaitIdle();
  }
}
