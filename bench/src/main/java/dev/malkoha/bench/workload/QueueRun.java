package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreCursor;
import dev.malkoha.bench.store.StoreSnapshot;
import org.HdrHistogram.Histogram;

/**
 * A queue in key order: each operation appends an entry, peeks at the head with a new cursor, gets
 * it and deletes it, or does both by a transaction. Peeks, or these transactions, are timed one by
 * one, and it ends when it has taken long. One thread.
 */
final class QueueRun {

  /** Entries that wait in the queue. */
  static final int BACKLOG_MAX = 100_000;

  /** Stores that take milliseconds for a peek let fewer entries through. */
  private static final long NANOS_MAX = 10_000_000_000L;

  private static final long MIDDLE = 1L << 40;

  /** Deletes for each look where looks are rare. */
  private static final int RARE = 1000;

  private final Site site;
  private final Store store;
  private final int backlog;
  private final int places;
  private final Histogram peekNanos = Ticks.empty();
  private final BenchKey key = BenchKey.present();

  /** Keys go up, and the head is the first; or down, and it is the last. */
  private final boolean ascending;

  QueueRun(Site site) {
    this.site = site;
    this.store = site.store();
    this.backlog = backlog(site.options());
    this.places = site.options().entries();
    this.ascending = site.workload() != Workload.QUEUEBACK;
  }

  /** How many entries wait in the queue all the time. */
  static int backlog(BenchOptions options) {
    return Math.min(BACKLOG_MAX, options.entries());
  }

  /** Fills the queue and lets as many entries through as the options say. */
  Team.Took run() {
    ValueSource values = new ValueSource(0);
    for (int i = 0; i < backlog; i++) {
      store.put(key(i), values.next());
    }
    if (site.workload() != Workload.QUEUEHELD) {
      return site.team(1, places, (thread, from, to, ticks) -> work(values, ticks));
    }
    try (StoreSnapshot held = store.snapshot()) {
      Team.Took took = site.team(1, places, (thread, from, to, ticks) -> work(values, ticks));
      try (StoreCursor cursor = held.cursor()) {
        check(cursor.first() && BenchKey.number(cursor.key()) == MIDDLE);
      }
      return took;
    }
  }

  private long work(ValueSource values, Ticks ticks) {
    long end = System.nanoTime() + NANOS_MAX;
    int i = 0;
    for (; i < places && System.nanoTime() < end; i++) {
      store.put(key(backlog + i), values.next());
      if (site.workload() == Workload.QUEUERARE && i % RARE != RARE - 1) {
        store.delete(key(i));
        ticks.tick();
        continue;
      }
      if (site.workload() == Workload.QUEUETX) {
        pop(number(i));
      } else {
        take(number(i));
      }
      ticks.tick();
    }
    return i;
  }

  /** Finds the head, gets it and deletes it. */
  private void take(long expected) {
    long start = System.nanoTime();
    byte[] head = peek();
    peekNanos.recordValue(System.nanoTime() - start);
    check(BenchKey.number(head) == expected);
    check(store.get(head) != null);
    store.delete(head);
  }

  private void pop(long expected) {
    long start = System.nanoTime();
    byte[] head = store.pop();
    peekNanos.recordValue(System.nanoTime() - start);
    check(head != null && BenchKey.number(head) == expected);
  }

  private byte[] peek() {
    if (site.workload() == Workload.QUEUEFRESH) {
      try (StoreSnapshot now = store.snapshot();
          StoreCursor cursor = now.cursor()) {
        check(cursor.first());
        return cursor.key();
      }
    }
    try (StoreCursor cursor = store.cursor()) {
      check(ascending ? cursor.first() : cursor.last());
      return cursor.key();
    }
  }

  private byte[] key(int place) {
    return key.of(number(place));
  }

  private long number(int place) {
    return ascending ? MIDDLE + place : MIDDLE - place;
  }

  private void check(boolean right) {
    site.check(right, "the head is not the oldest entry");
  }

  /** How long the peeks took. */
  Latency peeks() {
    return Latency.of(peekNanos);
  }

  /** Reads what waits in the queue, all of it. */
  static Team.Took scan(Site site) {
    return site.team(
        1,
        backlog(site.options()),
        (thread, from, to, ticks) -> {
          long count = 0;
          try (StoreCursor cursor = site.store().cursor()) {
            for (boolean here = cursor.first(); here; here = cursor.next()) {
              count += cursor.value().length == ValueSource.BYTES ? 1 : 0;
              ticks.tick();
            }
          }
          site.check(count == to, count + " entries, not " + to);
          return count;
        });
  }
}
