package dev.malkoha.bench.compare;

import dev.malkoha.bench.store.StoreKind;
import java.util.List;

/**
 * What a comparison found.
 *
 * @param rows one for each step and store, step by step
 * @param stores one for each store
 */
public record ComparisonResult(List<Row> rows, List<Filling> stores) {

  /** Makes it unchangeable. */
  public ComparisonResult {
    rows = List.copyOf(rows);
    stores = List.copyOf(stores);
  }

  /**
   * One step on one store.
   *
   * @param operations how many operations a round has
   * @param microsPerOp median over the timed rounds
   * @param blockReadsPerOp data blocks read for an operation where no cache spares any, in the
   *     counting round
   */
  public record Row(
      StoreKind store, Step step, long operations, double microsPerOp, double blockReadsPerOp) {}

  /**
   * What a full store is like, compacted.
   *
   * @param filterBitsPerKey all filter bytes, in bits, for each distinct key
   * @param falsePositiveRate share of "maybe" among filter answers about the step's absent keys
   * @param bytesOnDisk lengths of all its files, with its log
   */
  public record Filling(
      StoreKind store, double filterBitsPerKey, double falsePositiveRate, long bytesOnDisk) {}

  /** The row of a store and a step. */
  public Row row(StoreKind store, Step step) {
    return rows.stream()
        .filter(row -> row.store() == store && row.step() == step)
        .findFirst()
        .orElseThrow();
  }
}
