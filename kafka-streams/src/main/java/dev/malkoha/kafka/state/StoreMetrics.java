package dev.malkoha.kafka.state;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.KeyRange;
import java.math.BigInteger;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.ProcessorContextUtils;
import org.apache.kafka.streams.processor.internals.metrics.StreamsMetricsImpl;
import org.apache.kafka.streams.state.internals.metrics.RocksDBMetrics;
import org.apache.kafka.streams.state.internals.metrics.RocksDBMetrics.RocksDBMetricContext;

/**
 * The figures of a store in the application's metrics, by the names that RocksDB's stores have for
 * them where they mean the same. They go when Kafka Streams closes the store.
 */
final class StoreMetrics {

  private final Db db;
  private final StateDb store;
  private final ProcessResources resources;

  StoreMetrics(StateDb store, Db db, ProcessResources resources) {
    this.store = store;
    this.db = db;
    this.resources = resources;
  }

  /** Adds the figures to the metrics of a store's task. */
  void register(String name, String scope, StateStoreContext context) {
    StreamsMetricsImpl to = ProcessorContextUtils.metricsImpl(context);
    RocksDBMetricContext of = new RocksDBMetricContext(context.taskId().toString(), scope, name);
    RocksDBMetrics.addNumImmutableMemTableMetric(to, of, stat(StoreMetrics::waiting));
    RocksDBMetrics.addMemTableFlushPending(to, of, stat(stats -> Math.min(1, waiting(stats))));
    RocksDBMetrics.addCurSizeAllMemTables(to, of, stat(DbStats::memTableBytes));
    RocksDBMetrics.addSizeAllMemTables(to, of, stat(DbStats::memTableBytes));
    RocksDBMetrics.addTotalSstFilesSizeMetric(to, of, stat(DbStats::tableBytes));
    RocksDBMetrics.addLiveSstFilesSizeMetric(to, of, stat(DbStats::tableBytes));
    RocksDBMetrics.addBackgroundErrorsMetric(to, of, stat(StoreMetrics::sealed));
    RocksDBMetrics.addEstimateNumKeysMetric(to, of, figure(d -> d.estimate(KeyRange.all())));
    RocksDBMetrics.addBlockCacheCapacityMetric(to, of, figure(_ -> resources.blockCacheBytes()));
    RocksDBMetrics.addBlockCacheUsageMetric(
        to, of, figure(_ -> resources.shared().blockCacheBytesUsed()));
  }

  private static long waiting(DbStats stats) {
    return value(stats, "memtables.waiting");
  }

  private static long sealed(DbStats stats) {
    return value(stats, "sealed");
  }

  private static long value(DbStats stats, String metric) {
    return (long) stats.metric(metric).samples().getFirst().value();
  }

  private Gauge<BigInteger> stat(ToLongFunction<DbStats> figure) {
    return figure(open -> figure.applyAsLong(open.stats()));
  }

  /** Zero where the store is closed at the very moment. */
  private Gauge<BigInteger> figure(ToLongFunction<Db> figure) {
    return (config, now) -> {
      try {
        return BigInteger.valueOf(store.isOpen() ? figure.applyAsLong(db) : 0);
      } catch (IllegalStateException e) {
        return BigInteger.ZERO;
      }
    };
  }
}
