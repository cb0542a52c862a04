package dev.malkoha.bench.report;

import dev.malkoha.bench.beside.NativeRows;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.BenchResult;
import dev.malkoha.bench.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/** Our stores' times beside those of RocksDB's own benchmark. */
public final class NativeTable {

  private NativeTable() {}

  /** The table under its title, and what db_bench warns of. */
  public static String text(BenchResult result, NativeRows beside) {
    List<StoreKind> stores = result.rows().stream().map(BenchResult.Row::store).distinct().toList();
    List<String> head = new ArrayList<>(List.of("workload"));
    stores.forEach(store -> head.addAll(List.of(store.label(), "")));
    head.add("db_bench");
    TextTable table = new TextTable(head);
    beside
        .microsPerOp()
        .forEach((workload, micros) -> table.row(cells(result, stores, workload, micros)));
    StringBuilder text = new StringBuilder("\nMicroseconds an operation beside C++ RocksDB ");
    text.append(beside.version()).append(" (db_bench); how many times faster than that\n\n");
    text.append(table);
    beside
        .warnings()
        .forEach(warning -> text.append("db_bench says: ").append(warning).append('\n'));
    return text.toString();
  }

  private static List<String> cells(
      BenchResult result, List<StoreKind> stores, Workload workload, double micros) {
    List<String> cells = new ArrayList<>(List.of(workload.label()));
    for (StoreKind store : stores) {
      double ours =
          result.row(store, workload).map(BenchResult.Row::microsPerOp).orElse(Double.NaN);
      cells.add(Double.isNaN(ours) ? "" : Figures.number(ours));
      cells.add(Double.isNaN(ours) ? "" : Figures.times(micros / ours));
    }
    cells.add(Figures.number(micros));
    return cells;
  }
}
