package dev.malkoha.engine.facade;

import dev.malkoha.engine.Metric;
import dev.malkoha.engine.Metric.Sample;
import dev.malkoha.engine.observe.LogLines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A store's figures in a few lines for people; nothing that is zero is told. */
final class StatsSummary {

  /** The lines: a part with a figure that is zero is left out, and so is a line without parts. */
  private static final String LINES =
      """
      entries: {table.entries}, {table.dead.entries} dead, {table.deletes} deletes
      range deletes: {range.deletes}
      keyspaces: {several keyspaces}
      value files: {value.files}, {value.files.size}, {live} live
      memtables: {memtable.size}, {memtables.waiting} waiting
      block cache: {block.cache}
      filters: {filter.size}, {filter bits} bits a key
      indexes: {index.size}
      all at most: {memory.max}, of a heap of {memory.heap}
      blocks looked for: {blocks}, {cached} were in the cache, {dead.blocks.skipped} skipped as dead
      filters asked: {filter.probes}, {absent} said absent, {wrong} were wrong
      expected wrong: {expected wrong} of absent keys
      tables left out: {filter.prefix.negatives} by their prefixes
      filter removals: {filter.removals}
      written: {user.written} by users, {flush.written} by flushes, \
      {compaction.written} by compactions, {bytes a byte} bytes a byte
      log made durable: {log.forced}, {log.force.runs} in {log.force.time}
      flushes: {flush.runs} in {flush.time}
      compactions: {compaction.runs} in {compaction.time}, {garbage.rewrites} for dead entries
      delete applier: {applier.runs} in {applier.time}, {deletes.elided} deletes gone
      checkpoints: {checkpoint.runs}
      """;

  private static final String NOW =
      "now: {snapshots.open} open snapshots, {writers.waiting} writers waiting,"
          + " {files.damaged} damaged files, {has ended}";

  private static final Pattern FIGURE = Pattern.compile("\\{(.+?)}");

  private final Map<String, Metric> metrics;
  private final Map<String, String> figures = new HashMap<>();
  private final List<String> lines = new ArrayList<>();

  private StatsSummary(Map<String, Metric> metrics) {
    this.metrics = metrics;
    for (Metric metric : metrics.values()) {
      double value = value(metric.name());
      switch (metric.unit()) {
        case NONE -> figure(metric.name(), value, whole(value));
        case BYTES -> figure(metric.name(), value, LogLines.bytes((long) value));
        case SECONDS -> figure(metric.name(), value, LogLines.time(value));
      }
    }
    double user = value("user.written");
    double tables = value("flush.written") + value("compaction.written");
    double bits = Byte.SIZE * value("filter.size");
    double blocks = value("block.reads") + value("block.cache.hits");
    double asked = value("filter.probes");
    figure("several keyspaces", value("keyspaces") - 1, whole(value("keyspaces")));
    figure("filter bits", bits, format("%.1f", bits / value("filter.keys")));
    figure("blocks", blocks, whole(blocks));
    figure("bytes a byte", user * tables, format("%.1f", tables / user));
    figure("has ended", value("sealed"), "a failure has ended writing");
    share("live", "value.files.live", value("value.files.size"));
    share("cached", "block.cache.hits", blocks);
    share("absent", "filter.negatives", asked);
    share("wrong", "filter.false.positives", asked);
    share("expected wrong", "filter.false.positive.rate", 1);
  }

  static String of(Map<String, Metric> metrics) {
    StatsSummary summary = new StatsSummary(metrics);
    summary.addLevels();
    LINES.lines().forEach(summary::addLine);
    metrics.values().stream()
        .filter(metric -> metric.distribution() != null)
        .sorted((a, b) -> a.name().compareTo(b.name()))
        .forEach(summary::addTimes);
    summary.addLine(NOW);
    return summary.lines.stream()
        .map(line -> line + System.lineSeparator())
        .collect(Collectors.joining());
  }

  private void addLevels() {
    lines.add("%-8s %8s %12s".formatted("level", "tables", "size"));
    Metric sizes = metrics.get("level.size");
    for (Sample tables : samples("level.tables")) {
      String level = tables.labels().get("level");
      if (tables.value() > 0 && level != null && sizes != null) {
        String size = LogLines.bytes((long) sizes.value("level", level));
        lines.add("L%-7s %8s %12s".formatted(level, (long) tables.value(), size));
      }
    }
  }

  private void addLine(String line) {
    int colon = line.indexOf(':');
    String told =
        Arrays.stream(line.substring(colon + 2).split(", "))
            .filter(this::isTold)
            .map(part -> FIGURE.matcher(part).replaceAll(named -> text(named.group(1))))
            .collect(Collectors.joining(", "));
    if (!told.isEmpty()) {
      lines.add("%-18s %s".formatted(line.substring(0, colon), told));
    }
  }

  private boolean isTold(String part) {
    return FIGURE.matcher(part).results().noneMatch(named -> text(named.group(1)).isEmpty());
  }

  private void addTimes(Metric metric) {
    Metric.Distribution times = metric.distribution();
    if (times != null && times.count() > 0) {
      String quantiles =
          times.quantiles().entrySet().stream()
              .map(
                  each ->
                      "p"
                          + MetricText.number(percent(each.getKey()))
                          + " "
                          + LogLines.time(each.getValue()))
              .collect(Collectors.joining(", "));
      String name = metric.name().replace(".time", "").replace('.', ' ');
      lines.add(
          "%-18s %s timed, %s, longest %s"
              .formatted(
                  name, whole((double) times.count()), quantiles, LogLines.time(times.max())));
    }
  }

  private static double percent(double share) {
    return Math.round(share * 1_000) / 10.0;
  }

  private void figure(String name, double value, String text) {
    figures.put(name, value == 0 ? "" : text);
  }

  private void share(String name, String part, double whole) {
    double percent = whole == 0 ? 0 : 100 * value(part) / whole;
    figure(name, percent, format(percent < 1 ? "%.4f %%" : "%.1f %%", percent));
  }

  private String text(String figure) {
    return figures.getOrDefault(figure, "");
  }

  private List<Sample> samples(String name) {
    Metric metric = metrics.get(name);
    return metric == null ? List.of() : metric.samples();
  }

  private double value(String name) {
    return samples(name).stream().mapToDouble(Sample::value).sum();
  }

  private static String whole(double value) {
    return format("%,.0f", value);
  }

  private static String format(String pattern, double figure) {
    return String.format(Locale.ROOT, pattern, figure);
  }
}
