package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.SharedResources;
import dev.malkoha.engine.background.StoreMeans;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.memtable.UsedParts;
import dev.malkoha.engine.observe.LogLines;
import dev.malkoha.engine.resource.Clock;
import dev.malkoha.engine.resource.HeapUse;
import dev.malkoha.engine.resource.MemTableBudget;
import dev.malkoha.engine.resource.OpenFileCap;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.engine.resource.WriteRate;
import dev.malkoha.sstable.BlockCache;
import org.jspecify.annotations.Nullable;

/** The block cache, the memory, the threads and the caps that stores share. */
public final class StoreSharedResources implements SharedResources {
  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;
  private static final int NAMED_AT_MOST = 10;
  private final long memoryBytesMax;
  private final int backgroundThreads;
  private final MemTableBudget memory;
  private final TableResources tables;
  private final OpenFileCap openFiles;
  private final UsedParts parts;
  private final Workers.Pools pools;

  /** The stores that use it, in the order in which they were opened. Guarded by this. */
  private final List<Path> stores = new ArrayList<>();

  private boolean closed;

  private StoreSharedResources(Builder builder, long heapBytes, Clock clock) {
    checkFits(builder.blockCacheBytes, builder.memTableBytes, heapBytes);
    memoryBytesMax = builder.blockCacheBytes + builder.memTableBytes;
    backgroundThreads = builder.backgroundThreads;
    memory = new MemTableBudget(builder.memTableBytes, true);
    long most = memory.capacityBytes();
    parts = new UsedParts(() -> most - memory.usedBytes(), most / 4);
    openFiles = new OpenFileCap(builder.maxOpenFiles);
    WriteRate rate = new WriteRate(builder.writeBytesPerSecond, clock);
    HeapUse heap = new HeapUse(() -> memoryBytesMax, heapBytes);
    tables =
        new TableResources(new BlockCache(builder.blockCacheBytes), openFiles, rate, true, heap);
    pools = new Workers.Pools(backgroundThreads, backgroundThreads);
  }

  /**
   * Refuses a block cache and memtables that alone have no room in the heap.
   *
   * @param heapBytes the largest that the heap can be
   */
  static void checkFits(long cacheBytes, long memTableBytes, long heapBytes) {
    if (cacheBytes + memTableBytes > heapBytes) {
      throw new IllegalArgumentException(
          LogLines.bytes(cacheBytes)
              + " of block cache and "
              + LogLines.bytes(memTableBytes)
              + " of memtables do not fit in a heap of "
              + LogLines.bytes(heapBytes)
              + ": raise -Xmx or lower blockCacheBytes or memTableBytes");
    }
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public long memoryBytesMax() {
    return memoryBytesMax;
  }

  @Override
  public long memTableBytesUsed() {
    return memory.usedBytes();
  }

  @Override
  public long blockCacheBytesUsed() {
    return tables.cache().usedBytes();
  }

  @Override
  public int openFiles() {
    return openFiles.count();
  }

  @Override
  public int backgroundThreads() {
    return backgroundThreads;
  }

  @Override
  public synchronized List<Path> stores() {
    return List.copyOf(stores);
  }

  /**
   * Returns what a store works with: of its own, or what its options say that it shares.
   *
   * @param given the workers, or null for threads
   */
  static Function<DbOptions, StoreMeans> means(Path directory, @Nullable Workers given) {
    return options -> {
      if (options.resources() instanceof StoreSharedResources shared) {
        return shared.enter(directory, given == null ? shared.workers() : given);
      }
      Workers own = given == null ? Workers.threads(options.backgroundThreads()) : given;
      return StoreMeans.own(options, own);
    };
  }

  /** Workers for one more store. */
  public Workers workers() {
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
    return new StoreMeans(workers, memory.open(), parts, tables, () -> unregister(store));
  }

  private synchronized void unregister(Path store) {
    stores.remove(store);
  }

  @Override
  public synchronized void close() {
    if (!stores.isEmpty()) {
      throw new IllegalStateException(
          stores.size()
              + " stores use the shared resources; close them first: "
              + stores.stream().limit(NAMED_AT_MOST).toList());
    }
    closed = true;
    pools.close();
  }

  @Override
  public String toString() {
    return "shared resources for " + stores().size() + " stores: " + LogLines.bytes(memoryBytesMax);
  }

  /** Gathers settings. */
  public static final class Builder implements SharedResources.Builder {

    private long blockCacheBytes = 64 * MIB;
    private long memTableBytes = 64 * MIB;
    private int backgroundThreads = 2;
    private int maxOpenFiles = 10_000;
    private long writeBytesPerSecond;

    private Builder() {}

    @Override
    public Builder blockCacheBytes(long bytes) {
      this.blockCacheBytes = Limits.inRange("blockCacheBytes", bytes, 0, 1L << 40);
      return this;
    }

    @Override
    public Builder memTableBytes(long bytes) {
      this.memTableBytes = Limits.inRange("memTableBytes", bytes, 128 * KIB, 1L << 40);
      return this;
    }

    @Override
    public Builder backgroundThreads(int threads) {
      this.backgroundThreads = (int) Limits.inRange("backgroundThreads", threads, 1, 64);
      return this;
    }

    @Override
    public Builder maxOpenFiles(int files) {
      this.maxOpenFiles = (int) Limits.inRange("maxOpenFiles", files, 4, 1_000_000);
      return this;
    }

    @Override
    public Builder writeBytesPerSecond(long bytes) {
      this.writeBytesPerSecond =
          bytes == 0 ? 0 : Limits.inRange("writeBytesPerSecond", bytes, 64 * KIB, 1L << 40);
      return this;
    }

    @Override
    public SharedResources build() {
      return build(Runtime.getRuntime().maxMemory(), Clock.MACHINE);
    }

    /** Builds them for a heap of such a size, with a clock that is handed in: for tests. */
    public StoreSharedResources build(long heapBytes, Clock clock) {
      return new StoreSharedResources(this, heapBytes, clock);
    }
  }
}
