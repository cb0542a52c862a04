package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.Store;
import java.util.SplittableRandom;

/**
 * Writes of which one in ten deletes a range of 20 keys, and gets after them: the workload of
 * GLORAN (arXiv 2511.06061, section 6) at one of its shares.
 */
final class RangeRun {

  private static final int ONE_IN = 10;
  private static final int KEYS = 20;

  /** So many writes for a hundred entries. */
  private static final int WRITES_PERCENT = 15;

  private final Site site;
  private final Store store;
  private final BenchOptions options;

  RangeRun(Site site) {
    this.site = site;
    this.store = site.store();
    this.options = site.options();
  }

  Team.Took run() {
    int last = options.entries() - 1;
    WriteRun.fill(store, last + 1, place -> site.ordered(last - place), options.seed());
    if (site.workload() == Workload.RANGEWRITE) {
      return site.team(1, writes(), this::write);
    }
    write(0, 0, writes(), new Ticks(false));
    return site.team(options.reads(), this::get);
  }

  private long writes() {
    return (long) options.entries() * WRITES_PERCENT / 100;
  }

  private long write(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(thread);
    for (long i = from; i < to; i++) {
      int number = random.nextInt(options.entries());
      if (random.nextInt(ONE_IN) == 0) {
        store.deleteRange(key.of(number).clone(), key.of(number + KEYS));
      } else {
        store.put(key.of(number), values.next());
      }
      ticks.tick();
    }
    return to - from;
  }

  /** About a quarter of the keys are gone; what is there is whole. */
  private long get(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    BenchKey key = BenchKey.present();
    long found = 0;
    long wrong = 0;
    for (long i = from; i < to; i++) {
      byte[] value = store.get(key.of(random.nextInt(options.entries())));
      found += value == null ? 0 : 1;
      wrong += value == null || value.length == ValueSource.BYTES ? 0 : 1;
      ticks.tick();
    }
    site.check(wrong == 0, wrong + " answers are wrong");
    site.check(
        found > (to - from) / 2 && found < to - from, found + " of " + (to - from) + " found");
    return to - from;
  }
}
