package dev.malkoha.papers.filters;

import dev.malkoha.bench.report.Figures;
import dev.malkoha.bench.report.TextTable;
import java.util.List;
import java.util.Locale;

/** A comparison of filters as tables for a terminal, one for each number of keys and each group. */
public final class FilterReport {

  private static final String NOTE =
      """
      bits: of the filter, for a key; rate: of absent keys that it does not exclude, measured
      hit, miss, mix: ns for a look-up of a key that is there, that is not, of either by chance
      batch: ns for a look-up like mix, 64 at once; build, delete: ns for a key; no: it cannot
      x hit, x miss: how many times as long as the first filter of the table
      """;

  private FilterReport() {}

  /** The tables, and what their columns are. */
  public static String text(FilterResult result) {
    StringBuilder out = new StringBuilder();
    result.rows().stream()
        .map(FilterResult.Row::keys)
        .distinct()
        .forEach(keys -> tables(result, keys, out));
    return out.append(NOTE).append(allocating(result)).toString();
  }

  private static void tables(FilterResult result, int keys, StringBuilder out) {
    out.append(String.format(Locale.ROOT, "%,d keys\n\n", keys));
    for (FilterGroup group : FilterGroup.values()) {
      List<FilterResult.Row> rows =
          result.rows().stream()
              .filter(row -> row.keys() == keys && row.contender().group() == group)
              .toList();
      if (!rows.isEmpty()) {
        out.append(table(group, rows)).append('\n');
      }
    }
  }

  private static TextTable table(FilterGroup group, List<FilterResult.Row> rows) {
    TextTable table =
        new TextTable(
            List.of(
                group.label(),
                "bits",
                "rate",
                "hit",
                "miss",
                "mix",
                "batch",
                "build",
                "delete",
                "x hit",
                "x miss"));
    FilterResult.Row first = rows.get(0);
    for (FilterResult.Row row : rows) {
      table.row(
          List.of(
              row.contender().label(),
              figure(row.bitsPerKey()),
              Double.isNaN(row.falsePositiveRate()) ? "" : rate(row.falsePositiveRate()),
              figure(row.median(FilterMeasure.HIT)),
              figure(row.median(FilterMeasure.MISS)),
              figure(row.median(FilterMeasure.MIX)),
              figure(row.median(FilterMeasure.BATCH)),
              figure(row.median(FilterMeasure.BUILD)),
              deletion(row),
              ratio(row, first, FilterMeasure.HIT),
              ratio(row, first, FilterMeasure.MISS)));
    }
    return table;
  }

  private static String figure(double value) {
    return Double.isNaN(value) ? "" : Figures.number(value);
  }

  private static String rate(double share) {
    return Figures.number(share * 100) + " %";
  }

  private static String deletion(FilterResult.Row row) {
    double delete = row.median(FilterMeasure.DELETE);
    return !row.contender().deletable() ? "no" : Double.isNaN(delete) ? "yes" : figure(delete);
  }

  private static String ratio(FilterResult.Row row, FilterResult.Row first, FilterMeasure measure) {
    double ratio = row.median(measure) / first.median(measure);
    return Double.isNaN(ratio) ? "" : Figures.number(ratio);
  }

  /** Those that allocate in a look-up, and those that could not be built. */
  private static String allocating(FilterResult result) {
    StringBuilder out = new StringBuilder();
    for (FilterResult.Row row : result.rows()) {
      double bytes = row.median(FilterMeasure.ALLOCATED);
      if (!row.problem().isEmpty()) {
        out.append("not measured: ").append(named(row)).append(": ").append(row.problem());
        out.append('\n');
      } else if (bytes >= 1) {
        out.append(
            String.format(Locale.ROOT, "allocates: %s: %.0f bytes a look-up\n", named(row), bytes));
      }
    }
    return out.toString();
  }

  private static String named(FilterResult.Row row) {
    return String.format(Locale.ROOT, "%s of %,d keys", row.contender().label(), row.keys());
  }
}
