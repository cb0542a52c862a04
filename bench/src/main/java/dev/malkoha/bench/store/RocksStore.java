package dev.malkoha.bench.store;

import dev.malkoha.bench.Scratch;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.TableProperties;
import org.rocksdb.TickerType;
import org.rocksdb.WriteOptions;

/**
 * RocksDB through its own binding, with option objects made once.
 *
 * <p>Its statistics cost some per cent of a look-up, so they are on only when counters are wanted;
 * times are taken without them.
 */
final class RocksStore implements Store {

  private final Path directory;
  private final RocksNatives owned = new RocksNatives();
  private final @Nullable Statistics statistics;
  private final WriteOptions writes;
  private final @Nullable RocksAging aging;
  private final boolean fifo;
  private final RocksDB db;
  private final RocksView now;
  private final Optional<Merging> merging;

  /** For scans of one prefix; null where filters hold none. */
  private final @Nullable ReadOptions prefixReads;

  private RocksStore(Path directory, StoreSettings settings) throws RocksDBException {
    this.directory = directory;
    statistics = settings.counting() ? owned.add(new Statistics()) : null;
    writes = owned.add(new WriteOptions());
    Options options = RocksOptions.of(settings, statistics, owned);
    fifo = settings.ages() && settings.ageing() == AgeCare.FIFO;
    aging = settings.ages() ? RocksAging.open(directory, settings, options, owned) : null;
    db = aging == null ? owned.add(RocksDB.open(options, directory.toString())) : aging.db();
    now = new RocksView(db, owned.add(new ReadOptions().setTotalOrderSeek(true)));
    merging =
        settings.merges() == MergeKind.NONE ? Optional.empty() : Optional.of(new RocksMerging());
    prefixReads =
        settings.prefixBytes() == 0
            ? null
            : owned.add(new ReadOptions().setPrefixSameAsStart(true));
  }

  static RocksStore open(Path directory, StoreSettings settings) {
    RocksDB.loadLibrary();
    try {
      return new RocksStore(directory, settings);
    } catch (RocksDBException e) {
      throw failed("open", e);
    }
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
  public void deleteRange(byte[] from, byte[] to) {
    try {
      db.deleteRange(writes, from, to);
    } catch (RocksDBException e) {
      throw failed("deleteRange", e);
    }
  }

  @Override
  public Optional<Merging> merging() {
    return merging;
  }

  @Override
  public Optional<Aging> aging() {
    return Optional.ofNullable(aging);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return now.get(key);
  }

  @Override
  public List<byte @Nullable []> getAll(List<byte[]> keys) {
    return now.getAll(keys);
  }

  @Override
  public int get(byte[] key, byte[] into) {
    return now.get(key, into);
  }

  @Override
  public Batch batch() {
    return new RocksBatch(db, writes, null);
  }

  @Override
  public StoreCursor cursor() {
    return now.cursor();
  }

  @Override
  public StoreCursor prefix(byte[] prefix) {
    return prefixReads == null
        ? Store.super.prefix(prefix)
        : new RocksPrefixCursor(new RocksCursor(db.newIterator(prefixReads)), prefix);
  }

  @Override
  public StoreSnapshot snapshot() {
    return RocksSnapshot.of(db);
  }

  @Override
  public void settle() {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      db.flush(options, families());
      RocksIdle.await(this::property);
    } catch (RocksDBException e) {
      throw failed("flush", e);
    }
  }

  @Override
  public void compact() {
    settle();
    try {
      for (ColumnFamilyHandle family : families()) {
        db.compactRange(family);
      }
      RocksIdle.await(this::property);
    } catch (RocksDBException e) {
      throw failed("compact", e);
    }
  }

  private List<ColumnFamilyHandle> families() {
    return aging == null ? List.of(db.getDefaultColumnFamily()) : aging.families();
  }

  /** Of all families, but for one of FIFO compaction: its files are due until something happens. */
  private long property(String name) {
    try {
      return fifo ? db.getLongProperty(name) : db.getAggregatedLongProperty(name);
    } catch (RocksDBException e) {
      throw failed("property", e);
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
            - counted.getTickerCount(TickerType.BLOOM_FILTER_FULL_TRUE_POSITIVE),
        counted.getTickerCount(TickerType.FLUSH_WRITE_BYTES)
            + counted.getTickerCount(TickerType.COMPACT_WRITE_BYTES),
        counted.getTickerCount(TickerType.COMPACT_READ_BYTES));
  }

  @Override
  public Map<DeleteFigure, Long> deleteFigures() {
    long tombstones = properties().stream().mapToLong(TableProperties::getNumDeletions).sum();
    return Map.of(DeleteFigure.TOMBSTONES, tombstones);
  }

  @Override
  public double filterBitsPerKey() {
    long filterBytes = 0;
    long entries = 0;
    for (TableProperties table : properties()) {
      filterBytes += table.getFilterSize();
      entries += table.getNumEntries();
    }
    return entries == 0 ? 0 : filterBytes * 8.0 / entries;
  }

  private Collection<TableProperties> properties() {
    try {
      return db.getPropertiesOfAllTables().values();
    } catch (RocksDBException e) {
      throw failed("table properties", e);
    }
  }

  @Override
  public long bytesOnDisk() {
    return Scratch.bytesIn(directory);
  }

  @Override
  public void close() {
    owned.close();
  }

  static IllegalStateException failed(String what, RocksDBException e) {
    return new IllegalStateException("rocksdb: " + what + " failed: " + e.getMessage(), e);
  }

  /** Its ready operators: of numbers, these are little-endian. */
  private final class RocksMerging implements Merging {

    @Override
    public void merge(byte[] key, byte[] operand) {
      try {
        db.merge(writes, key, operand);
      } catch (RocksDBException e) {
        throw failed("merge", e);
      }
    }

    @Override
    public ByteOrder order() {
      return ByteOrder.LITTLE_ENDIAN;
    }
  }
}
