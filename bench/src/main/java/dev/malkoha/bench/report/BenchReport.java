package dev.malkoha.bench.report;

import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.BenchResult;
import dev.malkoha.bench.workload.Latency;
import dev.malkoha.bench.workload.Workload;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

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
        + (result.rows().stream().allMatch(row -> row.peeks().isEmpty())
            ? ""
            : "\nMicroseconds to find the head of a queue: p50, p99, p99.9, longest\n\n"
                + peeks(result, stores, workloads))
        + (reads.isEmpty()
            ? ""
            : "\nData blocks read for an operation, with no block cache\n\n"
                + blocks(result, stores, reads));
  }

  private static StoreTable times(
      BenchResult result, List<StoreKind> stores, List<Workload> workloads) {
    StoreTable table = StoreTable.besideRocksdb(List.of("workload"), stores);
    for (Workload workload : workloads) {
      table.lower(
          List.of(workload.label()), store -> micros(result, store, workload), Figures::number);
    }
    return table;
  }

  private static double micros(BenchResult result, StoreKind store, Workload workload) {
    return result.row(store, workload).map(BenchResult.Row::microsPerOp).orElse(Double.NaN);
  }

  private static StoreTable peeks(
      BenchResult result, List<StoreKind> stores, List<Workload> workloads) {
    StoreTable table = StoreTable.plain(List.of("workload"), stores);
    for (Workload workload : workloads) {
      if (result.rows().stream().anyMatch(r -> r.workload() == workload && r.peeks().isPresent())) {
        table.row(
            List.of(workload.label()),
            store ->
                result
                    .row(store, workload)
                    .flatMap(BenchResult.Row::peeks)
                    .map(BenchReport::ranks)
                    .orElse(""));
      }
    }
    return table;
  }

  private static String ranks(Latency peeks) {
    return DoubleStream.of(peeks.p50(), peeks.p99(), peeks.p999(), peeks.max())
        .mapToObj(Figures::number)
        .collect(Collectors.joining(" "));
  }

  private static StoreTable blocks(
      BenchResult result, List<StoreKind> stores, List<Workload> workloads) {
    StoreTable table = StoreTable.plain(List.of("workload"), stores);
    for (Workload workload : workloads) {
      table.row(
          List.of(workload.label()),
          store ->
              result.row(store, workload).map(r -> Figures.rate(r.blockReadsPerOp())).orElse(""));
    }
    return table;
  }
}
