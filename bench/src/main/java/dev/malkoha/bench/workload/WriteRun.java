package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.Store;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/** A workload that writes db_bench's keys: puts, batches, bulk loads, deletes. */
final class WriteRun {

  private static final int BATCH = 100;

  private final Site site;
  private final Store store;
  private final BenchOptions options;

  WriteRun(Site site) {
    this.site = site;
    this.store = site.store();
    this.options = site.options();
  }

  /** Puts every key in random order, unmeasured. */
  static void fill(Store store, int[] order, long seed) {
    fill(store, order.length, place -> order[order.length - 1 - place], seed);
  }

  /** The same of keys in an order that gives the number at each place. */
  static void fill(Store store, int count, IntUnaryOperator order, long seed) {
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(seed);
    try (Store.Batch batch = store.batch()) {
      for (int i = count - 1; i >= 0; i--) {
        batch.put(key.of(order.applyAsInt(count - 1 - i)), values.next());
        if (i % BATCH == 0) {
          batch.commit();
        }
      }
    }
    store.settle();
  }

  Team.Took run() {
    int entries = options.entries();
    return switch (site.workload()) {
      case FILLSEQ -> site.team(entries, this::putInOrder);
      case FILLRANDOM, OVERWRITE -> site.team(entries, this::putRandom);
      case FILLRANDOM2 -> site.team(2, entries, this::putRandom);
      case FILLRANDOM8 -> site.team(8, entries, this::putRandom);
      case FILLBATCH -> site.team(entries, this::putBatches);
      case FILLBATCHRANDOM -> site.team(entries, this::putRandomBatches);
      case FILLINGEST -> site.team(1, entries, this::ingestInOrder);
      case FILLINGESTRANDOM -> site.team(1, entries, this::ingestRandom);
      case DELETERANDOM -> site.team(entries / 2, this::delete);
      default -> throw new IllegalArgumentException(site.workload().label());
    };
  }

  private long putInOrder(int thread, long from, long to, Ticks ticks) {
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(thread);
    for (long i = from; i < to; i++) {
      store.put(key.of(i), values.next());
      ticks.tick();
    }
    return to - from;
  }

  private long putRandom(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(thread);
    for (long i = from; i < to; i++) {
      store.put(key.of(random.nextInt(options.entries())), values.next());
      ticks.tick();
    }
    return to - from;
  }

  private long putBatches(int thread, long from, long to, Ticks ticks) {
    return putBatches(thread, from, to, ticks, i -> i);
  }

  private long putRandomBatches(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    return putBatches(thread, from, to, ticks, i -> random.nextInt(options.entries()));
  }

  private long putBatches(int thread, long from, long to, Ticks ticks, LongUnaryOperator number) {
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(thread);
    try (Store.Batch batch = store.batch()) {
      for (long start = from; start < to; start += BATCH) {
        long end = Math.min(to, start + BATCH);
        for (long i = start; i < end; i++) {
          batch.put(key.of(number.applyAsLong(i)), values.next());
        }
        batch.commit();
        ticks.tick();
      }
    }
    return to - from;
  }

  private long ingestInOrder(int thread, long from, long to, Ticks ticks) {
    return ingest(thread, from, to, i -> i);
  }

  private long ingestRandom(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    return ingest(thread, from, to, i -> random.nextInt(options.entries()));
  }

  private long ingest(int thread, long from, long to, LongUnaryOperator number) {
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(thread);
    store.ingest(
        LongStream.range(from, to)
            .mapToObj(i -> Map.entry(key.of(number.applyAsLong(i)), values.next()))
            .iterator());
    return to - from;
  }

  private long delete(int thread, long from, long to, Ticks ticks) {
    BenchKey key = BenchKey.present();
    for (long i = from; i < to; i++) {
      store.delete(key.of(site.ordered(i)));
      ticks.tick();
    }
    return to - from;
  }
}
