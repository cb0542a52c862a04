package dev.malkoha.bench.compare;

import dev.malkoha.bench.Median;
import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.Counters;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the same steps on several stores, step by step in turns, and checks every answer.
 *
 * <p>A first round warms the code up and counts: the stores' counters are on, and there is no block
 * cache, so that each block an operation needs is a block read. The rounds after it are timed, with
 * the cache, and with the counters off where they cost something. Each round starts from empty
 * directories, and with another store first.
 */
public final class Comparison {

  private final Dataset data;
  private final ComparisonOptions options;
  private final Progress progress;
  private final Map<Slot, Samples> samples = new HashMap<>();
  private final Map<StoreKind, ComparisonResult.Filling> fillings = new EnumMap<>(StoreKind.class);
  private int round;

  private Comparison(Dataset data, ComparisonOptions options, Progress progress) {
    this.data = data;
    this.options = options;
    this.progress = progress;
  }

  private record Slot(StoreKind store, Step step) {}

  /** The measurements of one step on one store, round by round. */
  private static final class Samples {
    final List<Double> micros = new ArrayList<>();
    long operations;
    double blockReadsPerOp;
  }

  /**
   * Runs the comparison.
   *
   * @throws IOException if there is no room for the stores' files
   * @throws dev.malkoha.bench.WrongAnswerException if any store answers wrongly
   */
  public static ComparisonResult run(Dataset data, ComparisonOptions options, Progress progress)
      throws IOException {
    Comparison comparison = new Comparison(data, options, progress);
    try (Scratch scratch = Scratch.in(options.parent())) {
      while (comparison.round <= options.rounds()) {
        comparison.round(scratch);
        comparison.round++;
      }
    }
    return comparison.result();
  }

  private Samples samples(StoreKind store, Step step) {
    return samples.computeIfAbsent(new Slot(store, step), slot -> new Samples());
  }

  private boolean counting() {
    return round == 0;
  }

  private void round(Scratch scratch) {
    List<StoreKind> order = new ArrayList<>(options.stores());
    Collections.rotate(order, round);
    List<Contender> contenders = new ArrayList<>();
    try {
      for (StoreKind kind : order) {
        Contender contender = new Contender(kind, scratch, settings());
        contenders.add(contender);
        step(Step.LOAD, contender);
        contender.compactAndReopen();
      }
      steps(contenders);
    } finally {
      contenders.forEach(Contender::close);
    }
  }

  private StoreSettings settings() {
    return counting() ? options.settings().withoutCache().withCounters() : options.settings();
  }

  private void steps(List<Contender> contenders) {
    for (Contender contender : contenders) {
      Counters counted = step(Step.MISSES, contender);
      if (counting()) {
        fillings.put(contender.kind(), contender.filling(counted.falsePositiveRate()));
      }
    }
    contenders.forEach(contender -> step(Step.HITS, contender));
    contenders.forEach(contender -> step(Step.SCAN, contender));
    for (Contender contender : contenders) {
      step(Step.REMOVE, contender);
      contender.store().settle();
    }
    contenders.forEach(contender -> step(Step.REMOVED, contender));
    contenders.forEach(this::survivors);
  }

  /** Runs one step on one store, keeps what it measured, and returns what the store counted. */
  private Counters step(Step step, Contender contender) {
    Counters before = contender.counters();
    Took took;
    try (Progress.Task task = task(contender, step.label(), data.operations(step))) {
      took =
          new StepRun(contender.kind().label(), contender.store(), data, task)
              .run(step, options.seed());
    }
    Counters counted = contender.counters().since(before);
    Samples kept = samples(contender.kind(), step);
    kept.operations = took.operations();
    if (counting()) {
      kept.blockReadsPerOp =
          took.operations() == 0 ? 0 : (double) counted.blockReads() / took.operations();
    } else {
      kept.micros.add(took.microsPerOp());
    }
    return counted;
  }

  private void survivors(Contender contender) {
    try (Progress.Task task = task(contender, "check", data.kept().length)) {
      new StepRun(contender.kind().label(), contender.store(), data, task).survivors();
    }
  }

  private Progress.Task task(Contender contender, String what, long operations) {
    String when = counting() ? "warm-up" : "round " + round + "/" + options.rounds();
    return progress.start(when + " " + contender.kind().label() + " " + what, operations);
  }

  private ComparisonResult result() {
    List<ComparisonResult.Row> rows = new ArrayList<>();
    for (Step step : Step.values()) {
      for (StoreKind kind : options.stores()) {
        Samples kept = samples(kind, step);
        rows.add(
            new ComparisonResult.Row(
                kind, step, kept.operations, Median.of(kept.micros), kept.blockReadsPerOp));
      }
    }
    return new ComparisonResult(rows, options.stores().stream().map(fillings::get).toList());
  }
}
