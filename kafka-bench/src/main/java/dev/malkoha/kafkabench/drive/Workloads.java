package dev.malkoha.kafkabench.drive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.TimestampedKeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;

/** The work of processors with one store, record by record; each returns nanoseconds. */
final class Workloads {

  /** The time of the first record. */
  static final long BEGIN = 1_767_225_600_000L;

  /** How long a window is. */
  static final Duration WINDOW = Duration.ofMinutes(10);

  /** Records span as many windows. */
  private static final int SPAN = 50;

  /** Windows are kept for as many windows' time. */
  private static final int KEPT = 10;

  private static final Duration RETENTION = WINDOW.multipliedBy(KEPT);
  private static final long GAP = Duration.ofMinutes(2).toMillis();
  private static final int DUPLICATE_ONE_IN = 20;

  private final Drive drive;
  private final long records;
  private final SplittableRandom random;
  private final DriveContext task;

  Workloads(Drive drive, long records) {
    this.drive = drive;
    this.records = records;
    this.random = drive.random();
    this.task = drive.task(0);
  }

  private long time(long record) {
    return BEGIN + (long) (WINDOW.toMillis() * SPAN * (record / (double) records));
  }

  /** New ids, and some that came a little before. */
  long deduplication() {
    var seen = drive.windows(task, RETENTION, WINDOW);
    long within = WINDOW.toMillis();
    long duplicates = 0;
    long begin = System.nanoTime();
    for (long i = 1; i <= records; i++) {
      long time = time(i);
      task.at(i, time);
      boolean again = i > 1000 && random.nextInt(DUPLICATE_ONE_IN) == 0;
      Bytes id = Drive.key(again ? i - random.nextInt(1, 500) : i);
      if (isThere(seen, id, time - within, time + within)) {
        duplicates++;
      } else {
        seen.put(id, ValueAndTimestamp.make(new byte[0], time), time);
      }
      drive.processed(task, seen, i);
    }
    long nanos = System.nanoTime() - begin;
    if (duplicates == 0) {
      throw new IllegalStateException("no event that came again was found");
    }
    return nanos;
  }

  private static boolean isThere(
      WindowStore<Bytes, ValueAndTimestamp<byte[]>> seen, Bytes id, long from, long to) {
    try (WindowStoreIterator<ValueAndTimestamp<byte[]>> found = seen.fetch(id, from, to)) {
      return found.hasNext();
    }
  }

  /** A tenth as many keys as records. */
  long aggregation() {
    TimestampedKeyValueStore<Bytes, byte[]> store = drive.keyValues(task, "totals");
    long begin = System.nanoTime();
    for (long i = 1; i <= records; i++) {
      task.at(i, time(i));
      Bytes key = Drive.key(random.nextLong(records / 10));
      ValueAndTimestamp<byte[]> old = store.get(key);
      byte[] value = drive.value();
      value[value.length - 1] = old == null ? 0 : old.value()[0];
      store.put(key, ValueAndTimestamp.make(value, time(i)));
      drive.processed(task, store, i);
    }
    return System.nanoTime() - begin;
  }

  /** A tenth as many keys as records, of which every other one is in the table. */
  long join() {
    TimestampedKeyValueStore<Bytes, byte[]> store = drive.keyValues(task, "table");
    for (long i = 1; i <= records / 10; i += 2) {
      task.at(i, time(0));
      store.put(Drive.key(i), ValueAndTimestamp.make(drive.value(), time(0)));
    }
    drive.commit(task, store, records / 10);
    long found = 0;
    long begin = System.nanoTime();
    for (long i = 1; i <= records; i++) {
      task.at(i, time(i));
      found += store.get(Drive.key(random.nextLong(records / 10))) == null ? 0 : 1;
    }
    long nanos = System.nanoTime() - begin;
    if (found == 0) {
      throw new IllegalStateException("no key of the table was found");
    }
    return nanos;
  }

  /** A hundredth as many keys as records, each in one window after the other. */
  long windows() {
    var store = drive.windows(task, RETENTION, WINDOW);
    long begin = System.nanoTime();
    for (long i = 1; i <= records; i++) {
      long time = time(i);
      task.at(i, time);
      Bytes key = Drive.key(random.nextLong(records / 100));
      long start = time - Math.floorMod(time, WINDOW.toMillis());
      ValueAndTimestamp<byte[]> old = store.fetch(key, start);
      byte[] value = drive.value();
      value[value.length - 1] = old == null ? 0 : old.value()[0];
      store.put(key, ValueAndTimestamp.make(value, time), start);
      drive.processed(task, store, i);
    }
    return System.nanoTime() - begin;
  }

  /** A hundredth as many keys as records; a session has some records before a pause ends it. */
  long sessions() {
    SessionStore<Bytes, byte[]> store = drive.sessions(task, RETENTION);
    long begin = System.nanoTime();
    for (long i = 1; i <= records; i++) {
      long time = time(i);
      task.at(i, time);
      merge(store, Drive.key(random.nextLong(records / 100)), time);
      drive.processed(task, store, i);
    }
    return System.nanoTime() - begin;
  }

  private void merge(SessionStore<Bytes, byte[]> store, Bytes key, long time) {
    long start = time;
    long end = time;
    List<Windowed<Bytes>> merged = new ArrayList<>();
    try (KeyValueIterator<Windowed<Bytes>, byte[]> found =
        store.findSessions(key, time - GAP, time + GAP)) {
      while (found.hasNext()) {
        KeyValue<Windowed<Bytes>, byte[]> session = found.next();
        start = Math.min(start, session.key.window().start());
        end = Math.max(end, session.key.window().end());
        merged.add(session.key);
      }
    }
    merged.forEach(store::remove);
    store.put(new Windowed<>(key, new SessionWindow(start, end)), drive.value());
  }
}
