package dev.malkoha.bench.deletes;

import dev.malkoha.bench.Median;
import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.compare.ComparisonOptions;
import dev.malkoha.bench.compare.Contender;
import dev.malkoha.bench.store.DeleteCare;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.bench.workload.BenchOptions;
import dev.malkoha.bench.workload.DeleteRandom;
import dev.malkoha.bench.workload.Workload;
import dev.malkoha.cli.Progress;
import java.util.ArrayList;
import java.util.List;

/**
 * What it costs to have deletes looked after: db_bench's deleterandom with and without, in turns,
 * and what is written until the space is back. Without, it is a full compaction that brings it
 * back.
 *
 * <p>The memtable is small, so that there is work in the background while deletes are made.
 */
final class WriteCost {

  /** The size of a memtable. */
  static final long WRITE_BUFFER_BYTES = 4L << 20;

  private static final int CHECKED_READS = 10_000;

  private final ComparisonOptions options;
  private final StoreSettings settings;
  private final DeleteRandom deletes;
  private final Scratch scratch;
  private final Progress progress;

  WriteCost(DeletesOptions options, Scratch scratch, Progress progress) {
    this.options = options.how();
    this.settings = this.options.settings().withWriteBuffer(WRITE_BUFFER_BYTES);
    this.deletes = new DeleteRandom(workload(options));
    this.scratch = scratch;
    this.progress = progress;
  }

  private BenchOptions workload(DeletesOptions given) {
    return new BenchOptions(
        options.stores(),
        List.of(Workload.DELETERANDOM, Workload.READDELETED, Workload.SCANAFTERDELETE),
        given.costEntries(),
        Math.min(given.costEntries(), CHECKED_READS),
        1,
        options.rounds(),
        settings,
        options.seed(),
        options.parent());
  }

  /** One side of one store's comparison, round by round. */
  private static final class Side {
    final StoreKind store;
    final boolean attended;
    final List<Double> deletesPerSecond = new ArrayList<>();
    final List<Double> seconds = new ArrayList<>();
    long bytesWritten;
    long bytesOnDisk;

    Side(StoreKind store, boolean attended) {
      this.store = store;
      this.attended = attended;
    }

    DeletesResult.Cost cost() {
      return new DeletesResult.Cost(
          store,
          attended,
          Median.of(deletesPerSecond),
          Median.of(seconds),
          bytesWritten,
          bytesOnDisk);
    }
  }

  List<DeletesResult.Cost> run() {
    List<DeletesResult.Cost> costs = new ArrayList<>();
    for (StoreKind kind : options.stores()) {
      Side with = new Side(kind, true);
      Side without = new Side(kind, false);
      for (int round = 0; round <= options.rounds(); round++) {
        turn(round, round % 2 == 0 ? with : without);
        turn(round, round % 2 == 0 ? without : with);
      }
      costs.add(with.cost());
      costs.add(without.cost());
    }
    return costs;
  }

  private void turn(int round, Side side) {
    boolean counting = round == 0;
    DeleteCare care = side.attended ? DeleteCare.TUNED : DeleteCare.NONE;
    StoreSettings how = (counting ? settings.withCounters() : settings).with(care);
    String name = side.store.label() + (side.attended ? " attended" : " unattended");
    String when = counting ? "warm-up" : "round " + round + "/" + options.rounds();
    try (Progress.Task task = progress.start("cost " + when + " " + name, 1);
        Contender contender = new Contender(side.store, scratch, how)) {
      Store store = contender.store();
      deletes.fill(store);
      long written = store.counters().bytesWritten();
      long start = System.nanoTime();
      double perSecond = deletes.deletesPerSecond(name, store);
      bringSpaceBack(store, side.attended);
      double seconds = (System.nanoTime() - start) / 1e9;
      if (counting) {
        side.bytesWritten = store.counters().bytesWritten() - written;
        side.bytesOnDisk = contender.bytesOnDisk();
      } else {
        side.deletesPerSecond.add(perSecond);
        side.seconds.add(seconds);
      }
      deletes.check(name, store);
      task.advance(1);
    }
  }

  private static void bringSpaceBack(Store store, boolean attended) {
    store.settle();
    if (!attended) {
      store.compact();
    }
  }
}
