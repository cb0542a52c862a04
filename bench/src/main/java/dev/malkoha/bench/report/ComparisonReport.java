package dev.malkoha.bench.report;

import dev.malkoha.bench.compare.ComparisonResult;
import dev.malkoha.bench.compare.Step;
import dev.malkoha.bench.store.StoreKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A comparison as tables for a terminal. */
public final class ComparisonReport {

  private static final int COLUMNS = 79;

  private ComparisonReport() {}

  /** The tables: times, block reads, and what the full stores are like. Fits 80 columns. */
  public static String text(ComparisonResult result) {
    return "Microseconds an operation\n\n"
        + byStep(result, List.of(Step.values()), row -> Figures.number(row.microsPerOp()))
        + "\nData blocks read for an operation, with no block cache\n\n"
        + byStep(result, READS, row -> Figures.rate(row.blockReadsPerOp()))
        + "\nFilters and files of the full store, compacted\n\n"
        + fillings(result)
        + "\n"
        + Figures.wrapped(headline(result), COLUMNS);
  }

  /** The gain of the filters, in one sentence. */
  static String headline(ComparisonResult result) {
    List<String> parts = new ArrayList<>();
    for (ComparisonResult.Filling filling : result.stores()) {
      double reads = result.row(filling.store(), Step.MISSES).blockReadsPerOp();
      String howOften = reads == 0 ? "never" : "once in " + Figures.count(Math.round(1 / reads));
      parts.add(howOften + " with " + filling.store().label());
    }
    return "A look-up of an absent key reads a data block " + String.join(", ", parts) + ".";
  }

  /** Steps whose block reads are their own, and not those of compactions beside them. */
  static final List<Step> READS = List.of(Step.MISSES, Step.HITS, Step.SCAN, Step.REMOVED);

  private static StoreTable byStep(
      ComparisonResult result, List<Step> steps, Function<ComparisonResult.Row, String> cell) {
    List<StoreKind> stores = result.stores().stream().map(ComparisonResult.Filling::store).toList();
    StoreTable table = StoreTable.plain(List.of("step", "operations"), stores);
    for (Step step : steps) {
      long operations = result.row(stores.get(0), step).operations();
      table.row(
          List.of(step.label(), Figures.count(operations)),
          store -> cell.apply(result.row(store, step)));
    }
    return table;
  }

  private static TextTable fillings(ComparisonResult result) {
    TextTable table =
        new TextTable(List.of("store", "filter bits/key", "false positives", "on disk"));
    for (ComparisonResult.Filling filling : result.stores()) {
      table.row(
          List.of(
              filling.store().label(),
              Figures.number(filling.filterBitsPerKey()),
              Figures.percent(filling.falsePositiveRate()),
              Figures.megabytes(filling.bytesOnDisk())));
    }
    return table;
  }
}
