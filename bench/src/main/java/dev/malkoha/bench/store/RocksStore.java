package dev.malkoha.bench.store;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.StatsLevel;
import org.rocksdb.TableProperties;
import org.rocksdb.TickerType;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB, set up as its own guides advise for point look-ups: whole-key Bloom filters and indexes
 * resident, option objects made once. A hash index inside data blocks and the clock cache were
 * tried and made no difference here.
 *
 * <p>Its statistics cost some per cent of a look-up, so they are on only when counters are wanted;
 * times are taken without them.
 */
final class RocksStore implements Store {

  private static final long POLL_NANOS = 2_000_000;
  private static final List<String> BUSY =
      List.of(
          "rocksdb.mem-table-flush-pending",
          "rocksdb.compaction-pending",
          "rocksdb.num-running-flushes",
          "rocksdb.num-running-compactions");

  /** Native objects in the order they were made; closed in the opposite one. */
  private final Deque<AutoCloseable> owned = new ArrayDeque<>();

  private final @Nullable Statistics statistics;
  private final ReadOptions reads;
  private final WriteOptions writes;
  private final RocksDB db;

  private RocksStore(Path directory, StoreSettings settings) throws RocksDBException {
    statistics = settings.counting() ? own(new Statistics()) : null;
    reads = own(new ReadOptions());
    writes = own(new WriteOptions());
    db = own(RocksDB.open(options(settings), directory.toString()));
  }

  static RocksStore open(Path directory, StoreSettings settings) {
    RocksDB.loadLibrary();
    try {
      return new RocksStore(directory, settings);
    } catch (RocksDBException e) {
      throw failed("open", e);
    }
  }

  private Options options(StoreSettings settings) {
    BlockBasedTableConfig tables =
        new BlockBasedTableConfig()
            .setFormatVersion(6)
            .setFilterPolicy(own(new BloomFilter(StoreSettings.BLOOM_BITS_PER_KEY)))
            .setWholeKeyFiltering(true)
            .setCacheIndexAndFilterBlocks(false)
            .setBlockCache(own(new LRUCache(settings.cacheBytes())))
            .setBlockSize(settings.blockBytes());
    Options options =
        own(new Options())
            .setCreateIfMissing(true)
            .setTableFormatConfig(tables)
            .setCompressionType(CompressionType.SNAPPY_COMPRESSION)
            .setWriteBufferSize(settings.writeBufferBytes())
            .setMaxBackgroundJobs(settings.compactionThreads() + 1)
            .setOptimizeFiltersForHits(false)
            .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL);
    if (statistics != null) {
      statistics.setStatsLevel(StatsLevel.EXCEPT_DETAILED_TIMERS);
      options.setStatistics(statistics);
    }
    return options;
  }

  private <T extends AutoCloseable> T own(T made) {
    owned.push(made);
    return made;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    try {
      db.put(writes, key, value);
    } catch (RocksDBException e) {
      throw failed("put", e);
    }
  }

  @Override
  public void delete(byte[] key) {
    try {
      db.delete(writes, key);
    } catch (RocksDBException e) {
      throw failed("delete", e);
    }
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    try {
      return db.get(reads, key);
    } catch (RocksDBException e) {
      throw failed("get", e);
    }
  }

  @Override
  public Batch batch() {
    return new RocksBatch();
  }

  @Override
  public StoreCursor cursor() {
    return new RocksCursor(db.newIterator(reads));
  }

  @Override
  public void settle() {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      db.flush(options);
      awaitIdle();
    } catch (RocksDBException e) {
      throw failed("flush", e);
    }
  }

  @Override
  public void compact() {
    settle();
    try {
      db.compactRange();
      awaitIdle();
    } catch (RocksDBException e) {
      throw failed("compact", e);
    }
  }

  /** The binding has no call that waits, so this asks until nothing runs and nothing is due. */
  private void awaitIdle() throws RocksDBException {
    for (int i = 0; i < BUSY.size(); ) {
      if (db.getLongProperty(BUSY.get(i)) == 0) {
        i++;
      } else {
        LockSupport.parkNanos(POLL_NANOS);
        i = 0;
      }
    }
  }

  @Override
  public Counters counters() {
    Statistics counted = statistics;
    if (counted == null) {
      return Counters.ZERO;
    }
    return new Counters(
        counted.getTickerCount(TickerType.BLOCK_CACHE_DATA_MISS),
        counted.getTickerCount(TickerType.BLOOM_FILTER_USEFUL),
        counted.getTickerCount(TickerType.BLOOM_FILTER_FULL_POSITIVE)
            - counted.getTickerCount(TickerType.BLOOM_FILTER_FULL_TRUE_POSITIVE));
  }

  @Override
  public double filterBitsPerKey() {
    long filterBytes = 0;
    long entries = 0;
    try {
      for (TableProperties table : db.getPropertiesOfAllTables().values()) {
        filterBytes += table.getFilterSize();
        entries += table.getNumEntries();
      }
    } catch (RocksDBException e) {
      throw failed("table properties", e);
    }
    return entries == 0 ? 0 : filterBytes * 8.0 / entries;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      try {
        owned.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("rocksdb: close failed", e);
      }
    }
  }

  private static IllegalStateException failed(String what, RocksDBException e) {
    return new IllegalStateException("rocksdb: " + what + " failed: " + e.getMessage(), e);
  }

  private final class RocksBatch implements Batch {

    private final WriteBatch entries = new WriteBatch();

    @Override
    public void put(byte[] key, byte[] value) {
      try {
        entries.put(key, value);
      } catch (RocksDBException e) {
        throw failed("batch put", e);
      }
    }

    @Override
    public void commit() {
      try {
        db.write(writes, entries);
      } catch (RocksDBException e) {
        throw failed("write", e);
      }
      entries.clear();
    }

    @Override
    public void close() {
      entries.close();
    }
  }
}
