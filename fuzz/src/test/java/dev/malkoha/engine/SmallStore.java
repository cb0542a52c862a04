package dev.malkoha.engine;

import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.facade.StoreDb;
import dev.malkoha.engine.opening.Opening.Wanted;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** A sound store with every kind of file, made once and copied for each input. */
final class SmallStore {

  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(16 << 10).tableBytes(4096).blockBytes(256).build();
  private static final Map<String, byte[]> FILES = make();

  /** Bytes of all its files. */
  static final int BYTES = FILES.values().stream().mapToInt(file -> file.length).sum();

  private SmallStore() {}

  static byte[] key(int number) {
    return "key %04d".formatted(number).getBytes(StandardCharsets.US_ASCII);
  }

  static Db open(SimulatedDisk disk, DbOptions options) {
    TimeAndChance outside = new TimeAndChance(disk::nanos, disk::draw);
    return StoreDb.open(
        disk, StoreTarget.PATH, options, Workers.inline(), outside, Wanted.STORE_OR_NEW);
  }

  /** Two levels of tables, dead entries, a range delete, and writes that are in the log alone. */
  private static Map<String, byte[]> make() {
    SimulatedDisk disk = new SimulatedDisk();
    try (Db db = open(disk, OPTIONS)) {
      for (int i = 0; i < 200; i++) {
        db.put(key(i), new byte[i % 60]);
      }
      db.compact();
      for (int i = 0; i < 30; i += 3) {
        db.delete(key(i));
      }
      db.deleteRange(key(90), key(95));
      db.flush();
      db.awaitIdle();
      for (int i = 0; i < 20; i++) {
        db.put(key(i * 5), new byte[i]);
      }
    }
    Map<String, byte[]> files = new TreeMap<>();
    FilesAtRest atRest = disk.filesAtRest(StoreTarget.PATH);
    try {
      for (String name : atRest.names()) {
        files.put(name, atRest.read(name));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return files;
  }

  /** A disk with the store on it. */
  static SimulatedDisk copy() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    disk.openDirectory(StoreTarget.PATH).close();
    FILES.forEach((name, bytes) -> disk.filesAtRest(StoreTarget.PATH).write(name, bytes.clone()));
    return disk;
  }

  /** The bytes of one of its files; empty if it has no file of this name. */
  static byte[] file(String name) {
    return FILES.getOrDefault(name, new byte[0]);
  }
}
