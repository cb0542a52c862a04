package dev.malkoha.kafkabench.app;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * RocksDB with its memory bounded, as guides to Kafka Streams advise: one block cache for all
 * stores of the process, which also holds indexes and filters, and what their write buffers take.
 */
public final class TunedRocks implements RocksDBConfigSetter {

  private static final long CACHE_BYTES = 128L << 20;
  private static final long WRITE_BUFFERS_BYTES = 64L << 20;
  private static final long WRITE_BUFFER_BYTES = 16L << 20;
  private static final double FOR_INDEXES = 0.1;
  private static final int SHARD_BITS = -1;

  /** For the life of the process: stores come and go. */
  private static final class Shared {
    static final Cache CACHE = new LRUCache(CACHE_BYTES, SHARD_BITS, false, FOR_INDEXES);
    static final WriteBufferManager BUFFERS = new WriteBufferManager(WRITE_BUFFERS_BYTES, CACHE);

    private Shared() {}
  }

  /** Made by Kafka Streams, for each store one. */
  public TunedRocks() {}

  /** The most memory of all of it, in bytes. */
  public static long bound() {
    return CACHE_BYTES;
  }

  @Override
  public void setConfig(String store, Options options, Map<String, Object> configs) {
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(Shared.CACHE);
    table.setCacheIndexAndFilterBlocks(true);
    table.setCacheIndexAndFilterBlocksWithHighPriority(true);
    table.setPinTopLevelIndexAndFilter(true);
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(Shared.BUFFERS);
    options.setWriteBufferSize(WRITE_BUFFER_BYTES);
    options.setMaxWriteBufferNumber(3);
  }

  @Override
  public void close(String store, Options options) {
    // The cache and the buffers are shared with stores that are still open.
  }
}
