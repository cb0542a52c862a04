package dev.malkoha.engine.facade;

import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Metric;
import dev.malkoha.engine.store.StoreFigures;
import java.util.List;
import java.util.Map;

/** The figures of a store, by the names of the {@link MetricCatalog}. */
public final class StoreStats implements DbStats {

  private final StoreFigures figures;

  StoreStats(StoreFigures figures) {
    this.figures = figures;
  }

  @Override
  public List<Metric> metrics() {
    return measured(MetricCatalog.ALL);
  }

  @Override
  public List<Metric> keyspaceMetrics() {
    return measured(MetricCatalog.OF_KEYSPACES);
  }

  private List<Metric> measured(List<MetricCatalog.Definition> definitions) {
    return definitions.stream()
        .map(definition -> definition.of(figures))
        .filter(StoreStats::isMeasured)
        .toList();
  }

  @Override
  public Metric metric(String name) {
    MetricCatalog.Definition definition = MetricCatalog.BY_NAME.get(name);
    Metric metric = definition == null ? null : definition.of(figures);
    if (metric == null || !isMeasured(metric)) {
      throw new IllegalArgumentException(
          "there is no metric "
              + name
              + "; gets, scans and times of operations are measured with recordLatencies(true)");
    }
    return metric;
  }

  private static boolean isMeasured(Metric metric) {
    return !metric.samples().isEmpty() || metric.distribution() != null;
  }

  @Override
  public String toJson() {
    return MetricJson.of(metrics());
  }

  @Override
  public String toPrometheus(Map<String, String> labels) {
    return PrometheusText.of(metrics(), labels);
  }

  @Override
  public String toString() {
    return StatsSummary.of(metrics());
  }
}
