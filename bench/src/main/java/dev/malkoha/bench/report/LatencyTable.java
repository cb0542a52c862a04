package dev.malkoha.bench.report;

import dev.malkoha.bench.workload.BenchResult;
import dev.malkoha.bench.workload.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** How long single operations took, a row for each workload and store. */
final class LatencyTable {

  private LatencyTable() {}

  /** The table under its title; nothing where nothing was recorded. */
  static String text(BenchResult result) {
    TextTable table =
        new TextTable(
            List.of(
                "workload",
                "store",
                "p50",
                "p99",
                "p99.9",
                "p99.99",
                "longest",
                "> 1 ms",
                "> 10 ms"));
    int rows = 0;
    for (BenchResult.Row row : result.rows()) {
      if (row.latency().isPresent()) {
        table.row(cells(row, row.latency().orElseThrow()));
        rows++;
      }
    }
    return rows == 0
        ? ""
        : "\nMicroseconds of single operations, or of calls that do several, recorded in a round of"
            + " its own\n\n"
            + table;
  }

  private static List<String> cells(BenchResult.Row row, Latency took) {
    List<String> cells = new ArrayList<>(List.of(row.workload().label(), row.store().label()));
    DoubleStream.of(took.p50(), took.p99(), took.p999(), took.p9999(), took.max())
        .mapToObj(Figures::number)
        .forEach(cells::add);
    LongStream.of(took.aboveOneMilli(), took.aboveTenMillis())
        .mapToObj(Figures::count)
        .forEach(cells::add);
    return cells;
  }
}
