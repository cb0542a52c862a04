package dev.malkoha.micrometer;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Metric;
import dev.malkoha.engine.Metric.Sample;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A store's metrics as they were at most a second ago, or when the store was closed. Any thread.
 */
final class Figures {

  private static final long AGE_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

  private static final Metric.Distribution NO_TIMES =
      new Metric.Distribution(0, 0, 0, new TreeMap<>(), new TreeMap<>());

  private final Db db;
  private final LongSupplier clock;

  // Guarded by this object's monitor.
  private Map<String, Metric> byName;
  private long readAt;
  private boolean closed;

  Figures(Db db, LongSupplier clock) {
    this.db = db;
    this.clock = clock;
    this.readAt = clock.getAsLong();
    this.byName = read();
  }

  private Map<String, Metric> read() {
    Map<String, Metric> metrics = new LinkedHashMap<>();
    db.stats().metrics().forEach(metric -> metrics.put(metric.name(), metric));
    return metrics;
  }

  private Map<String, Metric> fresh() {
    long now = clock.getAsLong();
    if (!closed && now - readAt >= AGE_NANOS_MAX) {
      try {
        byName = read();
        readAt = now;
      } catch (IllegalStateException e) {
        closed = true;
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
    return closed ? Double.NaN : last;
  }

  /** How times are spread, or were last. */
  synchronized Metric.Distribution times(String name) {
    Metric metric = fresh().get(name);
    Metric.Distribution times = metric == null ? null : metric.distribution();
    return times == null ? NO_TIMES : times;
  }
}
