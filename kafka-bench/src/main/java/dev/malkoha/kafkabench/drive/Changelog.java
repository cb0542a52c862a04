package dev.malkoha.kafkabench.drive;

import java.time.Duration;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.VersionedRecord;
import org.apache.kafka.streams.state.internals.SessionKeySchema;
import org.apache.kafka.streams.state.internals.WindowKeySchema;

/**
 * The changelog of a store, record by record: keys in random order, times in theirs.
 *
 * @param store the store, which is empty
 * @param key the key of a record
 * @param value the value of one
 * @param time when it was written
 * @param isThere whether the store has what a record leads to
 */
record Changelog(
    StateStore store,
    LongFunction<byte[]> key,
    LongFunction<byte[]> value,
    LongUnaryOperator time,
    LongPredicate isThere) {

  private static final Duration SPAN = Duration.ofMinutes(100);
  private static final Duration RETENTION = Duration.ofHours(2);
  private static final int VERSIONS = 5;
  private static final int TIMESTAMP_BYTES = Long.BYTES;

  /** Each key once. */
  static Changelog ofKeyValues(Drive drive, DriveContext task) {
    var store = drive.keyValues(task, "restored");
    return new Changelog(
        store,
        record -> key(record).get(),
        _ -> withTimestamp(drive.value()),
        _ -> Workloads.BEGIN,
        record -> store.get(key(record)) != null);
  }

  /** Each key in one window. */
  static Changelog ofWindows(Drive drive, DriveContext task, long records) {
    var store = drive.windows(task, RETENTION, Workloads.WINDOW);
    LongUnaryOperator start =
        record -> {
          long time = time(record, records);
          return time - Math.floorMod(time, Workloads.WINDOW.toMillis());
        };
    return new Changelog(
        store,
        record -> WindowKeySchema.toStoreKeyBinary(key(record), start.applyAsLong(record), 0).get(),
        _ -> withTimestamp(drive.value()),
        record -> time(record, records),
        record -> store.fetch(key(record), start.applyAsLong(record)) != null);
  }

  /** Each key in one session. */
  static Changelog ofSessions(Drive drive, DriveContext task, long records) {
    SessionStore<Bytes, byte[]> store = drive.sessions(task, RETENTION);
    LongFunction<Windowed<Bytes>> session =
        record -> {
          long time = time(record, records);
          return new Windowed<>(key(record), new SessionWindow(time, time + 60_000));
        };
    return new Changelog(
        store,
        record -> SessionKeySchema.toBinary(session.apply(record)).get(),
        _ -> drive.value(),
        record -> time(record, records),
        record -> {
          long time = time(record, records);
          return store.fetchSession(key(record), time, time + 60_000) != null;
        });
  }

  /** Each key in five versions. */
  static Changelog ofVersions(Drive drive, DriveContext task, long records) {
    var store = drive.versions(task, RETENTION);
    long keys = Math.max(1, records / VERSIONS);
    return new Changelog(
        store,
        record -> key(record % keys).get(),
        _ -> drive.value(),
        record -> time(record, records),
        record -> {
          long time = time(record, records);
          VersionedRecord<byte[]> found = store.get(key(record % keys), time);
          return found != null && found.timestamp() == time;
        });
  }

  private static long time(long record, long records) {
    return Workloads.BEGIN + (long) (SPAN.toMillis() * (record / (double) records));
  }

  /** Another number below 2^32 for each. */
  private static Bytes key(long number) {
    return Drive.key((number * 2_654_435_761L) & 0xFFFF_FFFFL);
  }

  private static byte[] withTimestamp(byte[] plain) {
    byte[] value = new byte[TIMESTAMP_BYTES + plain.length];
    System.arraycopy(plain, 0, value, TIMESTAMP_BYTES, plain.length);
    return value;
  }
}
