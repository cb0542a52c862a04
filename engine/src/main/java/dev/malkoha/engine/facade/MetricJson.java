package dev.malkoha.engine.facade;

import dev.malkoha.engine.Metric;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Metrics as one JSON object, a line for each metric. */
final class MetricJson {

  private MetricJson() {}

  static String of(List<Metric> metrics) {
    return metrics.stream()
        .map(MetricJson::metric)
        .collect(Collectors.joining(",\n", "{\"metrics\":[\n", "\n]}\n"));
  }

  private static String metric(Metric metric) {
    Metric.Distribution spread = metric.distribution();
    return Json.object(
        Stream.of(
            Json.field("name", Json.quoted(metric.name())),
            Json.field("kind", Json.quoted(metric.kind().name().toLowerCase(Locale.ROOT))),
            Json.field("unit", Json.quoted(metric.unit().words())),
            Json.field("description", Json.quoted(metric.description())),
            spread == null
                ? Json.field(
                    "samples", Json.array(metric.samples().stream().map(MetricJson::sample)))
                : Json.field("distribution", distribution(spread))));
  }

  private static String sample(Metric.Sample sample) {
    Stream<String> labels =
        sample.labels().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(label -> Json.field(label.getKey(), Json.quoted(label.getValue())));
    return Json.object(
        Stream.of(
            Json.field("labels", Json.object(labels)),
            Json.field("value", Json.number(sample.value()))));
  }

  private static String distribution(Metric.Distribution spread) {
    return Json.object(
        Stream.of(
            Json.field("count", Long.toString(spread.count())),
            Json.field("sum", Json.number(spread.sum())),
            Json.field("max", Json.number(spread.max())),
            Json.field("quantiles", byNumber(spread.quantiles())),
            Json.field("buckets", byNumber(spread.buckets()))));
  }

  private static String byNumber(Map<Double, ? extends Number> values) {
    return Json.object(
        values.entrySet().stream()
            .map(
                entry ->
                    Json.field(
                        Json.number(entry.getKey()), Json.number(entry.getValue().doubleValue()))));
  }
}
