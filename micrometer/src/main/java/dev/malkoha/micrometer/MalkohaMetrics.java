package dev.malkoha.micrometer;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Metric;
import dev.malkoha.engine.Metric.Sample;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Registers a store's metrics as meters: {@code malkoha.} and the metric's name, with its unit, its
 * meaning and its labels as tags.
 *
 * <p>Counters are function counters and gauges are gauges. A histogram of times is a function timer
 * of its count and sum, with a gauge for each quantile, named {@code .quantile}, and one for the
 * longest, named {@code .max}. Figures are at most a second old: they are read once for all meters.
 * When the store is closed counters stay as they are, and gauges are NaN. The registry keeps what
 * is bound to it.
 */
public final class MalkohaMetrics implements MeterBinder {

  private final Figures figures;
  private final Tags tags;

  /** Metrics of a store that is the only one in its registry. */
  public MalkohaMetrics(Db db) {
    this(db, List.of());
  }

  /**
   * Metrics of a store.
   *
   * @param tags that every meter gets, such as the store's name
   */
  public MalkohaMetrics(Db db, Iterable<Tag> tags) {
    this(db, tags, System::nanoTime);
  }

  MalkohaMetrics(Db db, Iterable<Tag> tags, LongSupplier clock) {
    this.figures = new Figures(db, clock);
    this.tags = Tags.of(tags);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (Metric metric : figures.all()) {
      switch (metric.kind()) {
        case COUNTER -> metric.samples().forEach(sample -> counter(registry, metric, sample));
        case GAUGE -> metric.samples().forEach(sample -> gauge(registry, metric, sample));
        case HISTOGRAM -> times(registry, metric);
      }
    }
  }

  private void counter(MeterRegistry registry, Metric metric, Sample sample) {
    String of = metric.name();
    Map<String, String> labels = sample.labels();
    FunctionCounter.builder(name(metric), figures, all -> all.last(of, labels))
        .description(metric.description())
        .baseUnit(unit(metric))
        .tags(tags(labels))
        .register(registry);
  }

  /** Gauges are what keeps the figures from being collected as garbage. */
  private void gauge(MeterRegistry registry, Metric metric, Sample sample) {
    String of = metric.name();
    Map<String, String> labels = sample.labels();
    Gauge.builder(name(metric), figures, all -> all.now(of, labels))
        .description(metric.description())
        .baseUnit(unit(metric))
        .tags(tags(labels))
        .strongReference(true)
        .register(registry);
  }

  private void times(MeterRegistry registry, Metric metric) {
    String of = metric.name();
    FunctionTimer.builder(
            name(metric),
            figures,
            all -> all.times(of).count(),
            all -> all.times(of).sum(),
            TimeUnit.SECONDS)
        .description(metric.description())
        .tags(tags)
        .register(registry);
    for (double share : quantiles(metric)) {
      TimeGauge.builder(
              name(metric) + ".quantile",
              figures,
              TimeUnit.SECONDS,
              all -> all.times(of).quantiles().getOrDefault(share, Double.NaN))
          .description(metric.description() + ": what a share of them does not exceed")
          .tags(tags.and("quantile", Double.toString(share)))
          .register(registry);
    }
    TimeGauge.builder(name(metric) + ".max", figures, TimeUnit.SECONDS, all -> all.times(of).max())
        .description(metric.description() + ": the longest since the store was opened")
        .tags(tags)
        .register(registry);
  }

  private static Set<Double> quantiles(Metric metric) {
    Metric.Distribution times = metric.distribution();
    return times == null ? Set.of() : times.quantiles().keySet();
  }

  private static String name(Metric metric) {
    return "malkoha." + metric.name();
  }

  private static @Nullable String unit(Metric metric) {
    return metric.unit() == Metric.Unit.NONE ? null : metric.unit().words();
  }

  private Tags tags(Map<String, String> labels) {
    Tags all = tags;
    for (Map.Entry<String, String> label : labels.entrySet()) {
      all = all.and(label.getKey(), label.getValue());
    }
    return all;
  }
}
