package dev.malkoha.engine.facade;

import dev.malkoha.engine.Metric;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Metrics as one JSON object, a line for each metric. */
final class MetricJson {

  private MetricJson() {}

  static String of(List<Metric> metrics) {
    return metrics.stream()
        .map(metric -> Json.text(object(metric)))
        .collect(Collectors.joining(",\n", "{\"metrics\":[\n", "\n]}\n"));
  }

  private static Map<String, ?> object(Metric metric) {
    Map<String, Object> object =
        Json.object(
            "name", metric.name(),
            "kind", metric.kind().name().toLowerCase(Locale.ROOT),
            "unit", metric.unit().words(),
            "description", metric.description());
    Metric.Distribution spread = metric.distribution();
    if (spread == null) {
      object.put("samples", metric.samples().stream().map(MetricJson::sample).toList());
    } else {
      object.put("distribution", distribution(spread));
    }
    return object;
  }

  private static Map<String, ?> sample(Metric.Sample sample) {
    return Json.object("labels", new TreeMap<>(sample.labels()), "value", sample.value());
  }

  private static Map<String, ?> distribution(Metric.Distribution spread) {
    return Json.object(
        "count", spread.count(),
        "sum", spread.sum(),
        "max", spread.max(),
        "quantiles", spread.quantiles(),
        "buckets", spread.buckets());
  }
}
