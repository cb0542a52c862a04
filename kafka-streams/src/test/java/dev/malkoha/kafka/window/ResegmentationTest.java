package dev.malkoha.kafka.window;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Entries;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.segment.SegmentKeys;
import dev.malkoha.kafka.state.FragileDisk;
import dev.malkoha.kafka.state.Task;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stores that are opened with segments of another length, as another retention asks for: nothing is
 * lost, also if that is interrupted.
 */
class ResegmentationTest {

  private static final long SEED = Trials.seed();
  private static final long RETENTION = 100_000;
  private static final TopicPartition CHANGELOG = new TopicPartition("changelog", 0);

  @TempDir private Path directory;

  private static PlainWindowStore windows(FragileDisk disk, long segmentMs) {
    return new PlainWindowStore(
        "store", new Retention(RETENTION, segmentMs), 10, false, disk::open);
  }

  private static PlainSessionStore sessions(FragileDisk disk, long segmentMs) {
    return new PlainSessionStore("store", new Retention(RETENTION, segmentMs), disk::open);
  }

  @Test
  void windowsStayWhateverTheSegmentsAre() {
    int halfway = 0;
    for (long seed = SEED; seed < SEED + 2; seed++) {
      Random random = new Random(seed);
      long before = segmentMs(random);
      FragileDisk disk = new FragileDisk(random);
      Task task = new Task(directory.resolve("windows" + seed));
      WindowStore<Bytes, byte[]> store = task.open(windows(disk, before));
      task.nextRecord();
      TreeMap<String, Bytes> put = new TreeMap<>();
      for (int i = 0; i < 400; i++) {
        Windowed<Bytes> window = window(random);
        byte[] value = value(random);
        store.put(window.key(), value, window.window().end());
        put.put(window.key() + "@" + window.window().end(), Bytes.wrap(value));
      }
      store.commit(Map.of(CHANGELOG, 7L));
      store.close();
      long other = segmentMs(random);
      for (SimulatedDisk left : disk.crashesDuring(() -> task.open(windows(disk, other)).close())) {
        disk.use(left);
        halfway += isHalfway(task, disk) ? 1 : 0;
        PlainWindowStore reopened = task.open(windows(disk, one(random, before, other)));
        assertEquals(
            put,
            all(reopened.all(), key -> key.key() + "@" + key.window().start()),
            Trials.replay(ResegmentationTest.class, seed));
        assertEachIsWhereItBelongs(task, disk, reopened);
        reopened.close();
      }
    }
    assertTrue(halfway > 4, "too few crashes left a half-changed store: " + halfway);
  }

  @Test
  void sessionsStayWhateverTheSegmentsAre() {
    int halfway = 0;
    for (long seed = SEED; seed < SEED + 2; seed++) {
      Random random = new Random(seed);
      long before = segmentMs(random);
      FragileDisk disk = new FragileDisk(random);
      Task task = new Task(directory.resolve("sessions" + seed));
      SessionStore<Bytes, byte[]> store = task.open(sessions(disk, before));
      task.nextRecord();
      TreeMap<String, Bytes> put = new TreeMap<>();
      for (int i = 0; i < 400; i++) {
        Windowed<Bytes> session = window(random);
        byte[] value = value(random);
        store.put(session, value);
        put.put(session.toString(), Bytes.wrap(value));
      }
      store.commit(Map.of(CHANGELOG, 7L));
      store.close();
      long other = segmentMs(random);
      for (SimulatedDisk left :
          disk.crashesDuring(() -> task.open(sessions(disk, other)).close())) {
        disk.use(left);
        halfway += isHalfway(task, disk) ? 1 : 0;
        PlainSessionStore reopened = task.open(sessions(disk, one(random, before, other)));
        assertEquals(
            put,
            all(reopened.findSessions(0, Long.MAX_VALUE), Windowed::toString),
            Trials.replay(ResegmentationTest.class, seed));
        assertEachIsWhereItBelongs(task, disk, reopened);
        reopened.close();
      }
    }
    assertTrue(halfway > 4, "too few crashes left a half-changed store: " + halfway);
  }

  private static long segmentMs(Random random) {
    return 1L + random.nextInt(1 << (3 + random.nextInt(14)));
  }

  /** One of two lengths, or another one. */
  private static long one(Random random, long before, long other) {
    return switch (random.nextInt(3)) {
      case 0 -> before;
      case 1 -> other;
      default -> segmentMs(random);
    };
  }

  /** None too old for the retention. */
  private static Windowed<Bytes> window(Random random) {
    byte[] key = new byte[random.nextInt(12)];
    random.nextBytes(key);
    long start = random.nextLong(RETENTION / 2);
    long end = start + random.nextLong(RETENTION / 2);
    return new Windowed<>(Bytes.wrap(key), new SessionWindow(start, end));
  }

  private static byte[] value(Random random) {
    byte[] value = new byte[random.nextInt(2_000)];
    random.nextBytes(value);
    return value;
  }

  private static Map<String, Bytes> all(
      KeyValueIterator<Windowed<Bytes>, byte[]> read, Function<Windowed<Bytes>, String> shown) {
    TreeMap<String, Bytes> found = new TreeMap<>();
    try (read) {
      while (read.hasNext()) {
        KeyValue<Windowed<Bytes>, byte[]> next = read.next();
        assertEquals(null, found.put(shown.apply(next.key), Bytes.wrap(next.value)));
      }
    }
    return found;
  }

  private static boolean isHalfway(Task task, FragileDisk disk) {
    try (Db db = copy(task, disk)) {
      return !db.keyspace("kafka").contains("segment-ms".getBytes(UTF_8));
    }
  }

  private static Db copy(Task task, FragileDisk disk) {
    return disk.copy(task.context().stateDir().toPath().resolve("store"));
  }

  /** No read by key finds an entry that lies in another segment. */
  private static void assertEachIsWhereItBelongs(
      Task task, FragileDisk disk, SegmentedStore store) {
    SegmentKeys keys = store.keys();
    try (Db db = copy(task, disk);
        Entries all = db.entries(KeyRange.all())) {
      all.forEach(entry -> assertArrayEquals(keys.moved(entry.key()), entry.key()));
    }
  }
}
