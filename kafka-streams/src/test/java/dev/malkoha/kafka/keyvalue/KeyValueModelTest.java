package dev.malkoha.kafka.keyvalue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.SimulatedDb;
import dev.malkoha.kafka.state.Task;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random writes, commits, reads and restores of a store on a simulated disk, with kills and power
 * cuts: what is found afterwards is what was there after some write or commit, after a kill the
 * last one, with the offsets and the position of the last commit by then, and under exactly-once it
 * never holds more than was committed.
 */
class KeyValueModelTest {

  private static final int STEPS = 800;
  private static final byte[] KEY_BYTES = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFE, (byte) 0xFF};
  private static final DbOptions SMALL =
      DbOptions.builder()
          .memTableBytes(8 << 10)
          .blockCacheBytes(64 << 10)
          .blockBytes(512)
          .tableBytes(16 << 10)
          .openAtLastMark(true)
          .build();

  private static final List<TopicPartition> PARTITIONS =
      List.of(new TopicPartition("changelog", 0), new TopicPartition("changelog", 1));

  /**
   * What a store holds at a moment.
   *
   * @param position that of the last commit
   * @param uncommitted whether there were writes since the last commit, restoring aside
   */
  private record Content(
      NavigableMap<Bytes, String> entries,
      Map<TopicPartition, Long> offsets,
      Position position,
      boolean uncommitted) {

    static Content empty() {
      return new Content(new TreeMap<>(), new HashMap<>(), Position.emptyPosition(), false);
    }

    Content copy(boolean withUncommitted) {
      return new Content(
          new TreeMap<>(entries), new HashMap<>(offsets), position.copy(), withUncommitted);
    }

    boolean looksLike(Content other) {
      return entries.equals(other.entries)
          && offsets.equals(other.offsets)
          && position.equals(other.position);
    }
  }

  @TempDir private Path directory;

  private SplittableRandom random = new SplittableRandom(1);
  private SimulatedDisk disk = new SimulatedDisk();
  private Task task;
  private PlainKeyValueStore store;
  private Content now = Content.empty();

  /** What was there when the store was opened, and after each commit and restored batch since. */
  private final List<Content> since = new ArrayList<>();

  private int step;

  @BeforeEach
  void open() {
    task = new Task(directory);
    store = task.open(newStore());
    since.add(now.copy(false));
  }

  private PlainKeyValueStore newStore() {
    return new PlainKeyValueStore("kv", this::onDisk);
  }

  private Db onDisk(Path path, DbOptions options) {
    return SimulatedDb.open(disk, path, SMALL);
  }

  static LongStream seeds() {
    return Trials.seeds(3);
  }

  @Tag("hunt")
  @ParameterizedTest
  @MethodSource("seeds")
  void holdsWhatWasWritten(long seed) {
    random = new SplittableRandom(seed);
    try {
      for (step = 0; step < STEPS; step++) {
        act();
      }
    } catch (Throwable e) {
      throw new AssertionError(
          "step " + step + ", " + Trials.replay(KeyValueModelTest.class, seed), e);
    } finally {
      store.close();
    }
  }

  private void act() {
    int dice = random.nextInt(100);
    if (dice < 55) {
      write();
    } else if (dice < 65) {
      readOne();
    } else if (dice < 80) {
      readRanges();
    } else if (dice < 90) {
      commit();
    } else if (dice < 95) {
      restore();
    } else {
      end(dice);
    }
  }

  private Bytes key() {
    byte[] key = new byte[random.nextInt(4)];
    for (int i = 0; i < key.length; i++) {
      key[i] = KEY_BYTES[random.nextInt(KEY_BYTES.length)];
    }
    return Bytes.wrap(key);
  }

  /** A value, or sometimes none. */
  private @Nullable String value() {
    return random.nextInt(4) == 0 ? null : step + "-" + "v".repeat(random.nextInt(200));
  }

  private static byte @Nullable [] bytes(@Nullable String value) {
    return value == null ? null : value.getBytes(UTF_8);
  }

  private static @Nullable String text(byte @Nullable [] value) {
    return value == null ? null : new String(value, UTF_8);
  }

  private void write() {
    task.nextRecord();
    Bytes key = key();
    String before = now.entries.get(key);
    String value = value();
    switch (random.nextInt(5)) {
      case 0 -> {
        assertEquals(before, text(store.delete(key)));
        wrote(key, null, before != null);
      }
      case 1 -> {
        assertEquals(before, text(store.putIfAbsent(key, bytes(value))));
        wrote(key, before == null ? value : before, before == null && value != null);
      }
      case 2 -> putAll();
      default -> {
        store.put(key, bytes(value));
        wrote(key, value, true);
      }
    }
  }

  private void wrote(Bytes key, @Nullable String value, boolean anything) {
    set(key, value);
    if (anything) {
      now = now.copy(true);
    }
  }

  private void set(Bytes key, @Nullable String value) {
    if (value == null) {
      now.entries.remove(key);
    } else {
      now.entries.put(key, value);
    }
  }

  private void putAll() {
    List<KeyValue<Bytes, byte[]>> entries = new ArrayList<>();
    for (int i = random.nextInt(20); i >= 0; i--) {
      Bytes key = key();
      String value = value();
      entries.add(new KeyValue<>(key, bytes(value)));
      set(key, value);
    }
    store.putAll(entries);
    now = now.copy(true);
  }

  private void restore() {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = random.nextInt(30); i >= 0; i--) {
      Bytes key = key();
      String value = value();
      records.add(Task.changelog(key.get(), bytes(value), 0));
      set(key, value);
    }
    task.restore(store, records);
    if (!now.uncommitted) {
      now.offsets.put(PARTITIONS.getFirst(), 0L);
      committed();
    }
  }

  private void commit() {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    if (random.nextInt(8) > 0) {
      PARTITIONS.forEach(partition -> offsets.put(partition, offset()));
      offsets.remove(PARTITIONS.get(random.nextInt(6) % 3 % 2));
    }
    store.commit(offsets);
    if (offsets.isEmpty()) {
      now.offsets.clear();
    }
    now.offsets.putAll(offsets);
    now.offsets.values().removeIf(offset -> offset == null);
    committed();
  }

  private void committed() {
    now = new Content(now.entries, now.offsets, store.getPosition().copy(), false);
    since.add(now.copy(false));
  }

  private @Nullable Long offset() {
    return random.nextInt(5) == 0 ? null : (long) step;
  }

  private void readOne() {
    Bytes key = key();
    assertEquals(now.entries.get(key), text(store.get(key)));
    for (TopicPartition partition : PARTITIONS) {
      assertEquals(now.offsets.get(partition), store.committedOffset(partition));
    }
  }

  private void readRanges() {
    Bytes from = random.nextInt(4) == 0 ? null : key();
    Bytes to = random.nextInt(4) == 0 ? null : key();
    NavigableMap<Bytes, String> expected = between(from, to);
    assertEquals(list(expected), list(store.range(from, to)));
    assertEquals(list(expected.descendingMap()), list(store.reverseRange(from, to)));
    assertEquals(list(now.entries), list(store.all()));
    assertEquals(list(now.entries.descendingMap()), list(store.reverseAll()));
    Bytes prefix = key();
    NavigableMap<Bytes, String> starting = new TreeMap<>(now.entries);
    starting.keySet().removeIf(key -> !startsWith(key.get(), prefix.get()));
    assertEquals(list(starting), list(store.prefixScan(prefix, new BytesSerializer())));
  }

  private NavigableMap<Bytes, String> between(@Nullable Bytes from, @Nullable Bytes to) {
    if (from != null && to != null && from.compareTo(to) > 0) {
      return new TreeMap<>();
    }
    NavigableMap<Bytes, String> above =
        from == null ? now.entries : now.entries.tailMap(from, true);
    return to == null ? above : above.headMap(to, true);
  }

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  private static List<String> list(Map<Bytes, String> entries) {
    return entries.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
  }

  private static List<String> list(KeyValueIterator<Bytes, byte[]> entries) {
    List<String> found = new ArrayList<>();
    try (entries) {
      while (entries.hasNext()) {
        Bytes peeked = entries.peekNextKey();
        KeyValue<Bytes, byte[]> entry = entries.next();
        assertEquals(peeked, entry.key);
        found.add(entry.key + "=" + text(entry.value));
      }
    }
    return found;
  }

  /** Goes on with what is left of a store that was closed, killed, or left by a power cut. */
  private void end(int dice) {
    SimulatedDisk left =
        switch (dice) {
          case 95 -> disk;
          case 96 -> disk.kill();
          default -> disk.crash(CrashState.random(random.nextDouble()), random.nextLong());
        };
    boolean allIsLeft = dice <= 96;
    store.close();
    disk = left;
    store = task.open(newStore());
    Content found = found();
    List<Content> possible = allIsLeft ? List.of(since.getLast()) : since;
    List<Content> alike = possible.stream().filter(found::looksLike).toList();
    assertTrue(!alike.isEmpty(), () -> "found " + found + " after " + possible);
    checkIsTakenUnderExactlyOnce();
    now = found.copy(false);
    since.clear();
    since.add(now.copy(false));
  }

  private Content found() {
    NavigableMap<Bytes, String> entries = new TreeMap<>();
    try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
      all.forEachRemaining(entry -> entries.put(entry.key, new String(entry.value, UTF_8)));
    }
    Map<TopicPartition, Long> offsets = new HashMap<>();
    for (TopicPartition partition : PARTITIONS) {
      Long offset = store.committedOffset(partition);
      if (offset != null) {
        offsets.put(partition, offset);
      }
    }
    return new Content(entries, offsets, store.getPosition(), false);
  }

  private void checkIsTakenUnderExactlyOnce() {
    store.close();
    new Task(directory)
        .with(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2)
        .open(newStore())
        .close();
    store = task.open(newStore());
  }
}
