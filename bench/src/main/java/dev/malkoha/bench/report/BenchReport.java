package dev.malkoha.bench.report;

import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.BenchResult;
import dev.malkoha.bench.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The workloads' results as tables for a terminal. */
public final class BenchReport {

  private BenchReport() {}

  /** The tables: times with their ratio to RocksDB's where that was run, and block reads. */
  public static String text(BenchResult result) {
    List<StoreKind> stores = result.rows().stream().map(BenchResult.Row::store).distinct().toList();
    List<Workload> workloads =
        result.rows().stream().map(BenchResult.Row::workload).distinct().toList();
    List<Workload> reads = workloads.stream().filter(Workload::reads).toList();
    return "Microseconds an operation; behind it how many times faster than rocksdb\n\n"
        + times(result, stores, workloads)
        + (reads.isEmpty()
            ? ""
            : "\nData blocks read for an operation, with no block cache\n\n"
                + blocks(result, stores, reads));
  }

  private static TextTable times(
      BenchResult result, List<StoreKind> stores, List<Workload> workloads) {
    List<String> head = new ArrayList<>(List.of("workload"));
    for (StoreKind store : stores) {
      head.add(store.label());
      if (compared(store, stores)) {
        head.add("");
      }
    }
    TextTable table = new TextTable(head);
    for (Workload workload : workloads) {
      List<String> cells = new ArrayList<>(List.of(workload.label()));
      for (StoreKind store : stores) {
        double micros = micros(result, store, workload);
        cells.add(Figures.number(micros));
        if (compared(store, stores)) {
          cells.add(Figures.times(micros(result, StoreKind.ROCKSDB, workload) / micros));
        }
      }
      table.row(cells);
    }
    return table;
  }

  private static boolean compared(StoreKind store, List<StoreKind> stores) {
    return store != StoreKind.ROCKSDB && stores.contains(StoreKind.ROCKSDB);
  }

  private static double micros(BenchResult result, StoreKind store, Workload workload) {
    return result.row(store, workload).map(BenchResult.Row::microsPerOp).orElse(Double.NaN);
  }

  private static TextTable blocks(
      BenchResult result, List<StoreKind> stores, List<Workload> workloads) {
    List<String> head = new ArrayList<>(List.of("workload"));
    stores.forEach(store -> head.add(store.label()));
    TextTable table = new TextTable(head);
    for (Workload workload : workloads) {
      List<String> cells = new ArrayList<>(List.of(workload.label()));
      for (StoreKind store : stores) {
        Optional<BenchResult.Row> row = result.row(store, workload);
        cells.add(row.map(r -> Figures.rate(r.blockReadsPerOp())).orElse(""));
      }
      table.row(cells);
    }
    return table;
  }
}
