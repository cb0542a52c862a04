package dev.malkoha.bench.workload;

import dev.malkoha.bench.Permutation;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreCursor;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/** A workload that reads all fields of one user, whose keys have a prefix in common. */
final class PrefixRun {

  private static final int BATCH = 100;

  private final Site site;
  private final Store store;
  private final int users;

  PrefixRun(Site site) {
    this.site = site;
    this.store = site.store();
    this.users = users(site.options());
  }

  private static int users(BenchOptions options) {
    return Math.max(1, options.entries() / FieldKey.FIELDS);
  }

  /** Puts the fields of users with even numbers, in random order, and does not wait. */
  static void fill(Store store, BenchOptions options) {
    fill(store, options, new Permutation(fields(options), options.seed()));
  }

  /** How many fields there are of all users. */
  static int fields(BenchOptions options) {
    return users(options) * FieldKey.FIELDS;
  }

  /** The same in an order that gives the field, counted over all users, at each place. */
  static void fill(Store store, BenchOptions options, IntUnaryOperator order) {
    FieldKey key = new FieldKey();
    ValueSource values = new ValueSource(options.seed());
    int count = fields(options);
    try (Store.Batch batch = store.batch()) {
      for (int i = 0; i < count; i++) {
        int number = order.applyAsInt(i);
        int field = number % FieldKey.FIELDS;
        batch.put(key.of(number / FieldKey.FIELDS * 2, field), values.next(field));
        if (i % BATCH == BATCH - 1 || i == count - 1) {
          batch.commit();
        }
      }
    }
  }

  Team.Took run() {
    if (site.workload() != Workload.PREFIXLOADED) {
      store.settle();
    }
    return site.team(site.options().reads(), this::read);
  }

  private long read(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    FieldKey key = new FieldKey();
    boolean back = site.workload() == Workload.PREFIXBACK;
    int odd = site.workload() == Workload.PREFIXMISSING ? 1 : 0;
    int expected = odd == 1 ? 0 : FieldKey.FIELDS;
    long wrong = 0;
    for (long i = from; i < to; i++) {
      int user = random.nextInt(users) * 2 + odd;
      wrong += fields(key, user, back) == expected ? 0 : 1;
      ticks.tick();
    }
    site.check(wrong == 0, wrong + " users without all of their fields");
    return to - from;
  }

  /** How many fields in a row are the ones that are due. */
  private int fields(FieldKey key, int user, boolean back) {
    int count = 0;
    try (StoreCursor cursor = store.prefix(key.prefix(user))) {
      boolean here = back ? cursor.last() : cursor.first();
      while (here && isDue(cursor, key, user, back ? FieldKey.FIELDS - 1 - count : count)) {
        count++;
        here = back ? cursor.prev() : cursor.next();
      }
      return here ? -1 : count;
    }
  }

  private static boolean isDue(StoreCursor cursor, FieldKey key, int user, int field) {
    return Arrays.equals(cursor.key(), key.of(user, field))
        && BenchKey.number(cursor.value()) == field;
  }
}
