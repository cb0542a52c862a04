package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.StoreKind;
import java.util.List;
import java.util.Optional;

/**
 * What the workloads measured.
 *
 * @param rows one for each workload and store, workload by workload
 */
public record BenchResult(List<Row> rows) {

  /** Makes it unchangeable. */
  public BenchResult {
    rows = List.copyOf(rows);
  }

  /**
   * One workload on one store.
   *
   * @param microsPerOp a thread's time for an operation, median over the timed rounds
   * @param entriesPerSecond entries of all threads in a second of the clock, median
   * @param blockReadsPerOp data blocks read for an operation where no cache spares any, in the
   *     counting round; 0 for a workload that only writes; else NaN if there was no such round
   * @param peeks of a queue: how long it took to find its head
   * @param latency of each operation by itself, or of each call that does several, in the recording
   *     round
   * @param cost in the recording round
   */
  public record Row(
      StoreKind store,
      Workload workload,
      double microsPerOp,
      double entriesPerSecond,
      double blockReadsPerOp,
      Optional<Latency> peeks,
      Optional<Latency> latency,
      Optional<Cost> cost) {

    /** Without what the recording round tells. */
    public Row(
        StoreKind store,
        Workload workload,
        double microsPerOp,
        double entriesPerSecond,
        double blockReadsPerOp,
        Optional<Latency> peeks) {
      this(
          store,
          workload,
          microsPerOp,
          entriesPerSecond,
          blockReadsPerOp,
          peeks,
          Optional.empty(),
          Optional.empty());
    }
  }

  /** The stores that took part. */
  public List<StoreKind> stores() {
    return rows.stream().map(Row::store).distinct().toList();
  }

  /** The workloads that were run. */
  public List<Workload> workloads() {
    return rows.stream().map(Row::workload).distinct().toList();
  }

  /** The row of a store and a workload, if it was run. */
  public Optional<Row> row(StoreKind store, Workload workload) {
    return rows.stream()
        .filter(row -> row.store() == store && row.workload() == workload)
        .findFirst();
  }
}
