package dev.malkoha.engine.facade;

import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Metric;
import dev.malkoha.engine.tree.Tree;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The figures of trees of one store at one moment: the rows of a {@link MetricTable}. */
public final class StoreStats implements DbStats {

  private final Map<String, Metric> metrics;
  private final int ofKeyspaces;

  StoreStats(Collection<Tree> trees) {
    MetricTable table = new MetricTable(trees);
    ofKeyspaces = table.addKeyspaces();
    metrics = table.addStore();
  }

  @Override
  public List<Metric> metrics() {
    return List.copyOf(metrics.values());
  }

  @Override
  public List<Metric> keyspaceMetrics() {
    return metrics().subList(0, ofKeyspaces);
  }

  @Override
  public Metric metric(String name) {
    Metric metric = metrics.get(name);
    if (metric == null) {
      throw new IllegalArgumentException(
          "there is no metric "
              + name
              + "; times of operations are measured with recordLatencies(true)");
    }
    return metric;
  }

  @Override
  public String toJson() {
    return MetricText.json(metrics());
  }

  @Override
  public String toPrometheus(Map<String, String> labels) {
    return MetricText.prometheus(metrics(), labels);
  }

  @Override
  public String toString() {
    return StatsSummary.of(metrics);
  }
}
