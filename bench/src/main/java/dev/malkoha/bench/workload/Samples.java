package dev.malkoha.bench.workload;

import dev.malkoha.bench.Median;
import dev.malkoha.bench.store.StoreKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The measurements of one workload on one store, round by round. */
final class Samples {

  private final StoreKind store;
  private final Workload workload;
  private final List<Double> micros = new ArrayList<>();
  private final List<Double> perSecond = new ArrayList<>();
  private final List<Latency> peeks = new ArrayList<>();
  private double blockReadsPerOp;
  private Optional<Latency> latency = Optional.empty();
  private Optional<Cost> cost = Optional.empty();

  Samples(StoreKind store, Workload workload) {
    this.store = store;
    this.workload = workload;
    this.blockReadsPerOp = workload.reads() ? Double.NaN : 0;
  }

  /** The samples of the round that counts. */
  void count(StoreRound.Outcome outcome) {
    if (workload.reads()) {
      blockReadsPerOp = (double) outcome.blockReads() / Math.max(1, outcome.took().operations());
    }
  }

  /** The samples of a round whose times count. */
  void time(StoreRound.Outcome outcome) {
    Team.Took took = outcome.took();
    boolean seeks = workload == Workload.SEEKRANDOM || workload == Workload.SEEKBEYOND;
    micros.add(workload.hasOwnThreads() ? 1e6 / took.operationsPerSecond() : took.microsPerOp());
    perSecond.add(took.operationsPerSecond() * (seeks ? Workload.ENTRIES_PER_SEEK : 1));
    outcome.peeks().ifPresent(peeks::add);
  }

  /** The samples of the round that records. */
  void record(StoreRound.Outcome outcome) {
    latency = outcome.took().latency();
    cost = outcome.cost();
  }

  BenchResult.Row row() {
    return new BenchResult.Row(
        store,
        workload,
        Median.of(micros),
        Median.of(perSecond),
        blockReadsPerOp,
        peeks.isEmpty() ? Optional.empty() : Optional.of(Latency.over(peeks)),
        latency,
        cost);
  }
}
