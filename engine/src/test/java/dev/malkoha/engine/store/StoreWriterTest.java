package dev.malkoha.engine.store;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.checkpoint.Checkpoints;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.memtable.MemTables;
import dev.malkoha.engine.memtable.SpareParts;
import dev.malkoha.engine.tree.BareTree;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a writer does at the end of a store. */
class StoreWriterTest {

  private final SimulatedDisk disk = new SimulatedDisk();
  private final BareTree bare = BareTree.on(disk, DbOptions.defaults());
  private final StoreWriter writer = writer();

  StoreWriterTest() throws IOException {}

  private StoreWriter writer() throws IOException {
    Directory directory = disk.openDirectory(Path.of("log"));
    Log log = Log.open(directory, LogOptions.DEFAULT, 0, (position, b, o, length) -> {});
    Shared shared = bare.shared();
    return new StoreWriter(
        shared,
        bare.versions(),
        log,
        Workers.inline(),
        new Checkpoints(disk, directory, bare.versions(), log, shared),
        DbOptions.defaults(),
        null);
  }

  /** One that nobody has foreseen: the memtable was filled past the log. */
  @Test
  void noFailureToWriteMemtablesOutKeepsAnyoneFromClosing() {
    byte[] large = new byte[5 << 20];
    long tag = EntryKind.tag(1, EntryKind.PUT);
    bare.tree().active().add(tag, large, 0, 1, 0, large.length);
    assertThrows(NullPointerException.class, () -> writer.flush(List.of(bare.tree())));
    writer.close();
  }

  @Test
  void whatWasMadeAheadGoesAtTheEnd() {
    SpareParts parts = bare.shared().parts();
    writer.start();
    int length = 1 << 20;
    ArrayDeque<Runnable> asked = new ArrayDeque<>();
    parts.begin(asked::add);
    parts.bytes(length);
    parts.bytes(length);
    parts.bytes(length);
    asked.remove().run();
    assertTrue(MemTables.hasSpare(parts));
    writer.close();
    assertFalse(MemTables.hasSpare(parts));
    asked.remove().run();
    assertFalse(MemTables.hasSpare(parts), "it came after the end");
  }
}
