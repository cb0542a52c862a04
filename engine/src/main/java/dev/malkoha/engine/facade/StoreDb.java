package dev.malkoha.engine.facade;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.CheckpointOptions;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.background.StoreMeans;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.base.OperationBuffer;
import dev.malkoha.engine.checkpoint.UnfinishedStore;
import dev.malkoha.engine.commit.CallersBatch;
import dev.malkoha.engine.opening.Opening;
import dev.malkoha.engine.opening.ReadOnlyOpener;
import dev.malkoha.engine.opening.StoreOpener;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.store.Updating;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.storage.MemoryDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An open store, and the reads and writes of its default keyspace. */
public final class StoreDb extends StoreMap implements Db {
  private static final Path IN_MEMORY = Path.of("in-memory");

  private final Path directory;

  private final DbOptions options;

  private final Retries retries = Retries.inRealTime();

  /** By number. */
  private final Map<Long, StoreKeyspace> keyspaces = new ConcurrentHashMap<>();

  private StoreDb(Path directory, DbOptions options, Store store) {
    super(store, store.trees().ofDefault(), new Handles(directory, store::isOpen));
    this.directory = directory;
    this.options = options;
  }

  @Override
  public StoreDb db() {
    return this;
  }

  public static StoreDb open(Path directory) {
    return open(directory, DbOptions.defaults());
  }

  public static StoreDb open(Path directory, DbOptions options) {
    return openOn(FileDisk.INSTANCE, directory, options, Opening.Wanted.STORE_OR_NEW);
  }

  public static StoreDb openExisting(Path directory, DbOptions options) {
    return openOn(FileDisk.INSTANCE, directory, options, Opening.Wanted.STORE);
  }

  public static boolean exists(Path directory) {
    return exists(FileDisk.INSTANCE, directory);
  }

  /** Whether there is a store on a disk that is handed in. */
  public static boolean exists(Disk disk, Path directory) {
    try {
      return UnfinishedStore.isStore(disk, directory);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  public static void destroy(Path directory) {
    destroy(FileDisk.INSTANCE, directory);
  }

  /** Deletes a store on a disk that is handed in. */
  public static void destroy(Disk disk, Path directory) {
    try {
      UnfinishedStore.destroy(disk, directory);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** A store on a disk of its own in the heap. */
  public static StoreDb inMemory(DbOptions options) {
    return openOn(new MemoryDisk(), IN_MEMORY, options, Opening.Wanted.STORE_OR_NEW);
  }

  public static StoreDb openReadOnly(Path directory) {
    return openReadOnly(directory, DbOptions.defaults());
  }

  public static StoreDb openReadOnly(Path directory, DbOptions options) {
    return openReadOnly(FileDisk.INSTANCE, directory, options);
  }

  /** Opens a store read-only on a disk that is handed in: for tests. */
  public static StoreDb openReadOnly(Disk disk, Path directory, DbOptions options) {
    Objects.requireNonNull(options, "options");
    Function<DbOptions, StoreMeans> means = inForce -> means(directory, inForce, Workers.inline());
    return open(directory, new ReadOnlyOpener(disk, directory, options, means));
  }

  /** Opens a store on a disk, with threads in the background. */
  public static StoreDb openOn(
      Disk disk, Path directory, DbOptions options, Opening.Wanted wanted) {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(options, "options");
    if (options.resources() == null) {
      MemoryBound.own(options).check(Runtime.getRuntime().maxMemory()); // before anything is made
    }
    Function<DbOptions, StoreMeans> means = inForce -> means(directory, inForce, workers(inForce));
    StoreOpener opening =
        new StoreOpener(disk, directory, options, means, TimeAndChance.MACHINE, wanted);
    return open(directory, opening);
  }

  private static Workers workers(DbOptions options) {
    StoreSharedResources shared = StoreSharedResources.of(options);
    if (shared != null) {
      return shared.workers();
    }
    MemoryBound.own(options).tell(Runtime.getRuntime().maxMemory());
    return Workers.threads(options.backgroundThreads());
  }

  /** Opens a store with its surroundings handed in: for tests. */
  public static StoreDb open(
      Disk disk,
      Path directory,
      DbOptions options,
      Workers workers,
      TimeAndChance outside,
      Opening.Wanted wanted) {
    Function<DbOptions, StoreMeans> means = inForce -> means(directory, inForce, workers);
    return open(directory, new StoreOpener(disk, directory, options, means, outside, wanted));
  }

  private static StoreMeans means(Path directory, DbOptions options, Workers workers) {
    StoreSharedResources shared = StoreSharedResources.of(options);
    return shared == null ? StoreMeans.own(options, workers) : shared.enter(directory, workers);
  }

  private static StoreDb open(Path directory, Opening opening) {
    Objects.requireNonNull(directory, "directory");
    try {
      Store store = opening.open();
      return of(directory, opening.options(), store);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** A store that no memory is left to hand out would be locked until the process ends. */
  private static StoreDb of(Path directory, DbOptions options, Store store) throws IOException {
    try {
      return new StoreDb(directory, options, store);
    } catch (Error e) {
      store.close();
      throw e;
    }
  }

  @Override
  public boolean isReadOnly() {
    return store.isReadOnly();
  }

  @Override
  public List<String> problems() {
    return store.problems();
  }

  @Override
  public Path directory() {
    return directory;
  }

  @Override
  public DbOptions options() {
    KeyspaceOptions now = tree().options(); // which may have been changed since the opening
    return now == options.defaultKeyspace()
        ? options
        : options.toBuilder().defaultKeyspace(now).build();
  }

  @Override
  public boolean refresh() {
    try {
      boolean changed = store.refresh();
      keyspaces.keySet().removeIf(number -> store.trees().of(number) == null);
      return changed;
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  @Override
  public String storedOptions() {
    return store.storedOptions();
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
    try {
      Tree tree = store.keyspace(name, options);
      return keyspaces.computeIfAbsent(
          tree.id().number(), n -> new StoreKeyspace(this, tree, null));
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  @Override
  public List<String> keyspaces() {
    store.checkOpen();
    return store.trees().names();
  }

  @Override
  public void dropKeyspace(String name) {
    Limits.checkKeyspaceName(name);
    if (name.equals(Limits.DEFAULT_KEYSPACE)) {
      throw new IllegalArgumentException(
          "the default keyspace cannot be dropped; to empty it, delete its keys");
    }
    try {
      if (!store.drop(name)) {
        throw new IllegalArgumentException(
            "there is no keyspace \"" + name + "\"; there are " + keyspaces());
      }
      keyspaces.values().removeIf(keyspace -> keyspace.name().equals(name));
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  @Override
  public void write(WriteBatch batch) {
    write(batch, durability());
  }

  @Override
  public void write(WriteBatch batch, Durability durability) {
    try {
      store.writer().write(encodable(batch), Objects.requireNonNull(durability, "durability"));
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** A batch with the numbers of its keyspaces. */
  @SuppressWarnings("ReferenceEquality") // that very store is meant
  private CallersBatch encodable(WriteBatch batch) {
    List<@Nullable Keyspace> named = batch.operations().keyspaces();
    long[] numbers = new long[named.size()];
    for (int i = 0; i < numbers.length; i++) {
      StoreMap map = named.get(i) instanceof StoreKeyspace keyspace ? keyspace : this;
      if (map.db() != this) {
        throw new IllegalArgumentException("the batch names keyspaces of another store");
      }
      numbers[i] = map.id().number();
    }
    if (Updating.isGoingOn()) {
      batch
          .operations()
          .forEach(
              (keyspace, kind, key, value) -> {
                StoreMap map = keyspace instanceof StoreKeyspace own ? own : this;
                byte[] to = kind == OperationBuffer.DELETE_RANGE ? value : null;
                Updating.refuse(map.tree(), key, to);
              });
    }
    return new CallersBatch(batch.operations(), numbers);
  }

  @Override
  WriteBatch deletion(KeyRange range) {
    return new WriteBatch().deleteRange(range);
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
  public Snapshot snapshot() {
    return new StoreSnapshot(this, store.pin());
  }

  @Override
  public Checkpoint checkpoint(Path to) {
    return checkpoint(to, CheckpointOptions.defaults());
  }

  @Override
  public Checkpoint checkpoint(Path to, CheckpointOptions options) {
    Objects.requireNonNull(to, "to");
    try {
      return StoreCheckpoint.of(store.writer().checkpoint(to, options.readsAll()));
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  @Override
  public void sync() {
    try {
      store.writer().sync();
    } catch (IOException e) {
      throw Failures.of(e);
    }
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
    store.awaitIdle();
  }

  @Override
  public DbStats stats() {
    store.checkOpen();
    return new StoreStats(store.trees().all());
  }

  @Override
  public void close() {
    try {
      store.close();
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }
}
