package dev.malkoha.kafka.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafka.state.Task;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.internals.SessionKeySchema;
import org.apache.kafka.streams.state.internals.WindowKeySchema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is restored from a changelog is what was put, also if it began in the middle or was broken
 * off.
 */
@Tag("hunt")
class RestoreTest {

  private static final long SEED = Trials.seed();
  private static final int HISTORIES = Trials.count(4);

  /** What histories must leave in sum; some leave nothing, so there are more until it is enough. */
  private static final int LEFT_MIN = HISTORIES * 10;

  private static final int HISTORIES_MAX = 10 * HISTORIES;
  private static final int RECORDS = 400;

  @TempDir private Path directory;

  @Test
  void windowsAreWhatWasPut() {
    int left = 0;
    for (long seed = SEED; goesOn(seed, left); seed++) {
      RandomRecords some = new RandomRecords(new Random(seed));
      boolean duplicates = some.chance(2);
      List<ConsumerRecord<byte[], byte[]>> changelog = new ArrayList<>();
      Task active = new Task(directory.resolve("active" + seed));
      WindowStore<Bytes, byte[]> store = active.open(windows(some, duplicates));
      for (int sequence = 1; sequence <= RECORDS; sequence++) {
        Bytes key = some.key();
        long time = some.time();
        byte[] value = !duplicates && some.chance(5) ? null : some.value();
        store.put(key, value, time);
        Bytes logged = WindowKeySchema.toStoreKeyBinary(key, time, duplicates ? sequence : 0);
        changelog.add(Task.changelog(logged.get(), value, time));
      }
      List<String> expected = shown(store.all());
      store.close();
      left += expected.size();
      Task standby = new Task(directory.resolve("standby" + seed));
      WindowStore<Bytes, byte[]> restored = standby.open(windows(some, duplicates));
      int broken = some.upTo(RECORDS);
      restore(standby, restored, changelog.subList(0, broken), some);
      restored.close();
      restored = standby.open(windows(some, duplicates));
      restore(standby, restored, changelog.subList(some.upTo(broken + 1), RECORDS), some);
      assertEquals(expected, shown(restored.all()), Trials.replay(RestoreTest.class, seed));
      restored.close();
    }
    assertTrue(left > LEFT_MIN, "too few were left: " + left);
  }

  private static boolean goesOn(long seed, int left) {
    return seed < SEED + (left > LEFT_MIN ? HISTORIES : HISTORIES_MAX);
  }

  private static PlainWindowStore windows(RandomRecords some, boolean duplicates) {
    return new PlainWindowStore("windows", some.retention(), 10, duplicates);
  }

  @Test
  void sessionsAreWhatWasPut() {
    int left = 0;
    for (long seed = SEED; goesOn(seed, left); seed++) {
      RandomRecords some = new RandomRecords(new Random(seed));
      List<ConsumerRecord<byte[], byte[]>> changelog = new ArrayList<>();
      Task active = new Task(directory.resolve("active" + seed));
      SessionStore<Bytes, byte[]> store =
          active.open(new PlainSessionStore("sessions", some.retention()));
      for (int i = 0; i < RECORDS; i++) {
        long end = some.time();
        SessionWindow window = new SessionWindow(Math.max(0, end - some.upTo(50)), end);
        Windowed<Bytes> session = new Windowed<>(some.key(), window);
        byte[] value = some.chance(5) ? null : some.value();
        store.put(session, value);
        changelog.add(Task.changelog(SessionKeySchema.toBinary(session).get(), value, end));
      }
      List<String> expected = shown(store.findSessions(0, Long.MAX_VALUE));
      store.close();
      left += expected.size();
      Task standby = new Task(directory.resolve("standby" + seed));
      SessionStore<Bytes, byte[]> restored =
          standby.open(new PlainSessionStore("sessions", some.retention()));
      restore(standby, restored, changelog, some);
      assertEquals(
          expected,
          shown(restored.findSessions(0, Long.MAX_VALUE)),
          Trials.replay(RestoreTest.class, seed));
      restored.close();
    }
    assertTrue(left > LEFT_MIN, "too few were left: " + left);
  }

  /** Restores in batches of random sizes. */
  private static void restore(
      Task task,
      StateStore store,
      List<ConsumerRecord<byte[], byte[]>> changelog,
      RandomRecords some) {
    for (int from = 0; from < changelog.size(); ) {
      int to = Math.min(changelog.size(), from + 1 + some.upTo(50));
      task.restore(store, changelog.subList(from, to));
      from = to;
    }
  }

  private static List<String> shown(KeyValueIterator<Windowed<Bytes>, byte[]> read) {
    List<String> found = new ArrayList<>();
    try (read) {
      while (read.hasNext()) {
        KeyValue<Windowed<Bytes>, byte[]> next = read.next();
        long start = next.key.window().start();
        found.add(SegmentModel.shown(next.key.key(), next.key.window().end(), start, next.value));
      }
    }
    return found;
  }
}
