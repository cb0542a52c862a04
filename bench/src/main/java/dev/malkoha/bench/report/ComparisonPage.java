package dev.malkoha.bench.report;

import dev.malkoha.bench.compare.ComparisonResult;
import dev.malkoha.bench.compare.Dataset;
import dev.malkoha.bench.compare.Step;
import dev.malkoha.bench.store.StoreKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A comparison as one page of HTML that needs nothing beside itself: charts, tables, and how. */
public final class ComparisonPage {

  private static final String STYLE = "page.css";

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
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Malkoha compared</title>
        <style>
        """
        + style()
        + "</style>\n</head>\n<body>\n<main>\n"
        + head()
        + section(
            "How long does an operation take?",
            "Microseconds, median over the timed rounds. Each step has its own scale.",
            steps(List.of(Step.values()), r -> r.microsPerOp(), r -> micros(r)))
        + section(
            "How many blocks does it read?",
            "Data blocks for an operation, counted in a round with no block cache, where each is a read from"
                + " a file.",
            steps(ComparisonReport.READS, r -> r.blockReadsPerOp(), r -> blocks(r)))
        + section(
            "What do the filters cost, and what do they let through?",
            "All tables of the full store, after a full compaction.",
            fillings())
        + "<h2>All numbers</h2>\n"
        + numbers()
        + "<h2>How it was measured</h2>\n"
        + facts()
        + "</main>\n</body>\n</html>\n";
  }

  private static String style() {
    try (InputStream in = ComparisonPage.class.getResourceAsStream(STYLE)) {
      if (in == null) {
        throw new IllegalStateException(STYLE + " is missing from the build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + STYLE, e);
    }
  }

  private String head() {
    StringBuilder out = new StringBuilder("<header>\n<h1>Malkoha compared</h1>\n");
    out.append("<p class=\"lead\">")
        .append(Html.escape(data.title()))
        .append(".</p>\n<ul class=\"key\">\n");
    for (ComparisonResult.Filling filling : result.stores()) {
      StoreKind store = filling.store();
      out.append(
          "<li><i class=\"%s\"></i><b>%s</b> %s</li>\n"
              .formatted(store.label(), store.label(), Html.escape(store.description())));
    }
    return out.append("</ul>\n</header>\n").toString();
  }

  private static String section(String question, String note, String panels) {
    return "<section>\n<h2>%s</h2>\n<p class=\"note\">%s</p>\n<div class=\"panels\">\n%s</div>\n</section>\n"
        .formatted(question, note, panels);
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

  private static String micros(ComparisonResult.Row row) {
    return Figures.number(row.microsPerOp()) + " µs";
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

  private String numbers() {
    StringBuilder out =
        new StringBuilder(
            "<table>\n<thead><tr><th>step</th><th>store</th><th>operations</th>"
                + "<th>µs per operation</th><th>block reads per operation</th></tr></thead>\n<tbody>\n");
    for (ComparisonResult.Row row : result.rows()) {
      out.append(
          "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n"
              .formatted(
                  row.step().label(),
                  row.store().label(),
                  Figures.count(row.operations()),
                  Figures.number(row.microsPerOp()),
                  ComparisonReport.READS.contains(row.step()) ? blocks(row) : "–"));
    }
    return out.append("</tbody>\n</table>\n").toString();
  }

  private String facts() {
    StringBuilder out = new StringBuilder("<dl>\n");
    fact("entries", data.title(), out);
    fact("misses", data.missTitle(), out);
    fact("removed", data.removedTitle(), out);
    run.forEach((name, value) -> fact(name, value, out));
    fact(
        "rounds",
        "The first round warms up and counts, with no block cache; the others are timed, with RocksDB's"
            + " statistics off. Stores take turns step by step, each round with another one first. Loaded stores are"
            + " compacted and reopened before the look-ups. Every answer is checked, off the clock.",
        out);
    return out.append("</dl>\n").toString();
  }

  private static void fact(String name, String value, StringBuilder out) {
    out.append("<dt>%s</dt><dd>%s</dd>\n".formatted(Html.escape(name), Html.escape(value)));
  }
}
