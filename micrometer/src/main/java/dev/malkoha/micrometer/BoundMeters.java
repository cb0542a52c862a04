package dev.malkoha.micrometer;

import dev.malkoha.engine.Metric;
import dev.malkoha.engine.Metric.Sample;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The meters that one binding has made in a registry. One thread at a time. */
final class BoundMeters {

  private final MeterRegistry registry;
  private final List<Meter> meters = new ArrayList<>();

  /** Begins without any. */
  BoundMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Registers meters of all figures, with these tags. */
  void add(Figures figures, Tags tags) {
    for (Metric metric : figures.all()) {
      switch (metric.kind()) {
        case COUNTER -> metric.samples().forEach(sample -> counter(figures, tags, metric, sample));
        case GAUGE -> metric.samples().forEach(sample -> gauge(figures, tags, metric, sample));
        case HISTOGRAM -> times(figures, tags, metric);
      }
    }
  }

  /** Removes those that are still in the registry. */
  @SuppressWarnings("ReferenceEquality") // that very meter is meant
  void remove() {
    for (Meter meter : meters) {
      Meter.Id id = meter.getId();
      boolean isThere =
          registry.find(id.getName()).tags(id.getTags()).meters().stream()
              .anyMatch(found -> found == meter);
      if (isThere) {
        registry.remove(meter);
      }
    }
    meters.clear();
  }

  /** Registers a meter in the place of one that is there: else that one would stay. */
  private void register(String name, Tags tags, Function<MeterRegistry, Meter> meter) {
    registry.removeByPreFilterId(new Meter.Id(name, tags, null, null, Meter.Type.OTHER));
    meters.add(meter.apply(registry));
  }

  private void counter(Figures figures, Tags tags, Metric metric, Sample sample) {
    String of = metric.name();
    Map<String, String> labels = sample.labels();
    Tags all = with(tags, labels);
    register(
        name(metric),
        all,
        FunctionCounter.builder(name(metric), figures, now -> now.last(of, labels))
                .description(metric.description())
                .baseUnit(unit(metric))
                .tags(all)
            ::register);
  }

  /** Gauges are what keeps the figures from being collected as garbage. */
  private void gauge(Figures figures, Tags tags, Metric metric, Sample sample) {
    String of = metric.name();
    Map<String, String> labels = sample.labels();
    Tags all = with(tags, labels);
    register(
        name(metric),
        all,
        Gauge.builder(name(metric), figures, now -> now.now(of, labels))
                .description(metric.description())
                .baseUnit(unit(metric))
                .tags(all)
                .strongReference(true)
            ::register);
  }

  private void times(Figures figures, Tags tags, Metric metric) {
    String of = metric.name();
    register(
        name(metric),
        tags,
        FunctionTimer.builder(
                    name(metric),
                    figures,
                    now -> now.times(of).count(),
                    now -> now.times(of).sum(),
                    TimeUnit.SECONDS)
                .description(metric.description())
                .tags(tags)
            ::register);
    for (double share : quantiles(metric)) {
      String name = name(metric) + ".quantile";
      Tags all = tags.and("quantile", Double.toString(share));
      register(
          name,
          all,
          TimeGauge.builder(
                      name,
                      figures,
                      TimeUnit.SECONDS,
                      now -> now.times(of).quantiles().getOrDefault(share, Double.NaN))
                  .description(metric.description() + ": what a share of them does not exceed")
                  .tags(all)
              ::register);
    }
    String longest = name(metric) + ".max";
    register(
        longest,
        tags,
        TimeGauge.builder(longest, figures, TimeUnit.SECONDS, now -> now.times(of).max())
                .description(metric.description() + ": the longest since the store was opened")
                .tags(tags)
            ::register);
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

  private static Tags with(Tags tags, Map<String, String> labels) {
    Tags all = tags;
    for (Map.Entry<String, String> label : labels.entrySet()) {
      all = all.and(label.getKey(), label.getValue());
    }
    return all;
  }
}
