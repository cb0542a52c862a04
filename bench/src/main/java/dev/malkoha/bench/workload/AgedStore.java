package dev.malkoha.bench.workload;

import dev.malkoha.bench.Permutation;
import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.bench.store.Aging;
import dev.malkoha.bench.store.Counters;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * One store of which nine entries in ten expire, from its first entry until their space is back.
 */
public final class AgedStore {

  private static final int BATCH = 100;
  private static final int SAMPLE = 1000;
  private static final long POLL_NANOS = 50_000_000;

  private final String name;
  private final Plan plan;
  private final Store store;
  private final Aging aging;

  private AgedStore(String name, Plan plan, Store store, Aging aging) {
    this.name = name;
    this.plan = plan;
    this.store = store;
    this.aging = aging;
  }

  /**
   * How the store ages.
   *
   * @param entries as many as are put before it is left alone
   * @param settings the time to live among them
   * @param watched how long it is watched once all that expires has expired
   * @param writing whether others are put meanwhile, ten thousand a second, nine in ten of which
   *     expire, too
   */
  public record Plan(
      int entries, StoreSettings settings, Duration watched, boolean writing, long seed) {}

  /**
   * A store at some moment.
   *
   * @param seconds since the last entry that was put first has expired
   * @param bytesOnDisk of all its files
   * @param bytesRead of tables by compactions, since the store was full and idle
   * @param bytesWritten of tables, by flushes and compactions, since then
   */
  public record State(double seconds, long bytesOnDisk, long bytesRead, long bytesWritten) {}

  /**
   * What became of it.
   *
   * @param loadSeconds from the first put until the store was idle
   * @param fullBytes of its files then
   * @param expiredSeen the share of expired keys that a get still finds, right after they have
   *     expired
   * @param back when its files were no larger than twice what lives; empty if they never were
   * @param end when it was watched no longer
   * @param compacted after a full compaction, of stores whose space was not back; its seconds are
   *     those of the compaction
   */
  public record Course(
      double loadSeconds,
      long fullBytes,
      double expiredSeen,
      Optional<State> back,
      State end,
      Optional<State> compacted) {}

  /**
   * Fills a store, lets it age and watches it.
   *
   * @param directory empty
   * @return nothing for a store that has no entries that expire
   * @throws WrongAnswerException if it loses what stays, or shows what it says is hidden
   */
  public static Optional<Course> watch(StoreKind kind, Plan plan, Path directory) {
    try (Store store = kind.open(directory, plan.settings().withCounters())) {
      return store.aging().map(aging -> new AgedStore(kind.label(), plan, store, aging).course());
    } finally {
      Scratch.delete(directory);
    }
  }

  private Course course() {
    long start = System.nanoTime();
    load();
    long expired = System.nanoTime() + plan.settings().timeToLive().toNanos();
    store.settle();
    double loadSeconds = (System.nanoTime() - start) / 1e9;
    Watch watch = new Watch(expired);
    long full = store.bytesOnDisk();
    Seen seen = watchTo(2 * (long) (full * livingShare()), watch);
    Optional<State> compacted =
        seen.back().isPresent() ? Optional.empty() : Optional.of(watch.compact());
    check(!aging.hidesExpired() || seen.expired() == 0, "an expired key is there");
    check(found(true) == 1, "an entry that stays is gone");
    return new Course(loadSeconds, full, seen.expired(), seen.back(), seen.end(), compacted);
  }

  private record Seen(double expired, Optional<State> back, State end) {}

  /** Watches beside the writer, if the plan has one; the writer ends with it. */
  private Seen watchTo(long bytes, Watch watch) {
    Writer writer = plan.writing() ? new Writer(this::putNew) : null;
    try (writer) {
      sleepUntil(watch.expired);
      double expired = found(false);
      Optional<State> back = watch.until(bytes);
      check(writer == null || !writer.hasFailed(), "a write failed");
      return new Seen(expired, back, watch.look());
    }
  }

  /** The share of what was put first that as many entries make as live from then on. */
  private double livingShare() {
    double meanwhile = Writer.PUTS_PER_SECOND * (double) plan.settings().timeToLive().toSeconds();
    return AgeRun.staying() + (plan.writing() ? meanwhile / plan.entries() : 0);
  }

  private void load() {
    Permutation order = new Permutation(plan.entries(), plan.seed());
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(plan.seed());
    try (Store.Batch staying = store.batch();
        Store.Batch expiring = aging.batch()) {
      for (int i = 0; i < plan.entries(); i++) {
        int number = order.applyAsInt(i);
        (AgeRun.stays(number) ? staying : expiring).put(key.of(number), values.next());
        if (i % BATCH == BATCH - 1) {
          staying.commit();
          expiring.commit();
        }
      }
      staying.commit();
      expiring.commit();
    }
  }

  /** Puts an entry above all that are there, as others would in a store that is used. */
  private void putNew(long place) {
    long number = plan.entries() + place;
    byte[] key = BenchKey.present().of(number);
    byte[] value = new ValueSource(number).next();
    if (AgeRun.stays(number)) {
      store.put(key, value);
    } else {
      aging.put(key, value);
    }
  }

  /** The share of some of the entries put first, of those that stay or of the others, found. */
  private double found(boolean staying) {
    SplittableRandom random = new SplittableRandom(plan.seed());
    BenchKey key = BenchKey.present();
    int found = 0;
    for (int sought = 0; sought < SAMPLE; ) {
      int number = random.nextInt(plan.entries());
      if (AgeRun.stays(number) == staying) {
        byte[] value = staying ? store.get(key.of(number)) : aging.get(key.of(number));
        found += value == null ? 0 : 1;
        sought++;
      }
    }
    return (double) found / SAMPLE;
  }

  private void check(boolean right, String problem) {
    if (!right) {
      throw new WrongAnswerException(name, "expiry", problem);
    }
  }

  static void sleepUntil(long nanos) {
    while (System.nanoTime() < nanos) {
      LockSupport.parkNanos(Math.min(POLL_NANOS, nanos - System.nanoTime()));
    }
  }

  /** Looks at the store again and again, from when it is full. */
  private final class Watch {

    private final long expired;
    private final Counters full = store.counters();

    Watch(long expired) {
      this.expired = expired;
    }

    State look() {
      return look((System.nanoTime() - expired) / 1e9);
    }

    private State look(double seconds) {
      Counters since = store.counters().since(full);
      return new State(seconds, store.bytesOnDisk(), since.bytesRead(), since.bytesWritten());
    }

    /** Watches to the end; gives the state in which there were no more bytes than that at first. */
    Optional<State> until(long bytes) {
      Optional<State> first = Optional.empty();
      long end = expired + plan.watched().toNanos();
      while (System.nanoTime() < end) {
        if (first.isEmpty() && store.bytesOnDisk() <= bytes) {
          first = Optional.of(look());
        }
        sleepUntil(System.nanoTime() + POLL_NANOS);
      }
      return first;
    }

    State compact() {
      long start = System.nanoTime();
      store.compact();
      return look((System.nanoTime() - start) / 1e9);
    }
  }
}
