package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.Aging;
import dev.malkoha.bench.store.Store;
import java.time.Duration;
import java.util.SplittableRandom;

/** Puts entries of which nine in ten expire soon, and gets of these once they have. */
final class AgeRun {

  /** Short: what is put is to have expired by the time that it is read. */
  static final Duration TIME_TO_LIVE = Duration.ofSeconds(1);

  /** Some stores know whole seconds only. */
  private static final Duration ALL_EXPIRED = TIME_TO_LIVE.plusSeconds(1);

  /** One entry of this number stays; the others expire. */
  private static final int ONE_STAYS_IN = 10;

  private final Site site;
  private final Store store;
  private final Aging aging;

  AgeRun(Site site) {
    this.site = site;
    this.store = site.store();
    this.aging = store.aging().orElseThrow();
  }

  /** Whether a key's entry does not expire. */
  static boolean stays(long number) {
    return number % ONE_STAYS_IN == 0;
  }

  /** The share of entries that do not expire. */
  static double staying() {
    return 1.0 / ONE_STAYS_IN;
  }

  Team.Took put() {
    return site.team(site.options().entries(), this::put);
  }

  private long put(int thread, long from, long to, Ticks ticks) {
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(thread);
    for (long i = from; i < to; i++) {
      int number = site.ordered(i);
      if (stays(number)) {
        store.put(key.of(number), values.next());
      } else {
        aging.put(key.of(number), values.next());
      }
      ticks.tick();
    }
    return to - from;
  }

  /** Waits until all that expires has, and gets some of it; then all that stays. */
  Team.Took get() {
    AgedStore.sleepUntil(System.nanoTime() + ALL_EXPIRED.toNanos());
    Team.Took took = site.team(site.options().reads(), this::get);
    BenchKey key = BenchKey.present();
    for (int number = 0; number < site.options().entries(); number += ONE_STAYS_IN) {
      site.check(store.get(key.of(number)) != null, "key " + number + " is gone");
    }
    return took;
  }

  private long get(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    BenchKey key = BenchKey.present();
    long found = 0;
    for (long i = from; i < to; i++) {
      int number = random.nextInt(site.options().entries());
      found += aging.get(key.of(stays(number) ? number + 1 : number)) == null ? 0 : 1;
      ticks.tick();
    }
    site.check(found == 0 || !aging.hidesExpired(), found + " expired keys are there");
    return to - from;
  }
}
