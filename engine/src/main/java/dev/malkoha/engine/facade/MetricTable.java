package dev.malkoha.engine.facade;

import dev.malkoha.engine.Metric;
import dev.malkoha.engine.Metric.Sample;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/** Metrics as a table for people: first the levels, then a line for each value. */
final class MetricTable {

  private static final double MIB = 1 << 20;

  private final List<Metric> metrics;
  private final StringBuilder text = new StringBuilder();
  private final Formatter out = new Formatter(text, Locale.ROOT);

  private MetricTable(List<Metric> metrics) {
    this.metrics = metrics;
  }

  static String of(List<Metric> metrics) {
    MetricTable table = new MetricTable(metrics);
    table.levels();
    metrics.forEach(table::add);
    return table.text.toString();
  }

  private void levels() {
    out.format("%-8s %8s %12s%n", "level", "tables", "MiB");
    for (Sample tables : named("level.tables").samples()) {
      String level = tables.labels().get("level");
      if (tables.value() > 0 && level != null) {
        double mib = named("level.size").value("level", level) / MIB;
        out.format("L%-7s %8d %12.2f%n", level, (long) tables.value(), mib);
      }
    }
  }

  private Metric named(String name) {
    return metrics.stream()
        .filter(metric -> metric.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no metric " + name));
  }

  private void add(Metric metric) {
    Metric.Distribution spread = metric.distribution();
    if (spread != null) {
      spread.quantiles().forEach((share, time) -> line(metric, quantile(share), time));
      line(metric, " longest", spread.max());
    } else if (!metric.name().startsWith("level.")) {
      metric.samples().forEach(sample -> line(metric, suffix(sample), sample.value()));
    }
  }

  private static String quantile(double share) {
    return " p" + MetricNumber.of(Math.round(share * 1_000) / 10.0);
  }

  private static String suffix(Sample sample) {
    return sample.labels().isEmpty() ? "" : " " + String.join(" ", sample.labels().values());
  }

  private void line(Metric metric, String suffix, double value) {
    String unit = metric.unit() == Metric.Unit.NONE ? "" : ", " + metric.unit().words();
    String label = metric.name().replace('.', ' ') + suffix + unit;
    boolean whole = value == Math.rint(value) && metric.unit() != Metric.Unit.SECONDS;
    if (whole) {
      out.format("%-34s %,18d%n", label, (long) value);
    } else {
      out.format("%-34s %,18.6f%n", label, value);
    }
  }
}
