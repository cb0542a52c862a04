package dev.malkoha.kafka.versioned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafka.MalkohaStores;
import dev.malkoha.kafka.state.Task;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.MultiVersionedKeyQuery;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.VersionedKeyQuery;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.VersionedKeyValueStore;
import org.apache.kafka.streams.state.VersionedRecord;
import org.apache.kafka.streams.state.VersionedRecordIterator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A versioned store as the Processor API and interactive queries see it. */
class VersionedQueryTest {

  private static final Duration HISTORY = Duration.ofMinutes(1);
  private static final QueryConfig PLAIN = new QueryConfig(false);

  @TempDir private Path directory;
  private Task task;
  private VersionedKeyValueStore<String, String> store;

  @BeforeEach
  void open() {
    task = new Task(directory);
    store =
        task.open(
            Stores.versionedKeyValueStoreBuilder(
                    MalkohaStores.versionedKeyValueStore("versions", HISTORY),
                    Serdes.String(),
                    Serdes.String())
                .withLoggingDisabled()
                .build());
    task.nextRecord();
    store.put("a", "one", 1_000);
    store.put("a", "two", 2_000);
    store.put("a", null, 3_000);
    store.put("a", "three", 4_000);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static String shown(VersionedRecord<String> version) {
    return version.value() + " " + version.timestamp() + " " + version.validTo().orElse(-1L);
  }

  @Test
  void answersWhatAKeyWas() {
    VersionedKeyQuery<String, String> now = VersionedKeyQuery.withKey("a");
    assertEquals("three 4000 -1", shown(ask(now).getResult()));
    VersionedKeyQuery<String, String> then = now.asOf(Instant.ofEpochMilli(2_500));
    assertEquals("two 2000 3000", shown(ask(then).getResult()));
  }

  private <R> QueryResult<R> ask(Query<R> query) {
    return store.query(query, PositionBound.unbounded(), PLAIN);
  }

  @Test
  void answersWhatAKeyWasOverATime() {
    MultiVersionedKeyQuery<String, String> all = MultiVersionedKeyQuery.withKey("a");
    assertEquals(List.of("three 4000 -1", "two 2000 3000", "one 1000 2000"), versions(all));
    MultiVersionedKeyQuery<String, String> some =
        all.fromTime(Instant.ofEpochMilli(2_000))
            .toTime(Instant.ofEpochMilli(3_999))
            .withAscendingTimestamps();
    assertEquals(List.of("two 2000 3000"), versions(some));
    assertEquals(
        List.of("one 1000 2000", "two 2000 3000", "three 4000 -1"),
        versions(all.withAscendingTimestamps()));
    assertEquals(List.of(), versions(MultiVersionedKeyQuery.withKey("b")));
  }

  private List<String> versions(MultiVersionedKeyQuery<String, String> query) {
    List<String> found = new ArrayList<>();
    try (VersionedRecordIterator<String> versions = ask(query).getResult()) {
      versions.forEachRemaining(version -> found.add(shown(version)));
    }
    return found;
  }

  @Test
  void answersNoQueryBeforeThePositionThatItAsksFor() {
    Position ahead = Position.emptyPosition().withComponent(Task.INPUT, 0, 1);
    MultiVersionedKeyQuery<String, String> query = MultiVersionedKeyQuery.withKey("a");
    FailureReason reason = store.query(query, PositionBound.at(ahead), PLAIN).getFailureReason();
    assertEquals(FailureReason.NOT_UP_TO_BOUND, reason);
    task.nextRecord();
    store.put("a", "late", 5_000);
    assertTrue(store.query(query, PositionBound.at(ahead), PLAIN).isSuccess());
  }

  @Test
  void aRecordOlderThanTheHistoryIsDroppedAndCounted() {
    store.put("b", "new", 70_000);
    assertEquals(VersionedKeyValueStore.PUT_RETURN_CODE_NOT_PUT, store.put("c", "old", 9_999));
    assertEquals(
        VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED, store.put("c", "x", 10_000));
    assertEquals(1.0, metric("dropped-records-total"));
  }

  private @Nullable Object metric(String name) {
    return task.context().metrics().metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals(name))
        .map(Metric::metricValue)
        .findFirst()
        .orElse(null);
  }

  @Test
  void aNegativeHistoryIsRefused() {
    Duration negative = Duration.ofMillis(-1);
    assertThrows(
        IllegalArgumentException.class, () -> MalkohaStores.versionedKeyValueStore("x", negative));
  }
}
