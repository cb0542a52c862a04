package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreCursor;
import java.util.SplittableRandom;

/**
 * Fills, reads and scans with values of one size. There are as many of them as hold the bytes of
 * all values elsewhere, and a few at least. Each begins with its key's number.
 */
final class SizeRun {

  private static final int COUNT_MIN = 8;

  private final Site site;
  private final Store store;
  private final int bytes;
  private final int count;

  SizeRun(Site site) {
    this.site = site;
    this.store = site.store();
    this.bytes = site.workload().valueBytes();
    this.count = count(site.options(), bytes);
  }

  /** How many values of a size there are. */
  static int count(BenchOptions options, int bytes) {
    return share(options.entries(), bytes);
  }

  private static int share(int of, int bytes) {
    return (int) Math.max(COUNT_MIN, (long) of * ValueSource.BYTES / bytes);
  }

  Team.Took fill() {
    return site.team(Math.min(site.options().threads(), count), count, this::put);
  }

  Team.Took read() {
    return site.team(share(site.options().reads(), bytes), this::get);
  }

  Team.Took scan() {
    return site.team(1, count, this::scan);
  }

  private long put(int thread, long from, long to, Ticks ticks) {
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(thread, bytes);
    for (long i = from; i < to; i++) {
      long number = number(i);
      store.put(key.of(number), values.next(number));
      ticks.tick();
    }
    return to - from;
  }

  /** The order to put keys in: all of them once, and no neighbours one after the other. */
  private long number(long place) {
    return (Zipfian.hash(place) & ~(long) Integer.MAX_VALUE) | place;
  }

  private long get(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    BenchKey key = BenchKey.present();
    long wrong = 0;
    for (long i = from; i < to; i++) {
      long number = number(random.nextInt(count));
      byte[] value = store.get(key.of(number));
      wrong += value != null && isOf(value, number) ? 0 : 1;
      ticks.tick();
    }
    site.check(wrong == 0, wrong + " values are not what was written");
    return to - from;
  }

  private long scan(int thread, long from, long to, Ticks ticks) {
    long seen = 0;
    long last = -1;
    try (StoreCursor cursor = store.cursor()) {
      for (boolean here = cursor.first(); here; here = cursor.next()) {
        long number = BenchKey.number(cursor.key());
        site.check(number > last && isOf(cursor.value(), number), "an entry out of order");
        last = number;
        seen++;
        ticks.tick();
      }
    }
    site.check(seen == to, seen + " entries, not " + to);
    return seen;
  }

  private boolean isOf(byte[] value, long number) {
    return value.length == bytes && BenchKey.number(value) == number;
  }
}
