package dev.malkoha.bench.report;

import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.BenchResult;
import dev.malkoha.bench.workload.Latency;
import dev.malkoha.bench.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The workloads' results as tables for a terminal. */
public final class BenchReport {

  private final BenchResult result;
  private final List<StoreKind> stores;
  private final List<Workload> workloads;

  private BenchReport(BenchResult result) {
    this.result = result;
    this.stores = result.stores();
    this.workloads = result.workloads();
  }

  /**
   * The tables: times with their ratio to RocksDB's where that was run, heads of queues, operations
   * a second of mixed workloads, latencies, what it cost, and block reads.
   */
  public static String text(BenchResult result) {
    BenchReport report = new BenchReport(result);
    return report.title("Microseconds an operation", "faster")
        + report.times()
        + report.table(
            "Microseconds to find the head of a queue: p50, p99, p99.9, longest",
            row -> row.peeks().map(BenchReport::ranks))
        + report.perSecond()
        + LatencyTable.text(result)
        + CostTables.text(result)
        + report.blocks();
  }

  /** Says what a table has, and what its second columns are, if there are any. */
  private String title(String what, String better) {
    String ratios = "; after it how many times " + better + " than rocksdb";
    return what + (stores.contains(StoreKind.ROCKSDB) ? ratios : "") + "\n\n";
  }

  private StoreTable times() {
    StoreTable table = StoreTable.besideRocksdb(List.of("workload"), stores);
    for (Workload workload : workloads) {
      table.lower(List.of(workload.label()), number(workload), Figures::number);
    }
    return table;
  }

  private ToDoubleFunction<StoreKind> number(Workload workload) {
    return store ->
        result.row(store, workload).map(BenchResult.Row::microsPerOp).orElse(Double.NaN);
  }

  private String perSecond() {
    List<Workload> mixed = workloads.stream().filter(Workload::isCountedBySeconds).toList();
    if (mixed.isEmpty()) {
      return "";
    }
    StoreTable table = StoreTable.besideRocksdb(List.of("workload"), stores);
    for (Workload workload : mixed) {
      table.higher(
          List.of(workload.label()),
          store -> result.row(store, workload).map(r -> r.entriesPerSecond()).orElse(Double.NaN),
          Figures::count);
    }
    return '\n' + title("Operations a second of all threads", "more") + table;
  }

  private String blocks() {
    return table("Data blocks read for an operation, with no block cache", BenchReport::blockReads);
  }

  /** Data blocks read for an operation, where that was counted. */
  static Optional<String> blockReads(BenchResult.Row row) {
    return row.workload().reads()
            && StoreKind.LSM_TREES.contains(row.store())
            && !Double.isNaN(row.blockReadsPerOp())
        ? Optional.of(Figures.rate(row.blockReadsPerOp()))
        : Optional.empty();
  }

  /** A row for each workload of which any store has something to say. */
  private String table(String title, Function<BenchResult.Row, Optional<String>> text) {
    BenchResult told =
        new BenchResult(result.rows().stream().filter(row -> text.apply(row).isPresent()).toList());
    if (told.rows().isEmpty()) {
      return "";
    }
    StoreTable table = StoreTable.plain(List.of("workload"), told.stores());
    for (Workload workload : told.workloads()) {
      table.row(
          List.of(workload.label()), store -> result.row(store, workload).flatMap(text).orElse(""));
    }
    return "\n" + title + "\n\n" + table;
  }

  private static String ranks(Latency peeks) {
    return DoubleStream.of(peeks.p50(), peeks.p99(), peeks.p999(), peeks.max())
        .mapToObj(Figures::number)
        .collect(Collectors.joining(" "));
  }
}
