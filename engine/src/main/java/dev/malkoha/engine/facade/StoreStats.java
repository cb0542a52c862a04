package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Metric;
import dev.malkoha.engine.Metric.Sample;
import dev.malkoha.engine.observe.LogLines;
import dev.malkoha.engine.tree.Tree;

/** The figures of trees of one store at one moment: the rows of a {@link MetricTable}. */
public final class StoreStats implements DbStats {

  /** Metrics that are told as shares, too: each of the sum of others. */
  private static final Map<String, List<String>> SHARES =
      Map.of(
          "table.dead.entries", List.of("table.entries"),
          "value.files.live", List.of("value.files.size"),
          "block.cache.hits", List.of("block.cache.hits", "block.reads"),
          "table.expired.entries", List.of("table.entries"),
          "filter.negatives", List.of("filter.probes"),
          "filter.false.positives", List.of("filter.probes"),
          "flush.written", List.of("user.written"),
          "compaction.written", List.of("user.written"));

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

  /** A table for people, one metric in each line; nothing that is zero is told. */
  @Override
  public String toString() {
    return metrics.values().stream()
        .flatMap(this::lines)
        .map(line -> line.stripTrailing() + System.lineSeparator())
        .collect(Collectors.joining());
  }

  private Stream<String> lines(Metric metric) {
    Metric.Distribution times = metric.distribution();
    if (times != null) {
      return times.count() == 0 ? Stream.empty() : Stream.of(line(metric.name(), times));
    }
    return metric.samples().stream()
        .filter(sample -> sample.value() != 0)
        .map(sample -> line(name(metric, sample), text(metric, sample.value()), share(metric)));
  }

  private static String line(String name, String value, String more) {
    return "%-26s %11s  %s".formatted(name, value, more);
  }

  private static String line(String name, Metric.Distribution times) {
    String quantiles =
        times.quantiles().entrySet().stream()
            .map(each -> "p" + percent(each.getKey()) + " " + LogLines.time(each.getValue()))
            .collect(Collectors.joining(", "));
    String timed = LogLines.words("%,.0f timed", (double) times.count());
    return line(name, timed, quantiles + ", max " + LogLines.time(times.max()));
  }

  private static String percent(double share) {
    return MetricText.number(Math.round(share * 1_000) / 10.0);
  }

  private static String name(Metric metric, Sample sample) {
    String level = sample.labels().get("level");
    String label = level == null ? String.join(" ", sample.labels().values()) : "L" + level;
    return label.isEmpty() ? metric.name() : metric.name() + " " + label;
  }

  private static String text(Metric metric, double value) {
    return switch (metric.unit()) {
      case NONE -> LogLines.words(value == Math.rint(value) ? "%,.0f" : "%.4f", value);
      case BYTES -> LogLines.bytes((long) value);
      case SECONDS -> LogLines.time(value);
    };
  }

  private String share(Metric metric) {
    if (metric.name().equals("filter.size")) {
      double bits = Byte.SIZE * metric.value();
      return LogLines.words("%.1f bits a key", bits / metric("filter.keys").value());
    }
    List<String> whole = SHARES.getOrDefault(metric.name(), List.of());
    double sum = whole.stream().mapToDouble(of -> metric(of).value()).sum();
    return sum == 0
        ? ""
        : LogLines.words("%.1f %% of ", 100 * metric.value() / sum) + String.join(" + ", whole);
  }
}
