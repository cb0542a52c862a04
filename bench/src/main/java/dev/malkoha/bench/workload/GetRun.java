package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.InPlace;
import dev.malkoha.bench.store.Store;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A workload that gets one random key after another. */
final class GetRun {

  private final Site site;
  private final Store store;
  private final BenchOptions options;

  GetRun(Site site) {
    this.site = site;
    this.store = site.store();
    this.options = site.options();
  }

  Team.Took run() {
    return switch (site.workload()) {
      case READRANDOM, READBEYOND -> site.team(options.reads(), this::getPresent);
      case READMISSING -> site.team(options.reads(), this::getAbsent);
      case READINPLACE -> site.team(options.reads(), this::getInPlace);
      case READDELETED -> site.team(options.reads(), this::getDeleted);
      case READWHILEWRITING -> getWhileWriting();
      default -> throw new IllegalArgumentException(site.workload().label());
    };
  }

  private Team.Took getWhileWriting() {
    try (Writer writer = new Writer(site)) {
      Team.Took took = site.team(options.reads(), this::getPresent);
      site.check(!writer.hasFailed(), "a write failed");
      return took;
    }
  }

  private long getPresent(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    BenchKey key = BenchKey.present();
    long found = 0;
    for (long i = from; i < to; i++) {
      byte[] value = store.get(key.of(random.nextInt(options.entries())));
      if (value != null && value.length == ValueSource.BYTES) {
        found++;
      }
      ticks.tick();
    }
    long lost = to - from - found;
    site.check(lost == 0, lost + " keys that are there were not found");
    return to - from;
  }

  private long getInPlace(int thread, long from, long to, Ticks ticks) {
    InPlace reads = store.inPlace().orElseThrow();
    SplittableRandom random = site.random(thread);
    BenchKey key = BenchKey.present();
    long wrong = 0;
    for (long i = from; i < to; i++) {
      int first = reads.firstByte(key.of(random.nextInt(options.entries())));
      wrong += ValueSource.isFirst(first) ? 0 : 1;
      ticks.tick();
    }
    site.check(wrong == 0, wrong + " answers are wrong");
    return to - from;
  }

  private long getAbsent(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    BenchKey key = BenchKey.absent();
    long found =
        count(from, to, ticks, () -> found(store.get(key.of(random.nextInt(options.entries())))));
    site.check(found == 0, found + " keys that are not there were found");
    return to - from;
  }

  private long getDeleted(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    BenchKey key = BenchKey.present();
    int deleted = options.entries() / 2;
    long found =
        count(
            from, to, ticks, () -> found(store.get(key.of(site.ordered(random.nextInt(deleted))))));
    site.check(found == 0, found + " deleted keys were found");
    return to - from;
  }

  private static long found(byte @Nullable [] value) {
    return value == null ? 0 : 1;
  }

  private static long count(long from, long to, Ticks ticks, LongSupplier operation) {
    long sum = 0;
    for (long i = from; i < to; i++) {
      sum += operation.getAsLong();
      ticks.tick();
    }
    return sum;
  }
}
