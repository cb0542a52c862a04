package dev.malkoha.bench.workload;

import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.cli.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** One round of all workloads on one store, stage by stage. */
final class StoreRound {

  private final StoreKind kind;
  private final BenchOptions options;
  private final int[] order;
  private final Scratch scratch;
  private final Sink sink;

  /** Is told what was measured. */
  @FunctionalInterface
  interface Sink {

    void take(Workload workload, Outcome outcome);
  }

  /**
   * What one workload measured.
   *
   * @param peeks of a queue
   * @param cost in a round that records
   */
  record Outcome(Team.Took took, long blockReads, Optional<Latency> peeks, Optional<Cost> cost) {}

  StoreRound(StoreKind kind, BenchOptions options, int[] order, Scratch scratch, Sink sink) {
    this.kind = kind;
    this.options = options;
    this.order = order;
    this.scratch = scratch;
    this.sink = sink;
  }

  /** Runs those workloads that the options name, and what they need before them. */
  void run(Progress.Task task) {
    for (Stage stage : Stage.values()) {
      List<Workload> due =
          Arrays.stream(Workload.values())
              .filter(workload -> workload.stage() == stage)
              .filter(workload -> workload.isNeededBy(options.workloads()))
              .toList();
      if (stage == Stage.ALONE) {
        due.forEach(workload -> stage(stage, List.of(workload), task));
      } else if (!due.isEmpty()) {
        stage(stage, due, task);
      }
    }
  }

  private void stage(Stage stage, List<Workload> due, Progress.Task task) {
    Path directory = scratch.directory(kind.label());
    try (Store store = kind.open(directory, stage.settings(options))) {
      stage.prepare(store, options, order);
      for (Workload workload : due) {
        if (stage != Stage.CLOSED && has(store, workload)) {
          run(store, workload, task);
        }
      }
    }
    if (stage == Stage.CLOSED) {
      due.forEach(workload -> open(workload, directory, task));
    }
    Scratch.delete(directory);
  }

  /** Whether a store has what a workload is about. */
  private static boolean has(Store store, Workload workload) {
    return (!workload.inPlace() || store.inPlace().isPresent())
        && (!workload.merges() || store.merging().isPresent())
        && (workload.stage() != Stage.AGING || store.aging().isPresent());
  }

  /** A process of its own counts for itself only, so it is started in rounds that are timed. */
  private void open(Workload workload, Path directory, Progress.Task task) {
    if (workload == Workload.OPENFIRST && !options.isTimed()) {
      return;
    }
    Team.Took took = new OpenRun(kind, workload, directory, options).run();
    tell(workload, new Outcome(took, 0, Optional.empty(), Optional.empty()), task);
  }

  private void run(Store store, Workload workload, Progress.Task task) {
    Site site = new Site(kind.label(), workload, store, options, order);
    Cost.Meter meter = new Cost.Meter(site);
    long before = store.counters().blockReads();
    Optional<QueueRun> queue =
        workload.isQueue() ? Optional.of(new QueueRun(site)) : Optional.empty();
    Team.Took took = queue.map(QueueRun::run).orElseGet(() -> new WorkloadRun(site).run());
    long blockReads = store.counters().blockReads() - before;
    if (workload.writes()) {
      store.settle();
    }
    Optional<Cost> cost =
        options.recording() ? Optional.of(meter.read(took.operations())) : Optional.empty();
    WorkloadRun.verify(site);
    tell(workload, new Outcome(took, blockReads, queue.map(QueueRun::peeks), cost), task);
  }

  private void tell(Workload workload, Outcome outcome, Progress.Task task) {
    if (options.workloads().contains(workload)) {
      task.advance(1);
      sink.take(workload, outcome);
    }
  }
}
