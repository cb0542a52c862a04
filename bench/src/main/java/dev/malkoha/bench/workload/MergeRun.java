package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.Merging;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreCursor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Merges into random keys, into one counter, or onto lists, and gets of what these came to. All of
 * it is checked when the store is idle.
 */
final class MergeRun {

  private static final int MERGES_A_READ = 1000;

  /** Elements of a list, at the mean. */
  private static final int ELEMENTS = 100;

  /** Stores that take long for the value of many operands do fewer gets. */
  private static final long NANOS_MAX = 10_000_000_000L;

  private final Site site;
  private final Store store;
  private final BenchOptions options;
  private final ByteOrder order;

  MergeRun(Site site) {
    this.site = site;
    this.store = site.store();
    this.options = site.options();
    this.order = store.merging().map(Merging::order).orElse(ByteOrder.BIG_ENDIAN);
  }

  Team.Took run() {
    int entries = options.entries();
    return switch (site.workload()) {
      case MERGERANDOM, APPEND -> site.team(entries, this::merge);
      case READMERGED, READLISTS -> reads();
      case COUNTER -> site.team(entries, this::count);
      case COUNTERREAD -> countAndRead(Math.max(1, entries / MERGES_A_READ));
      case COUNTERUPDATE -> site.team(1, entries, this::update);
      default -> throw new IllegalArgumentException(site.workload().label());
    };
  }

  /** Checks all values. */
  void verify() {
    switch (site.workload()) {
      case MERGERANDOM, APPEND -> verifyAll(new Merged(site, keys(), order));
      case COUNTER -> check(store.get(counter()), options.entries(), order);
      case COUNTERUPDATE -> check(store.get(counter()), options.entries(), ByteOrder.BIG_ENDIAN);
      default -> {}
    }
  }

  private int keys() {
    int entries = options.entries();
    return site.workload().stage() == Stage.LISTS ? Math.max(1, entries / ELEMENTS) : entries;
  }

  private Merging merging() {
    return store.merging().orElseThrow();
  }

  private long merge(int thread, long from, long to, Ticks ticks) {
    Merging merging = merging();
    BenchKey key = BenchKey.present();
    ByteBuffer operand = ByteBuffer.allocate(Long.BYTES).order(order);
    boolean lists = site.workload() == Workload.APPEND;
    Merged.draw(
        site.random(thread),
        to - from,
        keys(),
        (number, summand) -> {
          operand.putLong(0, lists ? number : summand);
          merging.merge(key.of(number), operand.array());
          ticks.tick();
        });
    return to - from;
  }

  private Team.Took reads() {
    boolean lists = site.workload() == Workload.READLISTS;
    Merged merged =
        new Merged(site.of(lists ? Workload.APPEND : Workload.MERGERANDOM), keys(), order);
    return site.team(
        options.reads(), (thread, from, to, ticks) -> get(merged, thread, to - from, ticks));
  }

  private long get(Merged merged, int thread, long reads, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    BenchKey key = BenchKey.present();
    long wrong = 0;
    for (long i = 0; i < reads; i++) {
      int number = random.nextInt(keys());
      while (merged.isAbsent(number)) {
        number = random.nextInt(keys());
      }
      byte[] value = store.get(key.of(number));
      wrong += value != null && merged.isValue(number, value) ? 0 : 1;
      ticks.tick();
    }
    site.check(wrong == 0, wrong + " values are not what was merged");
    return reads;
  }

  private void verifyAll(Merged merged) {
    long seen = 0;
    try (StoreCursor cursor = store.cursor()) {
      for (boolean here = cursor.first(); here; here = cursor.next()) {
        long number = BenchKey.number(cursor.key());
        site.check(merged.isValue(number, cursor.value()), "key " + number + " has a wrong value");
        seen++;
      }
    }
    site.check(seen == merged.keys(), seen + " keys, not " + merged.keys());
  }

  /** Each workload has a counter of its own. */
  private byte[] counter() {
    return BenchKey.present().of(site.workload().label().hashCode());
  }

  private long count(int thread, long from, long to, Ticks ticks) {
    Merging merging = merging();
    byte[] counter = counter();
    byte[] one = one();
    for (long i = from; i < to; i++) {
      merging.merge(counter, one);
      ticks.tick();
    }
    return to - from;
  }

  private byte[] one() {
    return ByteBuffer.allocate(Long.BYTES).order(order).putLong(1).array();
  }

  private Team.Took countAndRead(int reads) {
    Histogram nanos = Ticks.empty();
    long end = System.nanoTime() + NANOS_MAX;
    for (int i = 1; i <= reads && System.nanoTime() < end; i++) {
      count(0, 0, MERGES_A_READ, new Ticks(false));
      long start = System.nanoTime();
      byte[] value = store.get(counter());
      nanos.recordValue(System.nanoTime() - start);
      check(value, (long) i * MERGES_A_READ, order);
    }
    return Team.Took.of(nanos);
  }

  private long update(int thread, long from, long to, Ticks ticks) {
    byte[] counter = counter();
    for (long i = from; i < to; i++) {
      store.update(counter, MergeRun::next);
      ticks.tick();
    }
    return to - from;
  }

  private static byte[] next(byte @Nullable [] value) {
    byte[] next = new byte[Long.BYTES];
    BenchKey.write(next, value == null ? 1 : BenchKey.number(value) + 1);
    return next;
  }

  private void check(byte @Nullable [] value, long expected, ByteOrder of) {
    long is = value == null ? 0 : ByteBuffer.wrap(value).order(of).getLong();
    site.check(is == expected, "the counter is " + is + ", not " + expected);
  }
}
