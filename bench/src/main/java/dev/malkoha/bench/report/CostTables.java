package dev.malkoha.bench.report;

import dev.malkoha.bench.workload.BenchResult;
import dev.malkoha.bench.workload.Cost;
import java.util.List;

/** The costs of workloads that only write, beside their time: a row for each of them and store. */
final class CostTables {

  private CostTables() {}

  /** The table under its title; nothing where nothing was recorded. */
  static String text(BenchResult result) {
    List<BenchResult.Row> rows =
        result.rows().stream()
            .filter(row -> row.cost().filter(cost -> cost.bytesOnDiskPerUserByte() > 0).isPresent())
            .toList();
    if (rows.isEmpty()) {
      return "";
    }
    TextTable table =
        new TextTable(
            List.of("workload", "store", "settled", "written", "on disk", "memory", "mapped"));
    rows.forEach(row -> table.row(cells(row, row.cost().orElseThrow())));
    return "\nMicroseconds an operation until all work is done; bytes written and bytes on disk for"
        + " each byte\nof keys and values; resident memory of the process, and mapped files\n\n"
        + table;
  }

  private static List<String> cells(BenchResult.Row row, Cost cost) {
    return List.of(
        row.workload().label(),
        row.store().label(),
        Figures.number(cost.settledMicrosPerOp()),
        cost.bytesWritten() <= 0 ? "" : Figures.ratio(cost.writtenPerUserByte()),
        Figures.ratio(cost.bytesOnDiskPerUserByte()),
        memory(cost.resident().anonymous()),
        memory(cost.resident().files()));
  }

  private static String memory(long bytes) {
    return bytes < 0 ? "" : Figures.megabytes(bytes);
  }
}
