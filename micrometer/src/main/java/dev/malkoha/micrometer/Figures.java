package dev.malkoha.micrometer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Metric;
import dev.malkoha.engine.Metric.Sample;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of a store, or of a keyspace, as they were at most a second ago, or when it was closed or
 * dropped. Any thread.
 */
final class Figures {

  private static final long AGE_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

  private static final Metric.Distribution NO_TIMES =
      new Metric.Distribution(0, 0, 0, new TreeMap<>(), new TreeMap<>());

  private final Function<DbStats, List<Metric>> which;
  private final LongSupplier clock;

  @GuardedBy("this")
  private Map<String, Metric> byName;

  @GuardedBy("this")
  private long readAt;

  /** Null once the store is closed: a registry may keep these figures for long. */
  private @Nullable Supplier<DbStats> source;

  /**
   * Reads figures for the first time.
   *
   * @param which of the source's metrics these are
   */
  Figures(Supplier<DbStats> source, Function<DbStats, List<Metric>> which, LongSupplier clock) {
    this.source = source;
    this.which = which;
    this.clock = clock;
    this.readAt = clock.getAsLong();
    this.byName = read(source);
  }

  private Map<String, Metric> read(Supplier<DbStats> from) {
    Map<String, Metric> metrics = new LinkedHashMap<>();
    which.apply(from.get()).forEach(metric -> metrics.put(metric.name(), metric));
    return metrics;
  }

  @GuardedBy("this")
  private Map<String, Metric> fresh() {
    long now = clock.getAsLong();
    Supplier<DbStats> from = source;
    if (from != null && now - readAt >= AGE_NANOS_MAX) {
      try {
        byName = read(from);
        readAt = now;
      } catch (IllegalStateException e) {
        source = null;
      }
    }
    return byName;
  }

  /** All metrics. */
  synchronized Collection<Metric> all() {
    return fresh().values();
  }

  /** A value, or what it was last. */
  synchronized double last(String name, Map<String, String> labels) {
    Metric metric = fresh().get(name);
    return metric == null
        ? Double.NaN
        : metric.samples().stream()
            .filter(sample -> sample.labels().equals(labels))
            .mapToDouble(Sample::value)
            .findFirst()
            .orElse(Double.NaN);
  }

  /** A value; NaN if the store is closed. */
  synchronized double now(String name, Map<String, String> labels) {
    double last = last(name, labels);
    return source == null ? Double.NaN : last;
  }

  /** How times are spread, or were last. */
  synchronized Metric.Distribution times(String name) {
    Metric metric = fresh().get(name);
    Metric.Distribution times = metric == null ? null : metric.distribution();
    return times == null ? NO_TIMES : times;
  }
}
