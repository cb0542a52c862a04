package dev.malkoha.kafka.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.SimulatedDb;
import dev.malkoha.kafka.MalkohaStores;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.internals.PositionSerde;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The opening of a state store's data over what is stored, and its closing where that fails. */
class StateDbTest {

  @TempDir private Path directory;

  /** The configuration says filter and compression, also by what it leaves out. */
  @Test
  void optionsThatNoConfigurationSaysAreKept() {
    SimulatedDisk disk = new SimulatedDisk();
    Path path = directory.resolve("kv");
    DbOptions by = DbOptions.parse("blockBytes=512 compression=ZSTD filter=bloom(7)");
    SimulatedDb.open(disk, path, by).close();
    StateDb state =
        StateDb.open(
            "kv",
            new Task(directory).context(),
            (to, options) -> SimulatedDb.open(disk, path, options));
    KeyspaceOptions now = state.db().options().defaultKeyspace();
    assertEquals(512, now.blockBytes());
    assertEquals(Compression.LZ4, now.compression());
    assertEquals(KeyspaceOptions.defaults().filter(), now.filter());
    assertEquals("memTableBytes=65536", state.db().keyspace("kafka").options().given());
    state.close();
  }

  @Test
  void aFailedClosingIsNotHiddenByWhatFailsAfterIt() {
    SimulatedDisk disk = new SimulatedDisk();
    List<DbOptions> opened = new ArrayList<>();
    StateDb state =
        StateDb.open(
            "kv",
            new Task(directory).context(),
            (path, options) -> {
              opened.add(options);
              return SimulatedDb.open(disk, path, options);
            });
    state.put(new byte[] {1}, new byte[] {2});
    DbOptions options = opened.getFirst();
    Db left = SimulatedDb.open(new SimulatedDisk(), directory.resolve("left"), options);
    disk.fail(Fault.from(disk.calls()));
    ProcessorStateException refused = assertThrows(ProcessorStateException.class, state::close);
    DbIoException cause = assertInstanceOf(DbIoException.class, refused.getCause());
    assertEquals(1, cause.getSuppressed().length);
    assertInstanceOf(IllegalStateException.class, cause.getSuppressed()[0]);
    assertFalse(state.isOpen());
    state.close();
    left.close();
    Objects.requireNonNull(options.resources()).close();
  }

  private StateDb transactional(Task task) {
    return StateDb.open(
        "kv", task.with("enable.transactional.statestores", true).context(), Db::open);
  }

  /** A commit is written before it is marked. */
  @Test
  void thePositionOfWhatIsCommittedIsNotAheadOfIt() {
    assumeTrue(Isolation.isKnown(), "Kafka 4.4 is needed");
    StateDb state = transactional(new Task(directory));
    state.put(new byte[] {1}, new byte[] {2});
    state.commits().commit(Map.of(), null);
    Position next = Position.emptyPosition().withComponent(Task.INPUT, Task.PARTITION, 7);
    Position committed = state.position(IsolationLevel.READ_COMMITTED);
    state
        .db()
        .keyspace("kafka")
        .put("position".getBytes(UTF_8), PositionSerde.serialize(next).array());
    assertEquals(committed, state.position(IsolationLevel.READ_COMMITTED));
    state.close();
  }

  /** An older Kafka commits no running store under exactly-once, whatever the application asks. */
  @Test
  void storesAreTransactionalWhereKafkaKnowsIt() {
    StateDb state = transactional(new Task(directory));
    assertEquals(Isolation.isKnown(), state.at(IsolationLevel.READ_COMMITTED) != state);
    state.close();
  }

  @Test
  void anAnswerIsReadWhileThePositionThatItTellsStandsStill() {
    PersistentStore store =
        (PersistentStore)
            new Task(directory).open((StateStore) MalkohaStores.keyValueStore("kv").get());
    QueryResult<Boolean> answer =
        store.answer(
            PositionBound.unbounded(),
            new QueryConfig(false),
            () -> Thread.holdsLock(store.getPosition()));
    assertTrue(answer.getResult());
    store.close();
  }
}
