package dev.malkoha.bench.report;

import dev.malkoha.bench.Median;
import dev.malkoha.bench.memory.MemoryRow;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.KeptStore.Measured;
import dev.malkoha.bench.workload.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** The rounds of one workload on one store with limited memory, as one row of a table. */
final class MemoryRounds {

  /** The kinds of cells of a row. */
  static final List<String> HEAD =
      List.of(
          "workload",
          "store",
          "us/op",
          "p50",
          "p99",
          "p99.9",
          "longest",
          "B read/op",
          "B written/op",
          "major faults/op",
          "in no file",
          "");

  private final List<MemoryRow> rounds;
  private final List<Measured> done;

  private MemoryRounds(List<MemoryRow> rounds) {
    this.rounds = rounds;
    done = rounds.stream().map(MemoryRow::measured).filter(Objects::nonNull).toList();
  }

  /** Those of one amount of data, workload and store. */
  static MemoryRounds of(List<MemoryRow> rows, long data, String phase, StoreKind store) {
    return new MemoryRounds(
        rows.stream()
            .filter(row -> row.dataBytes() == data)
            .filter(row -> row.phase().equals(phase) && row.store() == store)
            .toList());
  }

  boolean isEmpty() {
    return rounds.isEmpty();
  }

  /** Medians over the rounds that went well, the most memory of all, and why one failed. */
  List<String> cells(String phase, String store) {
    long peak = rounds.stream().mapToLong(MemoryRow::anonymousPeak).max().orElse(0);
    List<String> cells = new ArrayList<>(List.of(phase, store));
    cells.add(median(Measured::microsPerOp));
    cells.add(rank(Latency::p50));
    cells.add(rank(Latency::p99));
    cells.add(rank(Latency::p999));
    cells.add(rank(Latency::max));
    cells.add(perOperation(Measured::readBytes));
    cells.add(perOperation(Measured::writtenBytes));
    cells.add(perOperation(Measured::majorFaults));
    cells.add(Figures.megabytes(peak));
    cells.add(rounds.stream().map(MemoryRow::failure).reduce("", (a, b) -> a.isEmpty() ? b : a));
    return cells;
  }

  /** Nothing where there is no such figure. */
  String median(ToDoubleFunction<Measured> figure) {
    double median = figure(figure);
    return Double.isNaN(median) ? "" : Figures.number(median);
  }

  /** The median; not a number where there is no such figure. */
  double figure(ToDoubleFunction<Measured> figure) {
    return done.isEmpty()
        ? Double.NaN
        : Median.of(done.stream().mapToDouble(figure).boxed().toList());
  }

  private String rank(ToDoubleFunction<Latency> rank) {
    return median(
        round -> {
          Latency latency = round.latency();
          return latency == null ? Double.NaN : rank.applyAsDouble(latency);
        });
  }

  private String perOperation(ToDoubleFunction<Measured> sum) {
    return median(round -> sum.applyAsDouble(round) / round.operations());
  }
}
