package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.Metric;

/** Metrics as text for programs: in format 0.0.4 of Prometheus, and as JSON (RFC 8259). */
final class MetricText {

  private static final double WHOLE_MAX = 1L << 53;
  private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

  private final Map<String, String> common;
  private final StringBuilder out = new StringBuilder();

  private MetricText(Map<String, String> common) {
    this.common = common;
  }

  /** Returns a number, without a fraction if it has none. */
  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) <= WHOLE_MAX
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /** Returns one JSON object, with a line for each metric. */
  static String json(List<Metric> metrics) {
    return metrics.stream()
        .map(MetricText::json)
        .collect(Collectors.joining(",\n", "{\"metrics\":[\n", "\n]}\n"));
  }

  /** Returns an object; the words of a metric need no escapes. */
  private static String json(Metric metric) {
    Metric.Distribution spread = metric.distribution();
    String values =
        spread == null
            ? metric.samples().stream()
                .map(MetricText::json)
                .collect(Collectors.joining(",", "\"samples\":[", "]"))
            : "\"distribution\":" + json(spread);
    return "{\"name\":\"%s\",\"kind\":\"%s\",\"unit\":\"%s\",\"description\":\"%s\",%s}"
        .formatted(
            metric.name(), kind(metric), metric.unit().words(), metric.description(), values);
  }

  private static String kind(Metric metric) {
    return metric.kind().name().toLowerCase(Locale.ROOT);
  }

  private static String json(Metric.Sample sample) {
    return "{\"labels\":%s,\"value\":%s}"
        .formatted(json(new TreeMap<>(sample.labels())), number(sample.value()));
  }

  private static String json(Metric.Distribution spread) {
    return "{\"count\":%s,\"sum\":%s,\"max\":%s,\"quantiles\":%s,\"buckets\":%s}"
        .formatted(
            spread.count(),
            number(spread.sum()),
            number(spread.max()),
            json(spread.quantiles()),
            json(spread.buckets()));
  }

  private static String json(SortedMap<?, ?> fields) {
    return fields.entrySet().stream()
        .map(field -> "\"" + text(field.getKey()) + "\":" + json(field.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String json(Object value) {
    return value instanceof Number ? text(value) : "\"" + value + "\"";
  }

  private static String text(Object value) {
    return value instanceof Number number ? number(number.doubleValue()) : value.toString();
  }

  /**
   * Returns the text for Prometheus.
   *
   * @param common labels that every line gets
   * @throws IllegalArgumentException if the name of one is none
   */
  static String prometheus(List<Metric> metrics, Map<String, String> common) {
    for (String name : common.keySet()) {
      if (!LABEL.matcher(name).matches() || name.startsWith("__")) {
        throw new IllegalArgumentException(
            "the label \"" + name + "\" has no name for Prometheus: use letters, digits and _");
      }
    }
    MetricText text = new MetricText(common);
    metrics.forEach(text::add);
    return text.out.toString();
  }

  private void add(Metric metric) {
    String name = metric.prometheusName();
    out.append("# HELP ").append(name).append(' ').append(metric.description()).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(kind(metric)).append('\n');
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
    out.append(' ').append(number(value.doubleValue())).append('\n');
  }

  private static String value(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"");
  }
}
