package dev.malkoha.engine.facade;

import dev.malkoha.engine.Metric;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Metrics in the text format 0.0.4 of Prometheus. */
final class PrometheusText {

  private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

  private final Map<String, String> common;
  private final StringBuilder out = new StringBuilder();

  private PrometheusText(Map<String, String> common) {
    this.common = common;
  }

  /**
   * The text.
   *
   * @param common labels that every line gets
   * @throws IllegalArgumentException if the name of one is none
   */
  static String of(List<Metric> metrics, Map<String, String> common) {
    for (String name : common.keySet()) {
      if (!LABEL.matcher(name).matches() || name.startsWith("__")) {
        throw new IllegalArgumentException(
            "the label \"" + name + "\" has no name for Prometheus: use letters, digits and _");
      }
    }
    PrometheusText text = new PrometheusText(common);
    metrics.forEach(text::add);
    return text.out.toString();
  }

  private void add(Metric metric) {
    String name = metric.prometheusName();
    String type = metric.kind().name().toLowerCase(Locale.ROOT);
    out.append("# HELP ").append(name).append(' ').append(help(metric.description())).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    Metric.Distribution spread = metric.distribution();
    if (spread != null) {
      add(name, spread);
    }
    metric.samples().stream()
        .sorted(Comparator.comparing(sample -> sample.labels().toString()))
        .forEach(sample -> line(name, sample.labels(), sample.value()));
  }

  private void add(String name, Metric.Distribution spread) {
    for (Map.Entry<Double, Long> bucket : spread.buckets().entrySet()) {
      line(name + "_bucket", Map.of("le", bucket.getKey().toString()), bucket.getValue());
    }
    line(name + "_bucket", Map.of("le", "+Inf"), spread.count());
    line(name + "_sum", Map.of(), spread.sum());
    line(name + "_count", Map.of(), spread.count());
  }

  private void line(String name, Map<String, String> labels, Number value) {
    SortedMap<String, String> all = new TreeMap<>(common);
    all.putAll(labels);
    out.append(name);
    if (!all.isEmpty()) {
      out.append(
          all.entrySet().stream()
              .map(label -> label.getKey() + "=\"" + value(label.getValue()) + "\"")
              .collect(Collectors.joining(",", "{", "}")));
    }
    out.append(' ').append(Json.number(value.doubleValue())).append('\n');
  }

  private static String help(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n");
  }

  private static String value(String text) {
    return help(text).replace("\"", "\\\"");
  }
}
