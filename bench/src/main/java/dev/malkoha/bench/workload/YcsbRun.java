package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreCursor;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * One of YCSB's core workloads: records of 1 KiB under keys such as {@code
 * user0281784643184568791}, drawn from a zipfian distribution, scans of 1 to 100 of them. A value
 * begins with its record's number, by which reads are checked.
 */
final class YcsbRun {

  static final int VALUE_BYTES = 1024;

  /** Entries elsewhere for a record here. */
  static final int ENTRIES_PER_RECORD = 2;

  private static final int SCAN_MAX = 100;
  private static final int BATCH = 100;

  /** Parts of all keys by the first bits of 63, each small enough to be put in order in memory. */
  private static final int PARTS = 256;

  private static final int PART_SHIFT = 55;

  /** Above all numbers of records there are at first: what workloads and threads insert. */
  private static final int WORKLOAD_SHIFT = 48;

  private static final int THREAD_SHIFT = 40;

  private final Site site;
  private final Store store;
  private final YcsbMix mix;
  private final Zipfian chooser;

  YcsbRun(Site site) {
    this.site = site;
    this.store = site.store();
    this.mix = YcsbMix.of(site.workload());
    this.chooser = new Zipfian(records(site.options()));
  }

  /** How many records there are at first: half as many as entries elsewhere, nine times as long. */
  static int records(BenchOptions options) {
    return Math.max(2, options.entries() / 2);
  }

  /** Loads the records, in the order of their numbers, which is none of their keys. */
  static void fill(Store store, BenchOptions options) {
    load(store, options, false);
  }

  /** The same, or in the order of their keys. */
  static void load(Store store, BenchOptions options, boolean inOrder) {
    fill(store, options, inOrder ? inOrder(options) : IntStream.range(0, records(options)));
  }

  /** All records in the order of their keys, of which only some are held at a time. */
  private static IntStream inOrder(BenchOptions options) {
    return IntStream.range(0, PARTS).flatMap(part -> inOrder(options, part));
  }

  private static IntStream inOrder(BenchOptions options, int part) {
    return IntStream.range(0, records(options))
        .filter(number -> Zipfian.hash(number) >>> PART_SHIFT == part)
        .boxed()
        .sorted(Comparator.comparingLong((Integer number) -> Zipfian.hash(number)))
        .mapToInt(number -> number);
  }

  private static void fill(Store store, BenchOptions options, IntStream numbers) {
    RecordKey key = new RecordKey();
    ValueSource values = new ValueSource(options.seed(), VALUE_BYTES);
    try (Store.Batch batch = store.batch()) {
      int count = 0;
      for (PrimitiveIterator.OfInt i = numbers.iterator(); i.hasNext(); count++) {
        int number = i.nextInt();
        batch.put(key.of(number), values.next(number));
        if (count % BATCH == BATCH - 1 || !i.hasNext()) {
          batch.commit();
        }
      }
    }
    store.settle();
  }

  Team.Took run() {
    return site.team(
        site.options().reads(),
        (thread, from, to, ticks) -> new Client(thread).work(to - from, ticks));
  }

  /** One thread of it. */
  private final class Client {

    private final SplittableRandom random;
    private final RecordKey key = new RecordKey();
    private final ValueSource values;
    private final long firstInserted;
    private long inserted;
    private long wrong;

    Client(int thread) {
      random = site.random(thread);
      values = new ValueSource(thread, VALUE_BYTES);
      firstInserted = ((long) mix.letter() << WORKLOAD_SHIFT) + ((long) thread << THREAD_SHIFT);
    }

    long work(long operations, Ticks ticks) {
      for (long i = 0; i < operations; i++) {
        operate();
        ticks.tick();
      }
      site.check(wrong == 0, wrong + " records are not what was written");
      return operations;
    }

    private void operate() {
      switch (mix.next(random)) {
        case READ -> read(chooser.scrambled(random));
        case READ_LATEST -> read(latest(chooser.rank(random)));
        case UPDATE -> write(chooser.scrambled(random));
        case INSERT -> write(firstInserted + inserted++);
        case SCAN -> scan(chooser.scrambled(random), 1 + random.nextInt(SCAN_MAX));
        case MODIFY -> {
          long number = chooser.scrambled(random);
          read(number);
          write(number);
        }
      }
    }

    /** This thread's inserts from the last one on, then the records of the beginning. */
    private long latest(long rank) {
      long records = records(site.options());
      return rank < inserted
          ? firstInserted + inserted - 1 - rank
          : Math.max(0, records - 1 - (rank - inserted));
    }

    private void read(long number) {
      byte[] value = store.get(key.of(number));
      if (value == null || !isOf(value, number)) {
        wrong++;
      }
    }

    private void write(long number) {
      store.put(key.of(number), values.next(number));
    }

    private void scan(long number, int length) {
      byte[] from = key.of(number);
      try (StoreCursor cursor = store.cursor()) {
        boolean here = cursor.seek(from);
        if (!here || !Arrays.equals(from, cursor.key()) || !isOf(cursor.value(), number)) {
          wrong++;
        }
        byte[] last = from;
        for (int i = 1; i < length && here; i++) {
          here = cursor.next();
          last = here ? checked(cursor, last) : last;
        }
      }
    }

    private byte[] checked(StoreCursor cursor, byte[] last) {
      byte[] at = cursor.key();
      if (Arrays.compareUnsigned(at, last) <= 0 || cursor.value().length != VALUE_BYTES) {
        wrong++;
      }
      return at;
    }

    private static boolean isOf(byte[] value, long number) {
      return value.length == VALUE_BYTES && BenchKey.number(value) == number;
    }
  }
}
