package dev.malkoha.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.kafka.state.Isolation;
import dev.malkoha.kafka.state.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.VersionedBytesStore;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.TestAbortedException;

/** A store that is killed, or closed without a commit, is as the last commit has left it. */
class CommitTest {

  private static final TopicPartition CHANGELOG = new TopicPartition("changelog", Task.PARTITION);
  private static final String TRANSACTIONAL = "enable.transactional.statestores";
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir private Path directory;
  private int tasks;
  private Path here = Path.of("");
  private Task task = newTask("at_least_once", false);

  private Task newTask(String guarantee, boolean transactional) {
    return new Task(here)
        .with(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee)
        .with(TRANSACTIONAL, transactional);
  }

  private void begin(String guarantee, boolean transactional) {
    here = directory.resolve("task" + tasks++);
    task = newTask(guarantee, transactional);
  }

  /** Goes on with what a kill would leave now, under the guarantee given. */
  private void kill(String guarantee, boolean transactional) {
    Path before = here;
    begin(guarantee, transactional);
    try (Stream<Path> files = Files.walk(before)) {
      files.forEach(file -> copy(file, here.resolve(before.relativize(file).toString())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) {
    try {
      Files.copy(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Bytes key(String key) {
    return Bytes.wrap(bytes(key));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private KeyValueStore<Bytes, byte[]> keyValue() {
    return task.open(MalkohaStores.keyValueStore("kv").get());
  }

  private void put(KeyValueStore<Bytes, byte[]> store, String key) {
    task.nextRecord();
    store.put(key(key), bytes(key));
  }

  @ParameterizedTest
  @CsvSource({
    "at_least_once,false",
    "at_least_once,true",
    "exactly_once_v2,false",
    "exactly_once_v2,true"
  })
  void showsItsLastCommit(String guarantee, boolean transactional) {
    begin(guarantee, transactional);
    KeyValueStore<Bytes, byte[]> store = keyValue();
    put(store, "a");
    store.commit(Map.of(CHANGELOG, 7L));
    for (int i = 0; i < 4; i++) { // again and again, as after a status that is lost: KAFKA-20753
      put(store, "b");
      store.delete(key("a"));
      if (i % 2 == 0) {
        kill(guarantee, transactional);
      }
      store.close();
      store = keyValue();
      assertArrayEquals(bytes("a"), store.get(key("a")));
      assertNull(store.get(key("b")));
      assertEquals(7L, store.committedOffset(CHANGELOG));
      assertEquals(0L, store.getPosition().getPartitionPositions(Task.INPUT).get(Task.PARTITION));
    }
    store.close();
  }

  @ParameterizedTest
  @CsvSource({"exactly_once_v2,false", "exactly_once_v2,true"})
  void isEmptyBeforeTheFirstCommit(String guarantee, boolean transactional) {
    begin(guarantee, transactional);
    for (int i = 0; i < 3; i++) {
      KeyValueStore<Bytes, byte[]> store = keyValue();
      assertNull(store.get(key("a")));
      assertNull(store.committedOffset(CHANGELOG));
      put(store, "a");
      kill(guarantee, transactional);
      store.close();
    }
  }

  /**
   * Eight stores share the least memory, so each waits for a commit until it has taken 16 MiB. From
   * then on there is a mark for each MiB, so that compactions take what is written.
   */
  @ParameterizedTest
  @CsvSource({
    "exactly_once_v2,false,15,false",
    "exactly_once_v2,false,40,true",
    "exactly_once_v2,true,40,false",
    "at_least_once,false,40,false"
  })
  void waitsForACommitUntilMuchIsWritten(
      String guarantee, boolean transactional, int megabytes, boolean isGivenUp) {
    assumeTrue(!transactional || Isolation.isKnown(), "Kafka 4.4 is needed");
    begin(guarantee, transactional);
    task.with("malkoha.memory.bytes", 4 << 20);
    List<KeyValueStore<Bytes, byte[]>> others =
        IntStream.range(0, 7)
            .mapToObj(i -> task.open(MalkohaStores.keyValueStore("other" + i).get()))
            .toList();
    KeyValueStore<Bytes, byte[]> store = keyValue();
    put(store, "a");
    store.commit(Map.of(CHANGELOG, 7L));
    for (int i = 0; i < megabytes; i++) {
      task.nextRecord();
      store.put(key("k" + i), new byte[1 << 20]);
    }
    store.close();
    if (isGivenUp) {
      task = newTask("at_least_once", false);
      store = keyValue();
      assertNotNull(store.get(key("k" + (megabytes - 3))));
      store.close();
      task = newTask(guarantee, transactional);
    }
    store = keyValue();
    assertEquals(isGivenUp ? null : 7L, store.committedOffset(CHANGELOG));
    assertArrayEquals(isGivenUp ? null : bytes("a"), store.get(key("a")));
    assertNull(store.get(key("k0")));
    store.close();
    others.forEach(StateStore::close);
  }

  @ParameterizedTest
  @CsvSource({"exactly_once_v2,false", "exactly_once_v2,true"})
  void goesOnWithARestoreThatWasKilled(String guarantee, boolean transactional) {
    begin(guarantee, transactional);
    KeyValueStore<Bytes, byte[]> store = keyValue();
    task.restore(store, IntStream.range(0, 10).mapToObj(CommitTest::logged).toList());
    task.restore(store, IntStream.range(10, 20).mapToObj(CommitTest::logged).toList());
    kill(guarantee, transactional);
    store.close();
    store = keyValue();
    assertEquals(19L, store.committedOffset(CHANGELOG));
    assertArrayEquals(bytes("k0"), store.get(key("k0")));
    assertArrayEquals(bytes("k19"), store.get(key("k19")));
    store.close();
  }

  private static ConsumerRecord<byte[], byte[]> logged(int offset) {
    byte[] key = bytes("k" + offset);
    return new ConsumerRecord<>(
        CHANGELOG.topic(),
        CHANGELOG.partition(),
        offset,
        0,
        TimestampType.CREATE_TIME,
        key.length,
        key.length,
        key,
        key,
        new RecordHeaders(),
        Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({"true,a,0", "false,b,1"})
  void queriesOfWhatIsCommittedTellItsPosition(boolean transactional, String found, long position) {
    QueryConfig readingCommitted = readingCommitted();
    begin("exactly_once_v2", transactional);
    KeyValueStore<Bytes, byte[]> store = keyValue();
    task.nextRecord();
    store.put(key("k"), bytes("a"));
    store.commit(Map.of(CHANGELOG, 7L));
    task.nextRecord();
    store.put(key("k"), bytes("b"));
    Query<byte[]> query = KeyQuery.withKey(key("k"));
    QueryResult<byte[]> all = store.query(query, PositionBound.unbounded(), new QueryConfig(false));
    assertArrayEquals(bytes("b"), all.getResult());
    assertEquals(1L, all.getPosition().getPartitionPositions(Task.INPUT).get(Task.PARTITION));
    QueryResult<byte[]> committed = store.query(query, PositionBound.unbounded(), readingCommitted);
    assertArrayEquals(bytes(found), committed.getResult());
    assertEquals(
        position, committed.getPosition().getPartitionPositions(Task.INPUT).get(Task.PARTITION));
    store.close();
  }

  /** Calls a constructor of Kafka 4.4: with an older release the test is left out. */
  private static QueryConfig readingCommitted() {
    try {
      return QueryConfig.class
          .getConstructor(boolean.class, IsolationLevel.class)
          .newInstance(false, IsolationLevel.READ_COMMITTED);
    } catch (NoSuchMethodException e) {
      throw new TestAbortedException("Kafka 4.4 is needed", e);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a query cannot be configured", e);
    }
  }

  /** What the module has written before there were marks. */
  @Test
  void aStoreOfBeforeIsEmptiedUnlessItIsCommitted() {
    begin("at_least_once", false);
    KeyValueStore<Bytes, byte[]> store = keyValue();
    put(store, "a");
    store.commit(Map.of(CHANGELOG, 7L));
    store.close();
    try (Db db = Db.open(here.resolve("kv"), DbOptions.defaults())) {
      db.put(bytes("b"), bytes("b"));
      db.keyspace("kafka").put(bytes("uncommitted"), new byte[0]);
    }
    store = keyValue();
    assertArrayEquals(bytes("b"), store.get(key("b")));
    task.restore(store, List.of(logged(8)));
    store.close();
    Path before = here;
    kill("exactly_once_v2", true);
    store = keyValue();
    assertNull(store.get(key("a")));
    assertNull(store.get(key("b")));
    assertNull(store.committedOffset(CHANGELOG));
    assertEquals(Position.emptyPosition(), store.getPosition());
    store.close();
    here = before;
    task = newTask("at_least_once", false);
    store = keyValue();
    assertArrayEquals(bytes("b"), store.get(key("b")));
    store.commit(Map.of(CHANGELOG, 9L));
    store.close();
    task = newTask("exactly_once_v2", true);
    store = keyValue();
    assertEquals(9L, store.committedOffset(CHANGELOG));
    store.close();
  }

  @Test
  void whatExpiredSinceTheLastCommitIsBack() {
    begin("exactly_once_v2", true);
    WindowStore<Bytes, byte[]> store = windows();
    store.put(key("a"), bytes("a"), 10);
    store.commit(Map.of(CHANGELOG, 1L));
    store.put(key("b"), bytes("b"), HOUR.toMillis() * 10);
    assertNull(store.fetch(key("a"), 10));
    kill("exactly_once_v2", true);
    store.close();
    store = windows();
    assertArrayEquals(bytes("a"), store.fetch(key("a"), 10));
    assertNull(store.fetch(key("b"), HOUR.toMillis() * 10));
    store.close();
  }

  private WindowStore<Bytes, byte[]> windows() {
    return task.open(
        MalkohaStores.windowStore("windows", HOUR, Duration.ofMinutes(1), false).get());
  }

  @Test
  void versionsSinceTheLastCommitAreGone() {
    begin("exactly_once_v2", true);
    StateStore store = task.open(MalkohaStores.versionedKeyValueStore("versions", HOUR).get());
    ((VersionedBytesStore) store).put(key("a"), bytes("1"), 10);
    store.commit(Map.of(CHANGELOG, 1L));
    ((VersionedBytesStore) store).put(key("a"), bytes("2"), 20);
    kill("exactly_once_v2", true);
    store.close();
    store = task.open(MalkohaStores.versionedKeyValueStore("versions", HOUR).get());
    byte[] found = ((VersionedBytesStore) store).get(key("a"));
    assertEquals('1', found[found.length - 1]);
    store.close();
  }
}
