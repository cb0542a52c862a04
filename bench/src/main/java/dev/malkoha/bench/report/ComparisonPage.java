package dev.malkoha.bench.report;

import dev.malkoha.bench.compare.ComparisonResult;
import dev.malkoha.bench.compare.Dataset;
import dev.malkoha.bench.compare.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A comparison as one page of HTML that needs nothing beside itself: charts, tables, and how. */
public final class ComparisonPage {

  private final ComparisonResult result;
  private final Dataset data;
  private final Map<String, String> run;

  private ComparisonPage(ComparisonResult result, Dataset data, Map<String, String> run) {
    this.result = result;
    this.data = data;
    this.run = run;
  }

  /** The page; {@code run} says how and where the numbers were made. */
  public static String html(ComparisonResult result, Dataset data, Map<String, String> run) {
    return new ComparisonPage(result, data, run).page();
  }

  private String page() {
    Page page = new Page("Malkoha compared");
    page.head(
        "Malkoha beside RocksDB",
        "On " + data.title() + ". " + ComparisonReport.headline(result),
        result.stores().stream().map(ComparisonResult.Filling::store).toList());
    page.section(
        "How long does an operation take?",
        "Median over the timed rounds. Each step has its own scale.",
        steps(List.of(Step.values()), r -> r.microsPerOp(), r -> Figures.time(r.microsPerOp())));
    page.section(
        "How many blocks does it read?",
        "Data blocks for an operation, counted in a round with no block cache, where each is a read from"
            + " a file.",
        steps(ComparisonReport.READS, r -> r.blockReadsPerOp(), r -> blocks(r)));
    page.section(
        "What do the filters cost, and what do they let through?",
        "All tables of the full store, after a full compaction.",
        fillings());
    numbers(page);
    page.facts("How it was measured", facts());
    return page.html();
  }

  private String steps(
      List<Step> steps,
      ToDoubleFunction<ComparisonResult.Row> value,
      Function<ComparisonResult.Row, String> text) {
    StringBuilder out = new StringBuilder();
    for (Step step : steps) {
      BarPanel panel = new BarPanel(step.label(), step.description());
      for (ComparisonResult.Row row : result.rows()) {
        if (row.step() == step) {
          String store = row.store().label();
          panel.bar(store, store, value.applyAsDouble(row), text.apply(row));
        }
      }
      out.append(panel.html());
    }
    return out.toString();
  }

  private static String blocks(ComparisonResult.Row row) {
    return Figures.rate(row.blockReadsPerOp());
  }

  private String fillings() {
    BarPanel bits = new BarPanel("filter bits per key", "headers and padding included");
    BarPanel rate = new BarPanel("false-positive rate", "“maybe” for an absent key");
    BarPanel disk = new BarPanel("bytes on disk", "all files of the store, with its log");
    for (ComparisonResult.Filling filling : result.stores()) {
      String store = filling.store().label();
      bits.bar(
          store, store, filling.filterBitsPerKey(), Figures.number(filling.filterBitsPerKey()));
      rate.bar(
          store, store, filling.falsePositiveRate(), Figures.percent(filling.falsePositiveRate()));
      disk.bar(
          store, store, (double) filling.bytesOnDisk(), Figures.megabytes(filling.bytesOnDisk()));
    }
    return bits.html() + rate.html() + disk.html();
  }

  private void numbers(Page page) {
    List<List<String>> rows =
        result.rows().stream()
            .map(
                row ->
                    List.of(
                        row.step().label(),
                        row.store().label(),
                        Figures.count(row.operations()),
                        Figures.number(row.microsPerOp()),
                        ComparisonReport.READS.contains(row.step()) ? blocks(row) : "–"))
            .toList();
    page.table(
        "All numbers",
        List.of("step", "store", "operations", "µs per operation", "block reads per operation"),
        rows);
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("entries", data.title());
    facts.put("misses", data.missTitle());
    facts.put("removed", data.removedTitle());
    facts.putAll(run);
    facts.put(
        "rounds",
        "The first round warms up and counts, with no block cache; the others are timed, with RocksDB's"
            + " statistics off. Stores take turns step by step, each round with another one first. Loaded stores are"
            + " compacted and reopened before the look-ups. Every answer is checked, off the clock.");
    return facts;
  }
}
