package dev.malkoha.bench.store;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.Statistics;
import org.rocksdb.StatsLevel;
import org.rocksdb.StringAppendOperator;
import org.rocksdb.TablePropertiesCollectorFactory;
import org.rocksdb.UInt64AddOperator;

/**
 * RocksDB's options, as its own guides advise for point look-ups: whole-key Bloom filters and
 * indexes resident. A hash index inside data blocks and the clock cache were tried and made no
 * difference here.
 *
 * <p>Where memory is bounded: filters and indexes in parts of 4 KiB in the block cache, with high
 * priority, their top levels and those of level 0 pinned, as its guide to partitioned filters says.
 *
 * <p>Where filters are to hold prefixes: its extractor of a fixed length, and a Bloom filter of
 * prefixes in the memtable, of the share of it that its developers advise.
 *
 * <p>For {@link DeleteCare#TUNED} also what RocksDB has for deletes and its binding offers:
 *
 * <ul>
 *   <li>the collector that has a table compacted for its deletes, when a window of entries or the
 *       whole table has too many of them ("deletion-triggered compaction");
 *   <li>the conversion of a run of deletes that a scan met into one range delete in the memtable
 *       (its developers' value for measurements is used).
 * </ul>
 *
 * <p>Read-triggered compaction is left off: the collector already has every such table compacted.
 * So is the flush that a scan through deletes asks for: the binding has no setter for it, it takes
 * effect with the next write only, and tried through properties it changed nothing here. Dynamic
 * level sizes are on by default; periodic and time-to-live compactions work in days.
 */
final class RocksOptions {

  static final int FORMAT_VERSION = 6;
  static final int METADATA_BLOCK_BYTES = 4096;

  /** As many parts of the cache as RocksDB finds right. */
  private static final int SHARDS_OF_ITS_OWN = -1;

  /** The most of the cache for what is kept before blocks of data; RocksDB's own default. */
  static final double FIRST_SHARE = 0.5;

  /** Entries looked at together; the collector rounds this up to a multiple of 128. */
  static final int DELETION_WINDOW = 128;

  static final int DELETIONS_IN_WINDOW = 32;
  static final double DELETIONS_IN_TABLE = 0.25;
  static final int SHORTEST_RUN_CONVERTED = 8;
  static final double MEMTABLE_PREFIX_SHARE = 0.02;

  private RocksOptions() {}

  /** The options that {@link DeleteCare#TUNED} adds, in words. */
  static String deleteTuning() {
    return String.format(
            Locale.ROOT,
            "tables compacted for %d deletes in %d entries or %.0f %% deletes,",
            DELETIONS_IN_WINDOW,
            DELETION_WINDOW,
            DELETIONS_IN_TABLE * 100)
        + " runs of %s deletes converted by scans".formatted(SHORTEST_RUN_CONVERTED);
  }

  /** Options for a store; they and all they refer to belong to {@code owner}. */
  static Options of(StoreSettings settings, @Nullable Statistics statistics, RocksNatives owner) {
    Options options =
        owner
            .add(new Options())
            .setCreateIfMissing(true)
            .setTableFormatConfig(tables(settings, owner))
            .setCompressionType(CompressionType.SNAPPY_COMPRESSION)
            .setWriteBufferSize(settings.writeBufferBytes())
            .setMaxBackgroundJobs(settings.compactionThreads() + 1)
            .setOptimizeFiltersForHits(false)
            .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL);
    if (statistics != null) {
      statistics.setStatsLevel(StatsLevel.EXCEPT_DETAILED_TIMERS);
      options.setStatistics(statistics);
    }
    if (settings.prefixBytes() > 0) {
      options
          .useFixedLengthPrefixExtractor(settings.prefixBytes())
          .setMemtablePrefixBloomSizeRatio(MEMTABLE_PREFIX_SHARE);
    }
    if (settings.valuesApart() > 0) {
      options
          .setEnableBlobFiles(true)
          .setMinBlobSize(settings.valuesApart())
          .setBlobCompressionType(CompressionType.SNAPPY_COMPRESSION)
          .setEnableBlobGarbageCollection(true);
    }
    switch (settings.merges()) {
      case NONE -> {}
      case SUM -> options.setMergeOperator(owner.add(new UInt64AddOperator()));
      case LIST -> options.setMergeOperator(owner.add(new StringAppendOperator(',')));
    }
    if (settings.memory() == MemoryCare.DIRECT) {
      options.setUseDirectReads(true).setUseDirectIoForFlushAndCompaction(true);
    }
    if (settings.deletes() == DeleteCare.TUNED) {
      tuneDeletes(options, owner);
    }
    return options;
  }

  private static BlockBasedTableConfig tables(StoreSettings settings, RocksNatives owner) {
    BlockBasedTableConfig tables =
        new BlockBasedTableConfig()
            .setFormatVersion(FORMAT_VERSION)
            .setFilterPolicy(owner.add(new BloomFilter(StoreSettings.BLOOM_BITS_PER_KEY)))
            .setWholeKeyFiltering(true)
            .setBlockSize(settings.blockBytes());
    return settings.memory() == MemoryCare.FREE
        ? tables
            .setCacheIndexAndFilterBlocks(false)
            .setBlockCache(owner.add(new LRUCache(settings.cacheBytes())))
        : bound(tables, settings.cacheBytes(), owner);
  }

  /** Filters and indexes in parts, cached as blocks are, and kept before those. */
  private static BlockBasedTableConfig bound(
      BlockBasedTableConfig tables, long cacheBytes, RocksNatives owner) {
    return tables
        .setBlockCache(owner.add(new LRUCache(cacheBytes, SHARDS_OF_ITS_OWN, false, FIRST_SHARE)))
        .setIndexType(IndexType.kTwoLevelIndexSearch)
        .setPartitionFilters(true)
        .setMetadataBlockSize(METADATA_BLOCK_BYTES)
        .setCacheIndexAndFilterBlocks(true)
        .setCacheIndexAndFilterBlocksWithHighPriority(true)
        .setPinTopLevelIndexAndFilter(true)
        .setPinL0FilterAndIndexBlocksInCache(true);
  }

  private static void tuneDeletes(Options options, RocksNatives owner) {
    options.setTablePropertiesCollectorFactory(
        List.of(
            owner.add(
                TablePropertiesCollectorFactory.NewCompactOnDeletionCollectorFactory(
                    DELETION_WINDOW, DELETIONS_IN_WINDOW, DELETIONS_IN_TABLE))));
    options.setMinTombstonesForRangeConversion(SHORTEST_RUN_CONVERTED);
  }
}
