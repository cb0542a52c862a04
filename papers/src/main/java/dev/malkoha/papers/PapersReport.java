package dev.malkoha.papers;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.malkoha.bench.report.TextTable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Reproduced tables and figures as text: for a terminal, as CSV, and as a page of Markdown. */
public final class PapersReport {

  private PapersReport() {}

  /** One part as it is shown in a terminal. */
  public static String text(PartResult result) {
    TextTable table = new TextTable(result.shown().head());
    result.shown().rows().forEach(table::row);
    StringBuilder out = new StringBuilder(heading(result)).append("\n\n").append(table);
    out.append('\n').append(count(result.claims())).append('\n');
    for (Claim claim : result.claims()) {
      out.append(claim.holds() ? "  agrees   " : "  differs  ")
          .append(claim.published())
          .append("\n           here: ")
          .append(claim.measured())
          .append('\n');
    }
    return out.append('\n').toString();
  }

  private static String heading(PartResult result) {
    return result.part().place() + ": " + result.part().title();
  }

  private static String count(List<Claim> claims) {
    long holding = claims.stream().filter(Claim::holds).count();
    return "%s of %s statements of the paper agree".formatted(holding, claims.size());
  }

  /** All numbers of one part. */
  public static String csv(PartResult result) {
    StringWriter out = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
      csv.writeRecord(result.csv().head());
      result.csv().rows().forEach(csv::writeRecord);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  /** The file name of a part's numbers. */
  public static String csvName(PartResult result) {
    return result.part().label() + ".csv";
  }

  /** The file name of a plot. */
  public static String plotName(Plot plot) {
    return plot.name() + ".png";
  }

  /** All parts on one page, whose plots and CSV files lie beside it. */
  public static String page(List<PartResult> results, Map<String, String> run) {
    StringBuilder out =
        new StringBuilder(
            """
            # The papers, reproduced

            Fan, Andersen, Kaminsky and Mitzenmacher, *Cuckoo Filter: Practically Better Than Bloom*
            (CoNEXT 2014), and the article before it (;login: 38(4), 2013): each table and figure of
            their evaluation, with this run's numbers beside the published ones. Keys are random 64-bit
            numbers made beforehand; hashing them is part of every time. What agrees is decided by the
            numbers: a rate is stable if its lowest is at least seven tenths of its highest, it decreases if its
            last is at most four fifths of its first, and other bounds are said where they are used.

            """);
    out.append("| | |\n|---|---|\n");
    run.forEach((name, value) -> out.append("| %s | %s |\n".formatted(name, cell(value))));
    out.append("\n| part | what | statements that agree |\n|---|---|---|\n");
    for (PartResult result : results) {
      long holding = result.claims().stream().filter(Claim::holds).count();
      out.append(
          "| %s | %s | %s of %s |\n"
              .formatted(
                  result.part().place(), result.part().title(), holding, result.claims().size()));
    }
    results.forEach(result -> append(result, out));
    return out.toString();
  }

  private static void append(PartResult result, StringBuilder out) {
    out.append("\n## ").append(heading(result)).append("\n\n");
    out.append(result.how()).append("\n\n");
    append(result.shown(), out);
    out.append("\nAll numbers: [%1$s](%1$s)\n".formatted(csvName(result)));
    for (Plot plot : result.plots()) {
      out.append("\n![%s](%s)\n".formatted(plot.title(), plotName(plot)));
    }
    out.append("\n| the paper | here | |\n|---|---|---|\n");
    for (Claim claim : result.claims()) {
      out.append(
          "| %s | %s | %s |\n"
              .formatted(
                  cell(claim.published()),
                  cell(claim.measured()),
                  claim.holds() ? "agrees" : "**differs**"));
    }
  }

  private static void append(Grid grid, StringBuilder out) {
    row(grid.head(), out);
    out.append("|---|").append("---:|".repeat(grid.head().size() - 1)).append('\n');
    grid.rows().forEach(cells -> row(cells, out));
  }

  private static void row(List<String> cells, StringBuilder out) {
    out.append('|');
    for (String text : cells) {
      out.append(' ').append(cell(text)).append(" |");
    }
    out.append('\n');
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
