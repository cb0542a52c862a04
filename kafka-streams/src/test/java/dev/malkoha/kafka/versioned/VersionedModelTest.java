package dev.malkoha.kafka.versioned;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.state.Task;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.VersionedKeyValueStore;
import org.apache.kafka.streams.state.VersionedRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random puts, removals and reads of a versioned store, in and out of the order of time, with
 * reopening, also with segments of another length, and restoring, against sorted maps of all that
 * was ever put.
 */
class VersionedModelTest {

  private static final int OPS = 2_500;
  private static final long HISTORY = 200;
  private static final TopicPartition CHANGELOG = new TopicPartition("changelog", 0);

  @TempDir private Path directory;

  private Task task;
  private VersionedStore store;
  private SplittableRandom random = new SplittableRandom(1);

  /** What was put: by key, by time. Nothing is ever forgotten here. */
  private final Map<Bytes, NavigableMap<Long, String>> model = new HashMap<>();

  /** A value that stands for none. */
  private static final String REMOVED = "";

  private final List<ConsumerRecord<byte[], byte[]>> changelog = new ArrayList<>();
  private long streamTime = -1;

  /** The newest time ever; a store that was reopened without a commit may know less. */
  private long newest = -1;

  /** What the last commit has left of the model, of the changelog and of the newest time. */
  private Map<Bytes, NavigableMap<Long, String>> committed = new HashMap<>();

  private int committedChanges;
  private long committedNewest = -1;

  private int step;

  static LongStream seeds() {
    return Trials.seeds(3);
  }

  @Tag("hunt")
  @ParameterizedTest
  @MethodSource("seeds")
  void agreesWithAllThatWasPut(long seed) {
    random = new SplittableRandom(seed);
    for (step = 0; step < OPS; step++) {
      try {
        act();
      } catch (Throwable e) {
        throw new AssertionError(
            "step " + step + ", " + Trials.replay(VersionedModelTest.class, seed), e);
      }
    }
    store.close();
  }

  @BeforeEach
  void open() {
    task = new Task(directory);
    long segmentMs = 1L + random.nextInt(100); // of another length each time
    store = task.open(new VersionedStore("versions", new Retention(HISTORY + 1, segmentMs)));
  }

  private void act() {
    int dice = random.nextInt(100);
    if (step % 200 == 199) {
      reopen(random.nextBoolean());
    } else if (step == OPS / 2) {
      restoreAnew();
    } else if (dice < 50) {
      put();
    } else if (dice < 60) {
      delete();
    } else if (dice < 75) {
      getNow();
    } else if (dice < 92) {
      getPast();
    } else {
      between();
    }
  }

  /** Closed after a commit or before one, as after a crash. */
  private void reopen(boolean committed) {
    if (committed) {
      store.commit(Map.of(CHANGELOG, (long) step));
      committed();
    }
    store.close();
    open();
    goBack();
    long reopened = store.streamTime();
    assertTrue(reopened <= newest && (!committed || reopened == streamTime), reopened + " seen");
    streamTime = reopened;
  }

  private void restoreAnew() {
    store.close();
    directory = directory.resolve("anew");
    open();
    streamTime = newest;
    for (int at = 0; at < changelog.size(); ) {
      int end = Math.min(changelog.size(), at + 1 + random.nextInt(500));
      task.restore(store, changelog.subList(at, end));
      at = end;
    }
    committed();
  }

  private void committed() {
    committed = copy(model);
    committedChanges = changelog.size();
    committedNewest = newest;
  }

  /** What came after the last commit never was. */
  private void goBack() {
    model.clear();
    model.putAll(copy(committed));
    changelog.subList(committedChanges, changelog.size()).clear();
    newest = committedNewest;
  }

  private static Map<Bytes, NavigableMap<Long, String>> copy(
      Map<Bytes, NavigableMap<Long, String>> model) {
    Map<Bytes, NavigableMap<Long, String>> copy = new HashMap<>();
    model.forEach((key, versions) -> copy.put(key, new TreeMap<>(versions)));
    return copy;
  }

  private Bytes key() {
    return Bytes.wrap(("k" + "x".repeat(random.nextInt(4))).getBytes(UTF_8));
  }

  /** Mostly near the newest time, at times before it or far ahead. */
  private long time() {
    long around = Math.max(0, newest);
    long early = streamTime < newest ? HISTORY : HISTORY + 50;
    return switch (random.nextInt(10)) {
      case 0 -> around + random.nextInt(300);
      case 1, 2, 3, 4, 5 -> Math.max(0, around - random.nextLong(early));
      default -> around + random.nextInt(5);
    };
  }

  private NavigableMap<Long, String> versions(Bytes key) {
    return model.computeIfAbsent(key, k -> new TreeMap<>());
  }

  private void put() {
    Bytes key = key();
    long time = time();
    String value = random.nextInt(5) == 0 ? REMOVED : "v" + step;
    boolean late = time < streamTime - HISTORY;
    long expected = VersionedKeyValueStore.PUT_RETURN_CODE_NOT_PUT;
    if (!late) {
      Long next = versions(key).higherKey(time);
      expected = next == null ? VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED : next;
      note(key, value, time);
    }
    assertEquals(expected, store.put(key, bytes(value), time), "put at " + time);
  }

  private static byte @Nullable [] bytes(String value) {
    return value.equals(REMOVED) ? null : value.getBytes(UTF_8);
  }

  private void note(Bytes key, String value, long time) {
    versions(key).put(time, value);
    streamTime = Math.max(streamTime, time);
    newest = Math.max(newest, time);
    changelog.add(Task.changelog(key.get(), bytes(value), time));
  }

  private void delete() {
    Bytes key = key();
    long time = time();
    boolean late = time < streamTime - HISTORY;
    String expected = late ? "null" : at(key, time);
    if (!late) {
      note(key, REMOVED, time);
    }
    assertEquals(expected, shown(store.delete(key, time)), "delete at " + time);
  }

  private void getNow() {
    Bytes key = key();
    Map.Entry<Long, String> last = versions(key).lastEntry();
    String expected = last == null ? "null" : shown(last, null);
    assertEquals(expected, shown(store.get(key)));
  }

  private void getPast() {
    Bytes key = key();
    long time = time();
    String expected = at(key, time);
    Long next = versions(key).higherKey(time);
    boolean forgotten = time < streamTime - HISTORY && next != null;
    assertEquals(forgotten ? "null" : expected, shown(store.get(key, time)), "at " + time);
  }

  private String at(Bytes key, long time) {
    Map.Entry<Long, String> version = versions(key).floorEntry(time);
    return version == null ? "null" : shown(version, versions(key).higherKey(version.getKey()));
  }

  private static String shown(Map.Entry<Long, String> version, @Nullable Long end) {
    return version.getValue().equals(REMOVED)
        ? "null"
        : version.getValue() + " from " + version.getKey() + " to " + end;
  }

  private static String shown(@Nullable VersionedRecord<byte[]> version) {
    return version == null
        ? "null"
        : new String(version.value(), UTF_8)
            + " from "
            + version.timestamp()
            + " to "
            + version.validTo().orElse(null);
  }

  /** Within what must still be known. */
  private void between() {
    Bytes key = key();
    long oldest = Math.max(0, newest - HISTORY);
    long from = oldest + random.nextInt((int) HISTORY);
    long to = from + random.nextInt(100);
    boolean ascending = random.nextBoolean();
    List<String> expected = new ArrayList<>();
    Long first = versions(key).floorKey(from);
    versions(key).tailMap(first == null ? from : first, true).headMap(to, true).entrySet().stream()
        .map(version -> shown(version, versions(key).higherKey(version.getKey())))
        .filter(version -> !version.equals("null"))
        .forEach(expected::add);
    if (!ascending) {
      Collections.reverse(expected);
    }
    List<String> found =
        store
            .between(store.reads(IsolationLevel.READ_UNCOMMITTED), key, from, to, ascending)
            .stream()
            .map(VersionedModelTest::shown)
            .toList();
    assertEquals(expected, found, "from " + from + " to " + to);
    assertNull(store.get(Bytes.wrap(new byte[] {1})));
  }
}
