package dev.malkoha.bench.deletes;

import dev.malkoha.bench.Median;
import dev.malkoha.bench.compare.CheckedReads;
import dev.malkoha.bench.compare.Dataset;
import dev.malkoha.bench.compare.KeyStream;
import dev.malkoha.bench.compare.TimedWrites;
import dev.malkoha.bench.compare.Took;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreSnapshot;
import dev.malkoha.bench.store.View;
import dev.malkoha.cli.Progress;
import java.util.ArrayList;
import java.util.List;

/** The steps of a plan on one store, with every answer checked. */
final class DeleteSteps {

  private static final int SEEKS = 31;

  /** Full scans, one after the other, of which the median counts. */
  static final int SCANS = 5;

  /** Misses enough to know a rate of a thousandth to within some per cent. */
  private static final int MISSES = 300_000;

  private final String name;
  private final Store store;
  private final Dataset data;
  private final DeletePlan plan;
  private final Progress progress;

  /**
   * Prepares the steps.
   *
   * @param name what a wrong answer is blamed on
   */
  DeleteSteps(String name, Store store, Dataset data, DeletePlan plan, Progress progress) {
    this.name = name;
    this.store = store;
    this.data = data;
    this.plan = plan;
    this.progress = progress;
  }

  /** Puts the plan's first entries, and waits until the store is idle. */
  void load() {
    put("load", plan.loaded());
  }

  /** Puts what is left in the end and nothing else, and waits until the store is idle. */
  void loadLive() {
    put("load what is left", plan.liveAsLoaded());
  }

  private void put(String step, int[] order) {
    try (Progress.Task task = progress.start(step, order.length)) {
      TimedWrites writes = new TimedWrites(store, data, task);
      writes.put(order);
      writes.settle();
    }
  }

  /** Deletes, and puts what arrives meanwhile; an operation is a delete with its put. */
  Took delete() {
    int[] deleted = plan.deleted();
    int[] arriving = plan.arriving();
    try (Progress.Task task = progress.start("delete", deleted.length)) {
      TimedWrites writes = new TimedWrites(store, data, task);
      if (arriving.length == 0) {
        writes.delete(deleted);
      } else {
        writes.replace(deleted, arriving);
      }
      return writes.took();
    }
  }

  /** Waits until all is in tables and the store is idle, and says how many seconds. */
  double settle() {
    long start = System.nanoTime();
    store.settle();
    return (System.nanoTime() - start) / 1e9;
  }

  /** Reads the store, which is loaded, or from which its entries have been deleted since. */
  Measured read(Phase phase, Read read) {
    return phase == Phase.FULL
        ? read(read, plan.full(), plan.runStart())
        : read(read, plan.live(), plan.runEnd());
  }

  private Measured read(Read read, int[] live, int found) {
    long operations =
        switch (read) {
          case DELETED -> plan.deleted().length;
          case REMAINING -> live.length;
          case SCAN -> (long) SCANS * live.length;
          case MISSES -> Math.min(data.missCount(), MISSES);
          case SEEK -> SEEKS;
        };
    try (Progress.Task task = progress.start(read.title(), operations)) {
      return switch (read) {
        case SEEK -> seeks(found, task);
        case SCAN -> scans(live, task);
        default -> mean(read, task);
      };
    }
  }

  private Measured mean(Read read, Progress.Task task) {
    CheckedReads reads = reads(read.label(), store, task);
    switch (read) {
      case DELETED -> reads.absent(plan.deletedToAsk());
      case REMAINING -> reads.present(plan.liveToAsk());
      default -> reads.absent(KeyStream.limited(data.misses(), MISSES));
    }
    Took took = reads.took();
    return new Measured(took.operations(), took.microsPerOp(), took.microsPerOp());
  }

  private Measured scans(int[] live, Progress.Task task) {
    List<Double> micros = new ArrayList<>();
    for (int i = 0; i < SCANS; i++) {
      CheckedReads scan = reads(Read.SCAN.label(), store, task);
      scan.scan(live);
      micros.add(scan.took().microsPerOp());
    }
    return new Measured((long) SCANS * live.length, Median.of(micros), micros.get(0));
  }

  private Measured seeks(int found, Progress.Task task) {
    List<Double> micros = new ArrayList<>();
    for (int i = 0; i < SEEKS; i++) {
      CheckedReads seek = reads(Read.SEEK.label(), store, task);
      seek.seek(plan.runStart(), found);
      micros.add(seek.took().microsPerOp());
    }
    return new Measured(SEEKS, Median.of(micros), micros.get(0));
  }

  /**
   * Puts an entry that is there once more: RocksDB looks for what a snapshot kept alive when one is
   * closed, and only below the latest write, which here is a delete.
   */
  void touch() {
    int index = plan.runEnd();
    store.put(data.key(index), data.value(index));
  }

  /** Checks that everything is there as it was when the snapshot was taken, before the deletes. */
  void check(StoreSnapshot snapshot) {
    check("snapshot", snapshot, plan.full(), plan.arriving());
  }

  /** Checks that everything is there as it must be after the deletes. */
  void check() {
    check("after snapshot", store, plan.live(), plan.deleted());
  }

  private void check(String step, View view, int[] present, int[] absent) {
    try (Progress.Task task =
        progress.start("check " + step, 2L * present.length + absent.length)) {
      CheckedReads reads = reads(step, view, task);
      reads.scan(present);
      reads.present(present);
      reads.absent(absent);
    }
  }

  private CheckedReads reads(String step, View view, Progress.Task task) {
    return new CheckedReads(name, step, view, data, task);
  }
}
