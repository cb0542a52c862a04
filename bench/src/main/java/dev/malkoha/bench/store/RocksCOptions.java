package dev.malkoha.bench.store;

import static dev.malkoha.bench.store.RocksCLibrary.call;
import static dev.malkoha.bench.store.RocksCLibrary.make;

/**
 * The options of {@link RocksOptions} in RocksDB's own words, as its files of options have them:
 * setters of C do not reach all that the Java binding sets.
 */
final class RocksCOptions {

  /** As C++ numbers it. */
  private static final int COUNT_WITHOUT_DETAILED_TIMERS = 3;

  private RocksCOptions() {}

  /** Options for a store; they belong to {@code owner}. */
  static long of(StoreSettings settings, RocksNatives owner) {
    long options = parsed(text(settings), owner);
    if (settings.counting()) {
      call("rocksdb_options_enable_statistics", options);
      call("rocksdb_options_set_statistics_level", options, COUNT_WITHOUT_DETAILED_TIMERS);
    }
    if (settings.deletes() == DeleteCare.TUNED) {
      call(
          "rocksdb_options_add_compact_on_deletion_collector_factory_del_ratio",
          options,
          (long) RocksOptions.DELETION_WINDOW,
          (long) RocksOptions.DELETIONS_IN_WINDOW,
          RocksOptions.DELETIONS_IN_TABLE);
    }
    return options;
  }

  private static long parsed(String text, RocksNatives owner) {
    long base = make("rocksdb_options_create");
    long options = make("rocksdb_options_create");
    owner.add(() -> call("rocksdb_options_destroy", options));
    RocksCMemory memory = RocksCMemory.here();
    call("rocksdb_get_options_from_string", base, text, options, memory.errorSlot());
    call("rocksdb_options_destroy", base);
    memory.check("options");
    return options;
  }

  private static String text(StoreSettings settings) {
    return "create_if_missing=true;compression=kSnappyCompression;optimize_filters_for_hits=false"
        + ";info_log_level=ERROR_LEVEL;write_buffer_size="
        + settings.writeBufferBytes()
        + ";max_background_jobs="
        + (settings.compactionThreads() + 1)
        + tables(settings)
        + (settings.prefixBytes() > 0 ? prefixes(settings.prefixBytes()) : "")
        + (settings.valuesApart() > 0 ? apart(settings.valuesApart()) : "")
        + (settings.memory() == MemoryCare.DIRECT ? direct() : "")
        + (settings.deletes() == DeleteCare.TUNED ? deletes() : "");
  }

  /** The cache's share for what matters more, and the threshold, are what the binding sets. */
  private static String tables(StoreSettings settings) {
    boolean free = settings.memory() == MemoryCare.FREE;
    return ";block_based_table_factory={block_cache={high_pri_pool_ratio="
        + (free ? 0.0 : RocksOptions.FIRST_SHARE)
        + ";capacity="
        + settings.cacheBytes()
        + "};filter_policy=bloomfilter:"
        + StoreSettings.BLOOM_BITS_PER_KEY
        + ":false;whole_key_filtering=true;format_version="
        + RocksOptions.FORMAT_VERSION
        + ";uniform_cv_threshold=0.2;block_size="
        + settings.blockBytes()
        + (free ? ";cache_index_and_filter_blocks=false}" : bound() + "}");
  }

  private static String bound() {
    return ";index_type=kTwoLevelIndexSearch;partition_filters=true;metadata_block_size="
        + RocksOptions.METADATA_BLOCK_BYTES
        + ";cache_index_and_filter_blocks=true"
        + ";cache_index_and_filter_blocks_with_high_priority=true"
        + ";pin_top_level_index_and_filter=true;pin_l0_filter_and_index_blocks_in_cache=true";
  }

  private static String direct() {
    return ";use_direct_reads=true;use_direct_io_for_flush_and_compaction=true";
  }

  private static String prefixes(int bytes) {
    return ";prefix_extractor=rocksdb.FixedPrefix."
        + bytes
        + ";memtable_prefix_bloom_size_ratio="
        + RocksOptions.MEMTABLE_PREFIX_SHARE;
  }

  private static String apart(int bytes) {
    return ";enable_blob_files=true;blob_compression_type=kSnappyCompression"
        + ";enable_blob_garbage_collection=true;min_blob_size="
        + bytes;
  }

  private static String deletes() {
    return ";min_tombstones_for_range_conversion=" + RocksOptions.SHORTEST_RUN_CONVERTED;
  }
}
