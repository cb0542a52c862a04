package dev.malkoha.kafka.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafka.MalkohaStores;
import dev.malkoha.kafka.state.Task;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.WindowKeyQuery;
import org.apache.kafka.streams.query.WindowRangeQuery;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.TimestampedWindowStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows and sessions as an application asks for them from outside. */
class WindowQueryTest {

  private static final Instant START = Instant.ofEpochMilli(0);
  private static final Instant END = Instant.ofEpochMilli(100);

  @TempDir private Path directory;
  private Task task;
  private final List<StateStore> opened = new ArrayList<>();

  @BeforeEach
  void begin() {
    task = new Task(directory);
  }

  @AfterEach
  void end() {
    opened.forEach(StateStore::close);
  }

  private TimestampedWindowStore<String, Long> windows() {
    TimestampedWindowStore<String, Long> store = windowStore();
    put(store, "a", 1, 10);
    put(store, "b", 2, 10);
    put(store, "a", 3, 20);
    put(store, "aa", 4, 30);
    return store;
  }

  private TimestampedWindowStore<String, Long> windowStore() {
    TimestampedWindowStore<String, Long> store =
        task.open(
            Stores.timestampedWindowStoreBuilder(
                    MalkohaStores.timestampedWindowStore(
                        "windows", Duration.ofMinutes(1), Duration.ofMillis(10), false),
                    Serdes.String(),
                    Serdes.Long())
                .withLoggingDisabled()
                .build());
    opened.add(store);
    return store;
  }

  private void put(TimestampedWindowStore<String, Long> store, String key, long value, long time) {
    task.nextRecord();
    store.put(key, ValueAndTimestamp.make(value, 1000 + value), time);
  }

  @Test
  void theWindowsOfAKey() {
    TimestampedWindowStore<String, Long> store = windows();
    WindowKeyQuery<String, ValueAndTimestamp<Long>> query =
        WindowKeyQuery.withKeyAndWindowStartRange("a", START, END);
    List<KeyValue<Long, ValueAndTimestamp<Long>>> found = new ArrayList<>();
    try (WindowStoreIterator<ValueAndTimestamp<Long>> windows = answer(store, query, 4)) {
      windows.forEachRemaining(found::add);
    }
    assertEquals(
        List.of(
            KeyValue.pair(10L, ValueAndTimestamp.make(1L, 1001)),
            KeyValue.pair(20L, ValueAndTimestamp.make(3L, 1003))),
        found);
  }

  @Test
  void theWindowsOfATime() {
    TimestampedWindowStore<String, Long> store = windows();
    WindowRangeQuery<String, ValueAndTimestamp<Long>> query =
        WindowRangeQuery.withWindowStartRange(Instant.ofEpochMilli(20), END);
    assertEquals(List.of("a@20-30=3", "aa@30-40=4"), shown(answer(store, query, 4)));
  }

  @Test
  void whatIsNotThereYetIsNotAnswered() {
    TimestampedWindowStore<String, Long> store = windows();
    WindowKeyQuery<String, ValueAndTimestamp<Long>> query =
        WindowKeyQuery.withKeyAndWindowStartRange("a", START, END);
    QueryResult<WindowStoreIterator<ValueAndTimestamp<Long>>> result =
        store.query(query, PositionBound.at(upTo(4)), new QueryConfig(false));
    assertTrue(result.isFailure());
    assertEquals(FailureReason.NOT_UP_TO_BOUND, result.getFailureReason());
  }

  @Test
  void positionsComeBack() {
    TimestampedWindowStore<String, Long> store = windows();
    store.commit(Map.of());
    store.close();
    TimestampedWindowStore<String, Long> reopened = windowStore();
    assertEquals(upTo(3), reopened.getPosition());
    put(reopened, "b", 5, 40);
    assertEquals(upTo(4), reopened.getPosition());
  }

  @Test
  void theSessionsOfAKey() {
    SessionStore<String, Long> store =
        task.open(
            Stores.sessionStoreBuilder(
                    MalkohaStores.sessionStore("sessions", Duration.ofMinutes(1)),
                    Serdes.String(),
                    Serdes.Long())
                .withLoggingDisabled()
                .build());
    opened.add(store);
    long value = 0;
    for (String key : List.of("a", "aa", "a")) {
      task.nextRecord();
      store.put(new Windowed<>(key, new SessionWindow(10 * value, 10 * value + 5)), value++);
    }
    WindowRangeQuery<String, Long> query = WindowRangeQuery.withKey("a");
    List<String> found = new ArrayList<>();
    try (KeyValueIterator<Windowed<String>, Long> sessions = answer(store, query, 3)) {
      sessions.forEachRemaining(next -> found.add(next.key.window().start() + "=" + next.value));
    }
    assertEquals(List.of("0=0", "20=2"), found);
  }

  @Test
  void theWindowsAsTheyAreReadInTheOldWay() {
    TimestampedWindowStore<String, Long> store = windows();
    assertEquals(3, store.fetch("a", 20).value());
    assertEquals(
        List.of("a@10-20=1", "a@20-30=3", "aa@30-40=4", "b@10-20=2"),
        shown(store.fetch(null, null, START, END)));
    assertEquals(
        List.of("aa@30-40=4", "a@20-30=3", "a@10-20=1"),
        shown(store.backwardFetch(null, "aa", START, END)));
  }

  /** The answer to a question that is asked once the input was taken up to a record. */
  private static <R> R answer(StateStore store, Query<R> query, int records) {
    PositionBound bound = PositionBound.at(upTo(records - 1));
    QueryResult<R> result = store.query(query, bound, new QueryConfig(true));
    assertTrue(result.isSuccess(), () -> result.getFailureMessage());
    assertEquals(upTo(records - 1), result.getPosition());
    assertFalse(result.getExecutionInfo().isEmpty());
    return result.getResult();
  }

  private static Position upTo(long offset) {
    return Position.emptyPosition().withComponent(Task.INPUT, Task.PARTITION, offset);
  }

  private static List<String> shown(
      KeyValueIterator<Windowed<String>, ValueAndTimestamp<Long>> read) {
    List<String> found = new ArrayList<>();
    try (read) {
      read.forEachRemaining(
          next ->
              found.add(
                  next.key.key()
                      + "@"
                      + next.key.window().start()
                      + "-"
                      + next.key.window().end()
                      + "="
                      + next.value.value()));
    }
    return found;
  }
}
