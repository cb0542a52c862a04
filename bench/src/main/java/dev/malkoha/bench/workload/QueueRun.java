package dev.malkoha.bench.workload;

import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreCursor;
import dev.malkoha.bench.store.StoreSnapshot;
import java.util.Arrays;

/**
 * A queue in key order: each operation appends an entry, peeks at the head with a new cursor, gets
 * it and deletes it. Peeks alone are timed one by one, and it ends when it has taken long. One
 * thread.
 */
final class QueueRun {

  /** Entries that wait in the queue. */
  static final int BACKLOG_MAX = 100_000;

  /** Stores that take milliseconds for a peek let fewer entries through. */
  private static final long NANOS_MAX = 10_000_000_000L;

  private static final long MIDDLE = 1L << 40;

  private final String name;
  private final Workload workload;
  private final Store store;
  private final int backlog;
  private final long[] peekNanos;
  private int peeks;
  private final BenchKey key = BenchKey.present();

  /** Keys go up, and the head is the first; or down, and it is the last. */
  private final boolean ascending;

  QueueRun(String name, Workload workload, Store store, BenchOptions options) {
    this.name = name;
    this.workload = workload;
    this.store = store;
    this.backlog = backlog(options);
    this.peekNanos = new long[options.entries()];
    this.ascending = workload != Workload.QUEUEBACK;
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
    if (workload != Workload.QUEUESNAPSHOT) {
      return Team.run(1, peekNanos.length, (thread, from, to) -> work(values));
    }
    try (StoreSnapshot held = store.snapshot()) {
      Team.Took took = Team.run(1, peekNanos.length, (thread, from, to) -> work(values));
      try (StoreCursor cursor = held.cursor()) {
        check(cursor.first() && BenchKey.number(cursor.key()) == MIDDLE);
      }
      return took;
    }
  }

  private long work(ValueSource values) {
    long end = System.nanoTime() + NANOS_MAX;
    for (int i = 0; i < peekNanos.length && System.nanoTime() < end; i++) {
      store.put(key(backlog + i), values.next());
      long start = System.nanoTime();
      byte[] head = peek();
      peekNanos[i] = System.nanoTime() - start;
      check(BenchKey.number(head) == number(i));
      check(store.get(head) != null);
      store.delete(head);
      peeks++;
    }
    return peeks;
  }

  private byte[] peek() {
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
    if (!right) {
      throw new WrongAnswerException(name, workload.label(), "the head is not the oldest entry");
    }
  }

  /** How long the peeks took. */
  Latency peeks() {
    return Latency.of(Arrays.copyOf(peekNanos, peeks));
  }

  /** Reads what waits in the queue, all of it. */
  static Team.Took scan(String name, Store store, BenchOptions options) {
    return Team.run(
        1,
        backlog(options),
        (thread, from, to) -> {
          long count = 0;
          try (StoreCursor cursor = store.cursor()) {
            for (boolean here = cursor.first(); here; here = cursor.next()) {
              count += cursor.value().length == ValueSource.BYTES ? 1 : 0;
            }
          }
          if (count != to) {
            String problem = count + " entries, not " + to;
            throw new WrongAnswerException(name, Workload.QUEUESCAN.label(), problem);
          }
          return count;
        });
  }
}
