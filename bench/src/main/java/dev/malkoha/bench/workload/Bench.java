package dev.malkoha.bench.workload;

import dev.malkoha.bench.RandomOrder;
import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs workloads on several stores, round by round in turns, one store open at a time.
 *
 * <p>A first round warms the code up and counts: the stores' counters are on, and there is no block
 * cache, so that each block an operation needs is a block read. The rounds after it are timed, with
 * the cache, and with the counters off where they cost something. A last one records how long each
 * operation takes by itself, and what was written and kept; its own times do not count, unless no
 * others are wanted: then it is the only round.
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
    this.round = options.rounds() == 0 ? 1 : 0;
  }

  private record Slot(StoreKind store, Workload workload) {}

  /**
   * Runs the workloads.
   *
   * @throws IOException if there is no room for the stores' files
   * @throws dev.malkoha.bench.WrongAnswerException if any store answers wrongly
   */
  public static BenchResult run(BenchOptions options, Progress progress) throws IOException {
    Bench bench = new Bench(options, progress);
    try (Scratch scratch = Scratch.in(options.parent())) {
      while (bench.round <= options.rounds() + 1) {
        List<StoreKind> turns = new ArrayList<>(options.stores());
        Collections.rotate(turns, bench.round);
        turns.forEach(kind -> bench.round(kind, scratch));
        bench.round++;
      }
    }
    return bench.result();
  }

  private boolean counting() {
    return round == 0;
  }

  private boolean recording() {
    return round > options.rounds();
  }

  private String when() {
    if (counting()) {
      return "warm-up";
    }
    return recording() ? "recording" : "round " + round + "/" + options.rounds();
  }

  private void round(StoreKind kind, Scratch scratch) {
    BenchOptions now = counting() ? options.counting() : recording() ? options.toRecord() : options;
    try (Progress.Task task =
        progress.start(when() + " " + kind.label(), options.workloads().size())) {
      new StoreRound(
              kind,
              now,
              order,
              scratch,
              (workload, outcome) -> take(samples(kind, workload), now, outcome))
          .run(task);
    }
  }

  private Samples samples(StoreKind kind, Workload workload) {
    return samples.computeIfAbsent(new Slot(kind, workload), slot -> new Samples(kind, workload));
  }

  private static void take(Samples samples, BenchOptions now, StoreRound.Outcome outcome) {
    if (now.isCounting()) {
      samples.count(outcome);
    }
    if (now.isTimed()) {
      samples.time(outcome);
    }
    if (now.recording()) {
      samples.record(outcome);
    }
  }

  private BenchResult result() {
    List<BenchResult.Row> rows = new ArrayList<>();
    for (Workload workload : options.workloads()) {
      for (StoreKind kind : options.stores()) {
        Samples kept = samples.get(new Slot(kind, workload));
        if (kept != null) {
          rows.add(kept.row());
        }
      }
    }
    return new BenchResult(rows);
  }
}
