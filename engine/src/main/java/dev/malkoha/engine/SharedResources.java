package dev.malkoha.engine;

import dev.malkoha.engine.background.StoreMeans;
import dev.malkoha.engine.background.WorkerPools;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.resource.MemTableBudget;
import dev.malkoha.engine.resource.OpenFileCap;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.engine.resource.WriteRate;
import dev.malkoha.sstable.BlockCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What any number of stores of a process, with all their keyspaces, have in common: one block
 * cache, one memory for memtables, one set of worker threads, one cap on open files, one pace of
 * background writing. A store is opened with it by {@link DbOptions.Builder#resources}; one that is
 * not has all of these for itself. See docs/resources.md.
 *
 * <p>Heap that the stores may use together: {@link #memoryBytesMax}, and on top of that about 13
 * bits a key for filters and some 40 bytes a block for indexes of the tables that they hold, and
 * less than 100 KB for each open store.
 *
 * <p>Any thread. To be closed after the stores.
 */
public final class SharedResources implements AutoCloseable {

  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;
  private static final int NAMED_AT_MOST = 10;

  private final MemoryBound bound;
  private final int backgroundThreads;
  private final MemTableBudget memory;
  private final TableResources tables;
  private final OpenFileCap openFiles;
  private final WorkerPools pools;

  /** The stores that use it, in the order in which they were opened. Guarded by this. */
  private final List<Path> stores = new ArrayList<>();

  private boolean closed;

  private SharedResources(Builder builder, long heapBytes, WriteRate.Clock clock) {
    bound = MemoryBound.shared(builder.blockCacheBytes, builder.memTableBytes);
    bound.check(heapBytes);
    backgroundThreads = builder.backgroundThreads;
    memory = new MemTableBudget(builder.memTableBytes);
    openFiles = new OpenFileCap(builder.maxOpenFiles);
    WriteRate rate = new WriteRate(builder.writeBytesPerSecond, clock);
    tables = new TableResources(new BlockCache(builder.blockCacheBytes), openFiles, rate, true);
    pools = new WorkerPools(backgroundThreads, backgroundThreads);
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Bytes of heap that block cache and memtables of all stores may take together. */
  public long memoryBytesMax() {
    return bound.bytes();
  }

  /** Bytes that the memtables of all stores take now: what is allocated for them, used or not. */
  public long memTableBytesUsed() {
    return memory.usedBytes();
  }

  /** Bytes that the block cache holds now, of all stores. */
  public long blockCacheBytesUsed() {
    return tables.cache().usedBytes();
  }

  /** Table files that are open now, of all stores. */
  public int openFiles() {
    return openFiles.count();
  }

  /** Flushes that may run at the same time, and compactions that may. */
  public int backgroundThreads() {
    return backgroundThreads;
  }

  /** Where the stores lie that use this now, in the order in which they were opened. */
  public synchronized List<Path> stores() {
    return List.copyOf(stores);
  }

  /** Workers for one more store. */
  Workers workers() {
    return Workers.sharing(pools);
  }

  /**
   * What one more store works with.
   *
   * @throws IllegalStateException if this is closed
   */
  synchronized StoreMeans enter(Path store, Workers workers) {
    Objects.requireNonNull(store, "directory");
    if (closed) {
      throw new IllegalStateException("the shared resources are closed: build others for " + store);
    }
    stores.add(store);
    return new StoreMeans(workers, memory.open(), tables, () -> leave(store));
  }

  private synchronized void leave(Path store) {
    stores.remove(store);
  }

  /**
   * Ends the threads. The second time does nothing.
   *
   * @throws IllegalStateException if stores are open that use this; nothing is closed then
   */
  @Override
  public synchronized void close() {
    if (!stores.isEmpty()) {
      throw new IllegalStateException(
          stores.size() + " stores use the shared resources; close them first: " + someStores());
    }
    closed = true;
    pools.close();
  }

  private String someStores() {
    String some =
        stores.stream().limit(NAMED_AT_MOST).map(Path::toString).collect(Collectors.joining(", "));
    return stores.size() > NAMED_AT_MOST ? some + ", …" : some;
  }

  @Override
  public String toString() {
    return "shared resources for " + stores().size() + " stores: " + bound;
  }

  /** Gathers settings; every setter refuses a value out of range at once. */
  public static final class Builder {

    private long blockCacheBytes = 64 * MIB;
    private long memTableBytes = 64 * MIB;
    private int backgroundThreads = 2;
    private int maxOpenFiles = 10_000;
    private long writeBytesPerSecond;

    private Builder() {}

    /** Sets the size of the block cache, 0 to 1 TiB; default 64 MiB. */
    public Builder blockCacheBytes(long bytes) {
      this.blockCacheBytes = Limits.inRange("blockCacheBytes", bytes, 0, 1L << 40);
      return this;
    }

    /**
     * Sets the memory that memtables of all stores and keyspaces may take together, active ones and
     * those that wait to be flushed, 128 KiB to 1 TiB; default 64 MiB. From three quarters on the
     * largest memtable, or if all are tiny the oldest one, is flushed, wherever it is; writers that
     * find no memory wait for that. A batch must fit into seven eighths; in each keyspace that is
     * written to some 20 KB are taken at least.
     */
    public Builder memTableBytes(long bytes) {
      this.memTableBytes = Limits.inRange("memTableBytes", bytes, 128 * KIB, 1L << 40);
      return this;
    }

    /**
     * Sets how many compactions of all stores may run at the same time, 1 to 64, and beside them as
     * many flushes; default 2. A store has one flush at a time.
     */
    public Builder backgroundThreads(int threads) {
      this.backgroundThreads = (int) Limits.inRange("backgroundThreads", threads, 1, 64);
      return this;
    }

    /**
     * Sets how many table files of all stores may be open at the same time, 4 to 1,000,000; default
     * 10,000. Each one is a mapping, of which systems allow a process some tens of thousands. Those
     * that have not been read for long are closed, and opened again when they are read; filters and
     * indexes stay in memory. Files of a store that is opened read-only do not count and stay open:
     * its writer may delete them.
     */
    public Builder maxOpenFiles(int files) {
      this.maxOpenFiles = (int) Limits.inRange("maxOpenFiles", files, 4, 1_000_000);
      return this;
    }

    /**
     * Sets how many bytes of tables flushes and compactions of all stores may write in a second, 64
     * KiB to 1 TiB, or 0 for as many as they can; default 0. Flushes go first. Writers that bring
     * more than this for long are slowed down to it.
     */
    public Builder writeBytesPerSecond(long bytes) {
      this.writeBytesPerSecond =
          bytes == 0 ? 0 : Limits.inRange("writeBytesPerSecond", bytes, 64 * KIB, 1L << 40);
      return this;
    }

    /**
     * Builds what stores will share, and says in the log how much heap it may take.
     *
     * @throws IllegalArgumentException if block cache and memtables alone do not fit in the heap
     */
    public SharedResources build() {
      long heap = Runtime.getRuntime().maxMemory();
      SharedResources built = build(heap, WriteRate.Clock.MACHINE);
      built.bound.tell(heap);
      return built;
    }

    /** Builds them for a heap of such a size, with a clock that is handed in: for tests. */
    SharedResources build(long heapBytes, WriteRate.Clock clock) {
      return new SharedResources(this, heapBytes, clock);
    }
  }
}
