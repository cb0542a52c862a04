package dev.malkoha.engine.facade;

import dev.malkoha.engine.Metric;
import dev.malkoha.engine.Metric.Sample;
import dev.malkoha.engine.observe.LogLines;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a store holds and has done, in a few lines for people; nothing that is zero is told. */
final class StatsSummary {

  private static final double MICROS = 1e6;

  private final Map<String, Metric> metrics;
  private final StringBuilder text = new StringBuilder();

  private StatsSummary(List<Metric> metrics) {
    this.metrics = metrics.stream().collect(Collectors.toMap(Metric::name, Function.identity()));
  }

  static String of(List<Metric> metrics) {
    StatsSummary summary = new StatsSummary(metrics);
    summary.levels();
    summary.contents();
    summary.memory();
    summary.reads();
    summary.writes();
    summary.work();
    summary.times();
    summary.state();
    return summary.text.toString();
  }

  private void levels() {
    text.append("%-8s %8s %12s%n".formatted("level", "tables", "size"));
    Metric sizes = metrics.get("level.size");
    for (Sample tables : samples("level.tables")) {
      String level = tables.labels().get("level");
      if (tables.value() > 0 && level != null && sizes != null) {
        String size = size(sizes.value("level", level));
        text.append(
            String.format(Locale.ROOT, "L%-7s %8d %12s%n", level, (long) tables.value(), size));
      }
    }
  }

  private void contents() {
    line(
        "entries",
        count("table.entries"),
        ofWhich("dead", "table.dead.entries"),
        ofWhich("deletes", "table.deletes"));
    line("range deletes", count("range.deletes"));
    line("keyspaces", value("keyspaces") == 1 ? "" : count("keyspaces"));
    line("value files", count("value.files"), bytes("value.files.size", "%s"), live());
  }

  private String live() {
    return share("value.files.live", value("value.files.size"), "%s live");
  }

  private void memory() {
    line("memtables", bytes("memtable.size", "%s"), ofWhich("waiting", "memtables.waiting"));
    line("block cache", bytes("block.cache", "%s"));
    line("filters", bytes("filter.size", "%s"), bitsPerKey());
    line("indexes", bytes("index.size", "%s"));
    line("all at most", bytes("memory.max", "%s"), bytes("memory.heap", "of a heap of %s"));
  }

  private String bitsPerKey() {
    double keys = value("filter.keys");
    return keys == 0 ? "" : format("%.1f bits a key", Byte.SIZE * value("filter.size") / keys);
  }

  private void reads() {
    double blocks = value("block.reads") + value("block.cache.hits");
    line(
        "blocks looked for",
        whole(blocks),
        share("block.cache.hits", blocks, "%s were in the cache"),
        ofWhich("skipped as dead", "dead.blocks.skipped"));
    double asked = value("filter.probes");
    line(
        "filters asked",
        whole(asked),
        share("filter.negatives", asked, "%s said absent"),
        share("filter.false.positives", asked, "%s were wrong"));
    line("expected wrong", share("filter.false.positive.rate", 1, "%s of absent keys"));
    line("tables left out", count("filter.prefix.negatives"), "by their prefixes");
    line("filter removals", count("filter.removals"));
  }

  private void writes() {
    double user = value("user.written");
    double tables = value("flush.written") + value("compaction.written");
    line(
        "written",
        bytes("user.written", "%s by users"),
        bytes("flush.written", "%s by flushes"),
        bytes("compaction.written", "%s by compactions"),
        user == 0 || tables == 0 ? "" : format("%.1f bytes a byte", tables / user));
    line("log made durable", bytes("log.forced", "%s"), runs("log.force"));
  }

  private void work() {
    line("flushes", runs("flush"));
    line("compactions", runs("compaction"), ofWhich("for dead entries", "garbage.rewrites"));
    line("delete applier", runs("applier"), ofWhich("deletes gone", "deletes.elided"));
    line("checkpoints", count("checkpoint.runs"));
  }

  private void times() {
    metrics.values().stream()
        .filter(metric -> metric.distribution() != null)
        .sorted((a, b) -> a.name().compareTo(b.name()))
        .forEach(this::times);
  }

  private void times(Metric metric) {
    Metric.Distribution times = metric.distribution();
    if (times != null && times.count() > 0) {
      String quantiles =
          times.quantiles().entrySet().stream()
              .map(each -> "p" + Json.number(percent(each.getKey())) + " " + time(each.getValue()))
              .collect(Collectors.joining(", "));
      String name = metric.name().replace(".time", "").replace('.', ' ');
      line(
          name,
          whole((double) times.count()) + " timed",
          quantiles,
          "longest " + time(times.max()));
    }
  }

  private static double percent(double share) {
    return Math.round(share * 1_000) / 10.0;
  }

  private void state() {
    String state =
        Stream.of(
                ofWhich("open snapshots", "snapshots.open"),
                ofWhich("writers waiting", "writers.waiting"),
                ofWhich("damaged files", "files.damaged"),
                value("sealed") == 0 ? "" : "a failure has ended writing")
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining(", "));
    line("now", state);
  }

  /** A line, unless its first figure is none. */
  private void line(String name, String first, String... others) {
    if (!first.isEmpty()) {
      text.append("%-18s %s".formatted(name, first));
      for (String other : others) {
        text.append(other.isEmpty() ? "" : ", " + other);
      }
      text.append(System.lineSeparator());
    }
  }

  private List<Sample> samples(String name) {
    Metric metric = metrics.get(name);
    return metric == null ? List.of() : metric.samples();
  }

  private double value(String name) {
    return samples(name).stream().mapToDouble(Sample::value).sum();
  }

  private String count(String name) {
    return whole(value(name));
  }

  private static String whole(double value) {
    return value == 0 ? "" : format("%,.0f", value);
  }

  private String ofWhich(String what, String name) {
    return value(name) == 0 ? "" : count(name) + " " + what;
  }

  private String runs(String name) {
    double runs = value(name + ".runs");
    return runs == 0 ? "" : whole(runs) + " in " + time(value(name + ".time"));
  }

  private String bytes(String name, String phrase) {
    return value(name) == 0 ? "" : phrase.replace("%s", size(value(name)));
  }

  private String share(String part, double whole, String phrase) {
    double share = whole == 0 ? 0 : value(part) / whole;
    String percent = format(share < 0.01 ? "%.4f %%" : "%.1f %%", 100 * share);
    return share == 0 ? "" : phrase.replace("%s", percent);
  }

  private static String size(double bytes) {
    return LogLines.bytes((long) bytes);
  }

  private static String time(double seconds) {
    double micros = seconds * MICROS;
    if (micros < 1_000) {
      return format(micros < 10 ? "%.2f us" : "%.0f us", micros);
    }
    return micros < MICROS ? format("%.1f ms", micros / 1_000) : format("%.1f s", seconds);
  }

  private static String format(String pattern, double figure) {
    return String.format(Locale.ROOT, pattern, figure);
  }
}
