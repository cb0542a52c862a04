package dev.malkoha.bench.workload;

import dev.malkoha.bench.Median;
import dev.malkoha.bench.RandomOrder;
import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs workloads on several stores, round by round in turns, one store open at a time.
 *
 * <p>A first round warms the code up and counts: the stores' counters are on, and there is no block
 * cache, so that each block an operation needs is a block read. The rounds behind it are timed,
 * with the cache, and with the counters off where they cost something.
 */
public final class Bench {

  private final BenchOptions options;
  private final Progress progress;
  private final int[] order;
  private final Map<Slot, Samples> samples = new HashMap<>();
  private int round;

  private Bench(BenchOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
    this.order = RandomOrder.of(options.entries(), options.seed());
  }

  private record Slot(StoreKind store, Workload workload) {}

  /** The measurements of one workload on one store, round by round. */
  private static final class Samples {
    final List<Double> micros = new ArrayList<>();
    final List<Double> perSecond = new ArrayList<>();
    final List<Latency> peeks = new ArrayList<>();
    double blockReadsPerOp;
  }

  /**
   * Runs the workloads.
   *
   * @throws IOException if there is no room for the stores' files
   * @throws dev.malkoha.bench.WrongAnswerException if any store answers wrongly
   */
  public static BenchResult run(BenchOptions options, Progress progress) throws IOException {
    Bench bench = new Bench(options, progress);
    try (Scratch scratch = Scratch.in(options.parent())) {
      while (bench.round <= options.rounds()) {
        List<StoreKind> turns = new ArrayList<>(options.stores());
        Collections.rotate(turns, bench.round);
        turns.forEach(kind -> bench.round(kind, scratch));
        bench.round++;
      }
    }
    return bench.result();
  }

  private Samples samples(StoreKind store, Workload workload) {
    return samples.computeIfAbsent(new Slot(store, workload), slot -> new Samples());
  }

  /** The options of this round. */
  private BenchOptions now() {
    return counting() ? options.counting() : options;
  }

  private boolean counting() {
    return round == 0;
  }

  private void round(StoreKind kind, Scratch scratch) {
    String when = counting() ? "warm-up" : "round " + round + "/" + options.rounds();
    try (Progress.Task task =
        progress.start(when + " " + kind.label(), options.workloads().size())) {
      fresh(kind, scratch, task, Workload.FILLSEQ);
      fresh(kind, scratch, task, Workload.FILLBATCH);
      fresh(kind, scratch, task, Workload.FILLBATCHRANDOM);
      fresh(kind, scratch, task, Workload.FILLINGEST);
      fresh(kind, scratch, task, Workload.FILLINGESTRANDOM);
      fresh(kind, scratch, task, Workload.FILLRANDOM, Workload.OVERWRITE);
      fresh(kind, scratch, task, Workload.QUEUE, Workload.QUEUESCAN);
      fresh(kind, scratch, task, Workload.QUEUEBACK);
      fresh(kind, scratch, task, Workload.QUEUESNAPSHOT);
      onFilledStore(kind, scratch, task);
    }
  }

  /** Workloads that start with an empty store; the first one is run also for the others' sake. */
  private void fresh(StoreKind kind, Scratch scratch, Progress.Task task, Workload... workloads) {
    if (Arrays.stream(workloads).noneMatch(options.workloads()::contains)) {
      return;
    }
    Path directory = scratch.directory(kind.label());
    try (Store store = open(kind, directory)) {
      for (Workload workload : workloads) {
        if (workload == workloads[0] || options.workloads().contains(workload)) {
          run(kind, store, workload, task);
          store.settle();
        }
      }
    }
    Scratch.delete(directory);
  }

  private void onFilledStore(StoreKind kind, Scratch scratch, Progress.Task task) {
    if (options.workloads().stream().noneMatch(Workload::onFilledStore)) {
      return;
    }
    boolean deletes = options.workloads().stream().anyMatch(Workload::afterDelete);
    Path directory = scratch.directory(kind.label());
    try (Store store = open(kind, directory)) {
      WorkloadRun.fill(store, order, options.seed());
      for (Workload workload : Workload.values()) {
        boolean wanted = options.workloads().contains(workload);
        if (workload.onFilledStore()
            && (wanted || (deletes && workload == Workload.DELETERANDOM))) {
          run(kind, store, workload, task);
        }
        if (workload == Workload.DELETERANDOM) {
          store.settle();
        }
      }
    }
    Scratch.delete(directory);
  }

  private Store open(StoreKind kind, Path directory) {
    return kind.open(directory, now().settings());
  }

  private void run(StoreKind kind, Store store, Workload workload, Progress.Task task) {
    long before = store.counters().blockReads();
    Optional<QueueRun> queue =
        workload.isQueue()
            ? Optional.of(new QueueRun(kind.label(), workload, store, now()))
            : Optional.empty();
    Team.Took took =
        queue
            .map(QueueRun::run)
            .orElseGet(() -> new WorkloadRun(kind.label(), workload, store, now(), order).run());
    long blockReads = store.counters().blockReads() - before;
    if (!options.workloads().contains(workload)) {
      return;
    }
    Samples kept = samples(kind, workload);
    task.advance(1);
    if (!counting()) {
      int entries = workload == Workload.SEEKRANDOM ? Workload.ENTRIES_PER_SEEK : 1;
      kept.micros.add(took.microsPerOp());
      kept.perSecond.add(took.operationsPerSecond() * entries);
      queue.map(QueueRun::peeks).ifPresent(kept.peeks::add);
    } else if (workload.reads()) {
      kept.blockReadsPerOp = (double) blockReads / Math.max(1, took.operations());
    }
  }

  private BenchResult result() {
    List<BenchResult.Row> rows = new ArrayList<>();
    for (Workload workload : options.workloads()) {
      for (StoreKind kind : options.stores()) {
        Samples kept = samples(kind, workload);
        rows.add(
            new BenchResult.Row(
                kind,
                workload,
                Median.of(kept.micros),
                Median.of(kept.perSecond),
                kept.blockReadsPerOp,
                workload.isQueue() ? Optional.of(Latency.over(kept.peeks)) : Optional.empty()));
      }
    }
    return new BenchResult(rows);
  }
}
