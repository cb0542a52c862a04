package dev.malkoha.kafka.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.SimulatedDb;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.streams.errors.ProcessorStateException;
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
    assertEquals(Compression.NONE, now.compression());
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
}
