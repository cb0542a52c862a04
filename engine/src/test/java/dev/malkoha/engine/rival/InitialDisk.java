package dev.malkoha.engine.rival;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** A disk with what histories begin from: stores, a checkpoint, and directories to fill. */
final class InitialDisk {

  static final DbOptions OPTIONS =
      DbOptions.builder()
          .memTableBytes(12 << 10)
          .blockCacheBytes(4096)
          .compression(Compression.NONE)
          .build();

  static final Path TARGET = Path.of("/home/target");
  static final Path CHECKPOINT = Path.of("/checkpoint");

  /** A store that nobody uses. */
  static final Path SPARE = store(4);

  /** In what state the directory is that all are after. */
  enum State {
    MISSING,
    EMPTY,
    LOCKED_ONCE,
    LEFTOVER,
    STORE
  }

  /** What the checkpoint holds, and every store of the ground at first. */
  static final Map<String, String> CONTENT = new TreeMap<>();

  private static final SimulatedDisk DISK = new SimulatedDisk();

  static {
    try (Db db = open(DISK, store(0), true)) {
      for (int i = 0; i < 6; i++) {
        db.put(bytes("k" + i), bytes("old"));
      }
      db.flush();
      db.delete(bytes("k1"));
      db.keyspace("side").put(bytes("k"), bytes("old"));
      CONTENT.putAll(Home.content(db));
      db.checkpoint(CHECKPOINT);
    }
    for (int i = 1; i < 5; i++) {
      Stores.restore(DISK, CHECKPOINT, store(i));
    }
    Stores.restore(DISK, CHECKPOINT, ready(State.STORE));
    try {
      DISK.openDirectory(ready(State.EMPTY)).close();
      try (Directory locked = DISK.openDirectory(ready(State.LOCKED_ONCE))) {
        locked.lock("LOCK").close();
      }
      leave(ready(State.LEFTOVER));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private InitialDisk() {}

  /** All but the last of what a restoring does, which a kill has ended. */
  private static void leave(Path path) {
    Stores.restore(DISK, CHECKPOINT, path);
    DISK.filesAtRest(path).write("UNFINISHED", new byte[0]);
    DISK.filesAtRest(path).write("LOCK", new byte[0]);
  }

  static Path store(int number) {
    return Path.of("/stores/" + number);
  }

  private static Path ready(State state) {
    return Path.of("/ready/" + state);
  }

  /** A disk of its own with the target in a state. */
  static SimulatedDisk with(State state) {
    SimulatedDisk disk = DISK.kill();
    if (state != State.MISSING) {
      disk.move(ready(state), TARGET);
    }
    return disk;
  }

  static Db open(Disk disk, Path path, boolean mayCreate) {
    return Stores.open(disk, path, OPTIONS, Workers.inline(), mayCreate);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
