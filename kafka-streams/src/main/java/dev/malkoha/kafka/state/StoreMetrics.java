package dev.malkoha.kafka.state;

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
import org.jspecify.annotations.Nullable;

/**
 * The figures of a store in the application's metrics, by the names that RocksDB's stores have for
 * them where they mean the same. They go when Kafka Streams closes the store.
 *
 * <p>The metrics keep what was registered first. So there is one of these for a store, however
 * often that is opened.
 */
final class StoreMetrics {

  /** The store that the figures are of; null while it is closed. */
  private volatile @Nullable StateDb open;

  /** Shows the figures of a store that was opened, in the metrics of its task. */
  void begin(StateDb opened, String name, StateStoreContext context) {
    open = opened;
    register(name, StateDb.METRICS_SCOPE, context);
  }

  /** Shows zeros from now on, and holds nothing of the store. */
  void end() {
    open = null;
  }

  private void register(String name, String scope, StateStoreContext context) {
    StreamsMetricsImpl to = ProcessorContextUtils.metricsImpl(context);
    RocksDBMetricContext of = new RocksDBMetricContext(context.taskId().toString(), scope, name);
    RocksDBMetrics.addNumImmutableMemTableMetric(to, of, stat(StoreMetrics::waiting));
    RocksDBMetrics.addMemTableFlushPending(to, of, stat(stats -> Math.min(1, waiting(stats))));
    RocksDBMetrics.addCurSizeAllMemTables(to, of, stat(DbStats::memTableBytes));
    RocksDBMetrics.addSizeAllMemTables(to, of, stat(DbStats::memTableBytes));
    RocksDBMetrics.addTotalSstFilesSizeMetric(to, of, stat(DbStats::tableBytes));
    RocksDBMetrics.addLiveSstFilesSizeMetric(to, of, stat(DbStats::tableBytes));
    RocksDBMetrics.addBackgroundErrorsMetric(to, of, stat(StoreMetrics::sealed));
    RocksDBMetrics.addEstimateNumKeysMetric(to, of, figure(d -> d.db().estimate(KeyRange.all())));
    RocksDBMetrics.addBlockCacheCapacityMetric(
        to, of, figure(d -> d.resources().config().blockCacheBytes()));
    RocksDBMetrics.addBlockCacheUsageMetric(
        to, of, figure(d -> d.resources().shared().blockCacheBytesUsed()));
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
    return figure(d -> figure.applyAsLong(d.db().stats()));
  }

  /** Zero where the store is closed at the very moment. */
  private Gauge<BigInteger> figure(ToLongFunction<StateDb> figure) {
    return (config, now) -> {
      StateDb shown = open;
      try {
        return BigInteger.valueOf(shown == null ? 0 : figure.applyAsLong(shown));
      } catch (IllegalStateException e) {
        return BigInteger.ZERO;
      }
    };
  }
}
