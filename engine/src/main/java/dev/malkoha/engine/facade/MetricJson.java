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
    return object(
        Stream.of(
            field("name", quoted(metric.name())),
            field("kind", quoted(metric.kind().name().toLowerCase(Locale.ROOT))),
            field("unit", quoted(metric.unit().words())),
            field("description", quoted(metric.description())),
            spread == null
                ? field("samples", array(metric.samples().stream().map(MetricJson::sample)))
                : field("distribution", distribution(spread))));
  }

  private static String sample(Metric.Sample sample) {
    Stream<String> labels =
        sample.labels().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(label -> field(label.getKey(), quoted(label.getValue())));
    return object(
        Stream.of(
            field("labels", object(labels)), field("value", MetricNumber.of(sample.value()))));
  }

  private static String distribution(Metric.Distribution spread) {
    return object(
        Stream.of(
            field("count", Long.toString(spread.count())),
            field("sum", MetricNumber.of(spread.sum())),
            field("max", MetricNumber.of(spread.max())),
            field("quantiles", byNumber(spread.quantiles())),
            field("buckets", byNumber(spread.buckets()))));
  }

  private static String byNumber(Map<Double, ? extends Number> values) {
    return object(
        values.entrySet().stream()
            .map(
                entry ->
                    field(
                        MetricNumber.of(entry.getKey()),
                        MetricNumber.of(entry.getValue().doubleValue()))));
  }

  private static String object(Stream<String> fields) {
    return fields.collect(Collectors.joining(",", "{", "}"));
  }

  private static String array(Stream<String> values) {
    return values.collect(Collectors.joining(",", "[", "]"));
  }

  private static String field(String name, String value) {
    return quoted(name) + ":" + value;
  }

  /** A string; names and descriptions are ours, and keyspaces' names are in none. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
