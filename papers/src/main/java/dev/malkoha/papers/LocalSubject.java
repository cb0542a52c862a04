package dev.malkoha.papers;

import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.filter.DeletableFilter;
import dev.malkoha.filter.DynamicFilter;
import dev.malkoha.filter.KeyHasher;
import java.util.SplittableRandom;

/**
 * A subject in this process. The timed loops are the four static methods at the end: keys in an
 * array are hashed and given to the filter one by one.
 */
final class LocalSubject implements Subject {

  /** Keys of one timed loop: enough for the clock, few enough to stay in the second-level cache. */
  private static final int CHUNK = 1 << 16;

  /** The keys of one life are this far from those of the next. */
  private static final long KEYS_OF_A_LIFE = 1L << 40;

  private static final int WARM_BUCKET_BITS = 14;
  private static final int PERCENT = 100;

  private final FilterSystem system;
  private final int bucketBits;
  private final long salt;
  private final KeyHasher hasher;
  private final RandomKeys present;
  private final RandomKeys absent;
  private final SplittableRandom choice;
  private final long[] keys = new long[CHUNK];

  private DynamicFilter filter;
  private long firstKey;
  private long added;
  private long removed;
  private long askedAbsent;

  LocalSubject(FilterSystem system, int bucketBits, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    this.system = system;
    this.bucketBits = bucketBits;
    this.salt = seeds.nextLong();
    this.hasher = new KeyHasher(seeds.nextLong());
    this.present = new RandomKeys(seeds.nextLong());
    this.absent = new RandomKeys(seeds.nextLong());
    this.choice = new SplittableRandom(seeds.nextLong());
    this.filter = system.create(bucketBits, salt);
  }

  /** Whole lives of a small filter, so that what is measured later is compiled. */
  static void warmUp(FilterSystem system, int lives, long seed) {
    LocalSubject small = new LocalSubject(system, WARM_BUCKET_BITS, seed);
    for (int life = 0; life < lives; life++) {
      small.clear();
      small.insert(Long.MAX_VALUE);
      for (int percent : new int[] {0, PERCENT / 2, PERCENT}) {
        small.lookUp(percent, 2L * CHUNK);
      }
      if (system.deletable()) {
        small.remove(Long.MAX_VALUE);
      }
    }
  }

  @Override
  public void clear() {
    filter = system.create(bucketBits, salt);
    firstKey += KEYS_OF_A_LIFE;
    added = 0;
    removed = 0;
  }

  @Override
  public Timing insert(long wanted) {
    long left = Math.min(wanted, system.limit(bucketBits) - added);
    Timing sum = Timing.NONE;
    refresh();
    while (left > 0) {
      int count = (int) Math.min(CHUNK, left);
      present.fill(firstKey + added, keys, count);
      long start = System.nanoTime();
      int done = addAll(filter, hasher, keys, count);
      sum = sum.plus(new Timing(System.nanoTime() - start, done));
      added += done;
      left = done < count ? 0 : left - count;
    }
    return sum;
  }

  @Override
  public Timing lookUp(int positivePercent, long queries) {
    if (positivePercent > 0 && added == removed) {
      throw new IllegalStateException("no key is in the filter");
    }
    Timing sum = Timing.NONE;
    refresh();
    for (long left = queries; left > 0; left -= CHUNK) {
      int count = (int) Math.min(CHUNK, left);
      int positive = chooseQueries(positivePercent, count);
      long start = System.nanoTime();
      int found = countFound(filter, hasher, keys, count);
      sum = sum.plus(new Timing(System.nanoTime() - start, found));
      if (found < positive) {
        throw new WrongAnswerException(
            system.label(), "look-up", (positive - found) + " keys that were added are not found");
      }
    }
    return sum;
  }

  /**
   * Look-ups that nobody times: while other processes had their turn, the caches lost what of the
   * filter they can hold, and the processor may have slept.
   */
  private void refresh() {
    chooseQueries(0, CHUNK);
    int found = countFound(filter, hasher, keys, CHUNK);
    if (found > 0 && added == removed) {
      throw new WrongAnswerException(
          system.label(), "look-up", found + " keys are found in an empty filter");
    }
  }

  /** Makes random queries; returns how many are for keys that are in the filter. */
  private int chooseQueries(int positivePercent, int count) {
    int positive = 0;
    for (int i = 0; i < count; i++) {
      if (positivePercent > 0 && choice.nextInt(PERCENT) < positivePercent) {
        keys[i] = present.at(firstKey + choice.nextLong(removed, added));
        positive++;
      } else {
        keys[i] = absent.at(askedAbsent++);
      }
    }
    return positive;
  }

  @Override
  public Timing remove(long wanted) {
    if (!(filter instanceof DeletableFilter deletable)) {
      throw new IllegalStateException(system.label() + " cannot delete");
    }
    long left = Math.min(wanted, added - removed);
    Timing sum = Timing.NONE;
    refresh();
    while (left > 0) {
      int count = (int) Math.min(CHUNK, left);
      present.fill(firstKey + removed, keys, count);
      long start = System.nanoTime();
      int done = removeAll(deletable, hasher, keys, count);
      sum = sum.plus(new Timing(System.nanoTime() - start, done));
      if (done < count) {
        throw new WrongAnswerException(
            system.label(), "delete", (count - done) + " keys that were added are not found");
      }
      removed += count;
      left -= count;
    }
    return sum;
  }

  @Override
  public long sizeBytes() {
    return filter.sizeBytes();
  }

  @Override
  public void close() {}

  private static int addAll(DynamicFilter filter, KeyHasher hasher, long[] keys, int count) {
    for (int i = 0; i < count; i++) {
      if (!filter.add(hasher.hash(keys[i]))) {
        return i;
      }
    }
    return count;
  }

  private static int countFound(DynamicFilter filter, KeyHasher hasher, long[] keys, int count) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      if (filter.contains(hasher.hash(keys[i]))) {
        found++;
      }
    }
    return found;
  }

  private static int removeAll(DeletableFilter filter, KeyHasher hasher, long[] keys, int count) {
    int done = 0;
    for (int i = 0; i < count; i++) {
      if (filter.remove(hasher.hash(keys[i]))) {
        done++;
      }
    }
    return done;
  }
}
