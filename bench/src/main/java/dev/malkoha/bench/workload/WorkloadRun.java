package dev.malkoha.bench.workload;

import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreCursor;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * One workload on one store. Every answer is checked as far as that costs next to nothing, and all
 * stores pay the same for it and for making keys and values.
 */
final class WorkloadRun {

  private static final int BATCH = 100;

  private final String name;
  private final Workload workload;
  private final Store store;
  private final BenchOptions options;
  private final int[] order;

  /**
   * Prepares a run.
   *
   * @param order all key numbers in a random order; the first half of it is what gets deleted
   */
  WorkloadRun(String name, Workload workload, Store store, BenchOptions options, int[] order) {
    this.name = name;
    this.workload = workload;
    this.store = store;
    this.options = options;
    this.order = order;
  }

  /** Puts every key in random order, unmeasured. */
  static void fill(Store store, int[] order, long seed) {
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(seed);
    try (Store.Batch batch = store.batch()) {
      for (int i = order.length - 1; i >= 0; i--) {
        batch.put(key.of(order[i]), values.next());
        if (i % BATCH == 0) {
          batch.commit();
        }
      }
    }
    store.settle();
  }

  Team.Took run() {
    return switch (workload) {
      case FILLSEQ -> team(options.entries(), this::putInOrder);
      case FILLRANDOM, OVERWRITE -> team(options.entries(), this::putRandom);
      case FILLBATCH -> team(options.entries(), this::putBatches);
      case FILLBATCHRANDOM -> team(options.entries(), this::putRandomBatches);
      case FILLINGEST -> Team.run(1, options.entries(), this::ingestInOrder);
      case FILLINGESTRANDOM -> Team.run(1, options.entries(), this::ingestRandom);
      case QUEUE, QUEUEBACK, QUEUESNAPSHOT -> new QueueRun(name, workload, store, options).run();
      case QUEUESCAN -> QueueRun.scan(name, store, options);
      case READRANDOM -> team(options.reads(), this::getPresent);
      case READMISSING -> team(options.reads(), this::getAbsent);
      case READNEAR, GETINTO, MULTIGET, MULTIMISSING, MULTINEAR, COUNT ->
          new ReadRun(name, workload, store, options).run();
      case READSEQ -> whole(options.entries(), team(options.entries(), this::scan));
      case READREVERSE -> whole(options.entries(), team(options.entries(), this::scanBack));
      case SEEKRANDOM -> team(options.reads(), this::seek);
      case DELETERANDOM -> team(deleted(), this::delete);
      case READDELETED -> team(options.reads(), this::getDeleted);
      case SCANAFTERDELETE ->
          whole(options.entries() - deleted(), team(options.entries(), this::scan));
    };
  }

  private Team.Took team(long operations, Team.Share share) {
    return Team.run(options.threads(), operations, share);
  }

  private Team.Took whole(long expected, Team.Took took) {
    check(took.operations() == expected, took.operations() + " entries, not " + expected);
    return took;
  }

  private int deleted() {
    return options.entries() / 2;
  }

  private SplittableRandom random(int thread) {
    return new SplittableRandom(options.seed() * 31 + workload.label().hashCode() + thread);
  }

  private long putInOrder(int thread, long from, long to) {
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(thread);
    for (long i = from; i < to; i++) {
      store.put(key.of(i), values.next());
    }
    return to - from;
  }

  private long putRandom(int thread, long from, long to) {
    SplittableRandom random = random(thread);
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(thread);
    for (long i = from; i < to; i++) {
      store.put(key.of(random.nextInt(options.entries())), values.next());
    }
    return to - from;
  }

  private long putBatches(int thread, long from, long to) {
    return putBatches(thread, from, to, i -> i);
  }

  private long putRandomBatches(int thread, long from, long to) {
    SplittableRandom random = random(thread);
    return putBatches(thread, from, to, i -> random.nextInt(options.entries()));
  }

  private long putBatches(int thread, long from, long to, LongUnaryOperator number) {
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(thread);
    try (Store.Batch batch = store.batch()) {
      for (long start = from; start < to; start += BATCH) {
        long end = Math.min(to, start + BATCH);
        for (long i = start; i < end; i++) {
          batch.put(key.of(number.applyAsLong(i)), values.next());
        }
        batch.commit();
      }
    }
    return to - from;
  }

  private long ingestInOrder(int thread, long from, long to) {
    return ingest(thread, from, to, i -> i);
  }

  private long ingestRandom(int thread, long from, long to) {
    SplittableRandom random = random(thread);
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

  private long getPresent(int thread, long from, long to) {
    SplittableRandom random = random(thread);
    BenchKey key = BenchKey.present();
    long found = 0;
    for (long i = from; i < to; i++) {
      byte[] value = store.get(key.of(random.nextInt(options.entries())));
      if (value != null && value.length == ValueSource.BYTES) {
        found++;
      }
    }
    check(found == to - from, (to - from - found) + " keys that are there were not found");
    return to - from;
  }

  private long getAbsent(int thread, long from, long to) {
    SplittableRandom random = random(thread);
    BenchKey key = BenchKey.absent();
    long found = 0;
    for (long i = from; i < to; i++) {
      if (store.get(key.of(random.nextInt(options.entries()))) != null) {
        found++;
      }
    }
    check(found == 0, found + " keys that are not there were found");
    return to - from;
  }

  private long delete(int thread, long from, long to) {
    BenchKey key = BenchKey.present();
    for (long i = from; i < to; i++) {
      store.delete(key.of(order[(int) i]));
    }
    return to - from;
  }

  private long getDeleted(int thread, long from, long to) {
    SplittableRandom random = random(thread);
    BenchKey key = BenchKey.present();
    long found = 0;
    for (long i = from; i < to; i++) {
      if (store.get(key.of(order[random.nextInt(deleted())])) != null) {
        found++;
      }
    }
    check(found == 0, found + " deleted keys were found");
    return to - from;
  }

  private long seek(int thread, long from, long to) {
    SplittableRandom random = random(thread);
    BenchKey key = BenchKey.present();
    long wrong = 0;
    for (long i = from; i < to; i++) {
      long number = random.nextInt(options.entries());
      try (StoreCursor cursor = store.cursor()) {
        boolean here = cursor.seek(key.of(number));
        for (int n = 0; n < Workload.ENTRIES_PER_SEEK && here; n++) {
          if (BenchKey.number(cursor.key()) != number + n || !whole(cursor.value())) {
            wrong++;
          }
          here = cursor.next();
        }
      }
    }
    check(wrong == 0, wrong + " entries are not the ones that follow");
    return to - from;
  }

  private long scan(int thread, long from, long to) {
    long count = 0;
    long last = from - 1;
    try (StoreCursor cursor = store.cursor()) {
      boolean here = cursor.seek(BenchKey.present().of(from));
      while (here) {
        long number = BenchKey.number(cursor.key());
        if (number >= to) {
          break;
        }
        check(number > last && whole(cursor.value()), "an entry out of order");
        last = number;
        count++;
        here = cursor.next();
      }
    }
    return count;
  }

  private long scanBack(int thread, long from, long to) {
    long count = 0;
    long last = to;
    try (StoreCursor cursor = store.cursor()) {
      boolean here =
          to == options.entries()
              ? cursor.last()
              : cursor.seek(BenchKey.present().of(to)) && cursor.prev();
      while (here) {
        long number = BenchKey.number(cursor.key());
        if (number < from) {
          break;
        }
        check(number < last && whole(cursor.value()), "an entry out of order");
        last = number;
        count++;
        here = cursor.prev();
      }
    }
    return count;
  }

  private static boolean whole(byte[] value) {
    return value.length == ValueSource.BYTES;
  }

  private void check(boolean right, String problem) {
    if (!right) {
      throw new WrongAnswerException(name, workload.label(), problem);
    }
  }
}
