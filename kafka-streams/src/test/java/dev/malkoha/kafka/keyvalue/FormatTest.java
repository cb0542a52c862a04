package dev.malkoha.kafka.keyvalue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.kafka.MalkohaStores;
import dev.malkoha.kafka.state.FragileDisk;
import dev.malkoha.kafka.state.Task;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.apache.kafka.streams.state.ValueTimestampHeaders;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a store whose application asks for another format than its values have. */
class FormatTest {

  private static final long SEED = Trials.seed();
  private static final TopicPartition CHANGELOG = new TopicPartition("changelog", 0);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Bytes KEY = Bytes.wrap("k".getBytes(UTF_8));

  @TempDir private Path directory;

  private Task task() {
    return new Task(directory);
  }

  @Test
  void plainValuesGetNoTimestampThatIsKnown() {
    putPlain();
    KeyValueStore<String, ValueAndTimestamp<String>> store =
        task()
            .open(
                Stores.timestampedKeyValueStoreBuilder(
                        MalkohaStores.timestampedKeyValueStore("kv"),
                        Serdes.String(),
                        Serdes.String())
                    .withLoggingDisabled()
                    .build());
    assertEquals(ValueAndTimestamp.makeAllowNullable("value", -1), store.get("k"));
    assertEquals(7L, store.committedOffset(CHANGELOG));
    store.close();
  }

  private void putPlain() {
    Task task = task();
    KeyValueStore<Bytes, byte[]> store = task.open(new PlainKeyValueStore("kv"));
    task.nextRecord();
    store.put(KEY, "value".getBytes(UTF_8));
    store.commit(Map.of(CHANGELOG, 7L));
    store.close();
  }

  @Test
  void plainValuesGetEmptyHeaders() {
    putPlain();
    assertEquals(ValueTimestampHeaders.make("value", -1, new RecordHeaders()), withHeaders());
  }

  private ValueTimestampHeaders<String> withHeaders() {
    KeyValueStore<String, ValueTimestampHeaders<String>> store =
        task()
            .open(
                Stores.timestampedKeyValueStoreWithHeadersBuilder(
                        MalkohaStores.timestampedKeyValueStoreWithHeaders("kv"),
                        Serdes.String(),
                        Serdes.String())
                    .withLoggingDisabled()
                    .build());
    ValueTimestampHeaders<String> found = store.get("k");
    store.close();
    return found;
  }

  @Test
  void timestampsStayWhereHeadersCome() {
    Task task = task();
    KeyValueStore<String, ValueAndTimestamp<String>> store =
        task.open(
            Stores.timestampedKeyValueStoreBuilder(
                    MalkohaStores.timestampedKeyValueStore("kv"), Serdes.String(), Serdes.String())
                .withLoggingDisabled()
                .build());
    task.nextRecord();
    store.put("k", ValueAndTimestamp.make("value", 99));
    store.commit(Map.of());
    store.close();
    assertEquals(ValueTimestampHeaders.make("value", 99, new RecordHeaders()), withHeaders());
  }

  @Test
  void windowsAndSessionsAreConvertedToo() {
    Task task = task();
    var windows = task.open(windows().get());
    var sessions = task.open(sessions().get());
    task.nextRecord();
    windows.put(KEY, new byte[] {1}, 5);
    var session = new Windowed<>(KEY, new SessionWindow(3, 5));
    sessions.put(session, new byte[] {1});
    windows.commit(Map.of());
    sessions.commit(Map.of());
    windows.close();
    sessions.close();
    windows =
        task.open(
            MalkohaStores.timestampedWindowStoreWithHeaders("windows", HOUR, MINUTE, false).get());
    sessions = task.open(MalkohaStores.sessionStoreWithHeaders("sessions", HOUR).get());
    assertArrayEquals(new byte[] {0, -1, -1, -1, -1, -1, -1, -1, -1, 1}, windows.fetch(KEY, 5));
    assertArrayEquals(new byte[] {0, 1}, sessions.fetchSession(KEY, 3, 5));
    windows.close();
    sessions.close();
  }

  private static WindowBytesStoreSupplier windows() {
    return MalkohaStores.windowStore("windows", HOUR, MINUTE, false);
  }

  private static SessionBytesStoreSupplier sessions() {
    return MalkohaStores.sessionStore("sessions", HOUR);
  }

  @Test
  void valuesThatSayMoreAreRefused() {
    Task task = task();
    var store = task.open(new HeadersKeyValueStore("kv"));
    task.nextRecord();
    store.put(KEY, new byte[] {0, -1, -1, -1, -1, -1, -1, -1, -1, 1});
    store.commit(Map.of());
    store.close();
    String message = refusal(new TimestampedKeyValueStore("kv"));
    assertTrue(message.contains("is key-value headers"), message);
    assertTrue(message.contains("read as key-value timestamped"), message);
    assertTrue(message.contains(directory.resolve("kv").toString()), message);
    refusal(new PlainKeyValueStore("kv"));
    refusal(MalkohaStores.windowStore("kv", HOUR, MINUTE, false).get());
    store = task.open(new HeadersKeyValueStore("kv"));
    assertArrayEquals(new byte[] {0, -1, -1, -1, -1, -1, -1, -1, -1, 1}, store.get(KEY));
    store.close();
  }

  private String refusal(StateStore store) {
    Task task = task();
    return String.valueOf(
        assertThrows(ProcessorStateException.class, () -> task.open(store)).getMessage());
  }

  @Test
  void aStoreThatNeverHeldAnythingTakesAnyFormat() {
    task().open(new HeadersKeyValueStore("kv")).close();
    task().open(new PlainKeyValueStore("kv")).close();
    task().open(MalkohaStores.windowStore("kv", HOUR, MINUTE, false).get()).close();
    refusalOfForeign();
  }

  /** A store of the engine that the module has not written. */
  private void refusalOfForeign() {
    try (Db db = Db.open(directory.resolve("foreign"))) {
      db.put(new byte[] {1}, new byte[] {2});
    }
    String message = refusal(new PlainKeyValueStore("foreign"));
    assertTrue(message.contains("does not say what its entries are"), message);
  }

  @Test
  void aCrashInTheMiddleConvertsNothingTwice() {
    int halfway = 0;
    for (long seed = SEED; seed < SEED + 2; seed++) {
      Random random = new Random(seed);
      FragileDisk disk = new FragileDisk(random);
      Task task = new Task(directory.resolve("crash" + seed));
      Map<Bytes, Bytes> plain = fill(task, disk, random);
      for (SimulatedDisk left :
          disk.crashesDuring(
              () -> task.open(new TimestampedKeyValueStore("kv", disk::open)).close())) {
        halfway += goOn(task, disk, left, plain, random, seed);
      }
    }
    assertTrue(halfway > 4, "too few crashes left a half-converted store: " + halfway);
  }

  private static Map<Bytes, Bytes> fill(Task task, FragileDisk disk, Random random) {
    TreeMap<Bytes, Bytes> plain = new TreeMap<>();
    KeyValueStore<Bytes, byte[]> store = task.open(new PlainKeyValueStore("kv", disk::open));
    task.nextRecord();
    for (int i = 0; i < 400; i++) {
      byte[] key = new byte[1 + random.nextInt(20)];
      byte[] value = new byte[random.nextInt(2_000)];
      random.nextBytes(key);
      random.nextBytes(value);
      store.put(Bytes.wrap(key), value);
      plain.put(Bytes.wrap(key), Bytes.wrap(value));
    }
    store.commit(Map.of(CHANGELOG, 7L));
    store.close();
    return plain;
  }

  /** Opens what a crash has left; whether it was half converted. */
  private static int goOn(
      Task task,
      FragileDisk disk,
      SimulatedDisk left,
      Map<Bytes, Bytes> plain,
      Random random,
      long seed) {
    disk.use(left);
    boolean headers = random.nextBoolean();
    boolean halfway = isHalfway(task, disk);
    if (halfway) {
      PlainKeyValueStore asItWas = new PlainKeyValueStore("kv", disk::open);
      assertThrows(ProcessorStateException.class, () -> task.open(asItWas));
    }
    PlainKeyValueStore store =
        headers
            ? new HeadersKeyValueStore("kv", disk::open)
            : new TimestampedKeyValueStore("kv", disk::open);
    task.open(store);
    TreeMap<Bytes, Bytes> found = new TreeMap<>();
    try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
      while (all.hasNext()) {
        KeyValue<Bytes, byte[]> next = all.next();
        found.put(next.key, Bytes.wrap(next.value));
      }
    }
    TreeMap<Bytes, Bytes> expected = new TreeMap<>(plain);
    expected.replaceAll((key, value) -> expected(value, headers));
    assertEquals(expected, found, Trials.replay(FormatTest.class, seed));
    store.close();
    return halfway ? 1 : 0;
  }

  private static boolean isHalfway(Task task, FragileDisk disk) {
    try (Db db = disk.copy(task.context().stateDir().toPath().resolve("kv"))) {
      return db.keyspace("kafka").contains("conversion".getBytes(UTF_8));
    }
  }

  private static Bytes expected(Bytes plain, boolean headers) {
    ByteBuffer bytes = ByteBuffer.allocate((headers ? 9 : 8) + plain.get().length);
    if (headers) {
      bytes.put((byte) 0);
    }
    return Bytes.wrap(bytes.putLong(-1).put(plain.get()).array());
  }
}
