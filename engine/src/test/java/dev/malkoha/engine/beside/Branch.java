package dev.malkoha.engine.beside;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * One of the copies of a store that went different ways, with all that it went through. Those that
 * take the same steps have the same file numbers, lengths and sequence numbers, and other values:
 * whatever a reader takes for the same by these is another's.
 */
final class Branch {

  static final DbOptions OPTIONS =
      DbOptions.builder()
          .memTableBytes(8 << 10)
          .tableBytes(4096)
          .blockBytes(256)
          .compression(Compression.NONE)
          .valueFileThreshold(150)
          .build();

  private static final int KEYS = 30;

  private final SimulatedDisk disk;
  private final Path path;
  private final int salt;
  private final List<Chronicle.Content> moments = new ArrayList<>();
  private Db db;
  private int number;

  /** The next branch of a directory, which holds a store or nothing. */
  Branch(SimulatedDisk disk, Path path, int salt) {
    this.disk = disk;
    this.path = path;
    this.salt = salt;
    this.db = open();
    note();
  }

  private Db open() {
    return Stores.open(disk, path, OPTIONS, Workers.inline(), true);
  }

  private void note() {
    moments.add(Chronicle.Content.of(db));
  }

  Path path() {
    return path;
  }

  /** How many moments it went through. */
  int moments() {
    return moments.size();
  }

  /** Whether it showed this from a moment on. */
  boolean showed(Chronicle.Content content, int from) {
    return moments.subList(from, moments.size()).contains(content);
  }

  void go(SplittableRandom steps, int count) {
    for (int i = 0; i < count; i++) {
      step(steps);
      note();
    }
  }

  private void step(SplittableRandom random) {
    number++;
    Keyspace keyspace = db.keyspace("k" + random.nextInt(3));
    switch (random.nextInt(14)) {
      case 0, 1 -> keyspace.flush();
      case 2 -> db.compact();
      case 3 -> keyspace.deleteRange(KeyRange.between(key(random), new byte[] {Byte.MAX_VALUE}));
      case 4 -> keyspace.delete(key(random));
      case 5 -> ingest(keyspace, random);
      case 6 -> {
        db.close();
        db = open();
      }
      default -> keyspace.put(key(random), value(random));
    }
  }

  private void ingest(Keyspace keyspace, SplittableRandom random) {
    Map<Byte, byte[]> entries = new TreeMap<>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      entries.put(key(random)[0], value(random));
    }
    keyspace.ingest(
        entries.entrySet().stream()
            .map(entry -> Map.entry(new byte[] {entry.getKey()}, entry.getValue()))
            .iterator(),
        IngestOptions.ofMemory(4096));
  }

  private static byte[] key(SplittableRandom random) {
    return new byte[] {(byte) random.nextInt(KEYS)};
  }

  private byte[] value(SplittableRandom random) {
    return ByteBuffer.allocate(8 + random.nextInt(400)).putInt(number).putInt(salt).array();
  }

  void checkpoint(Path to) {
    db.checkpoint(to);
  }

  void close() {
    db.close();
  }

  /** Copies all files by hand. The store is closed. */
  static void copy(SimulatedDisk disk, Path from, Path to) throws IOException {
    try (Directory source = disk.openExisting(from);
        Directory target = disk.openDirectory(to)) {
      for (String name : source.list()) {
        try (ReadableFile file = source.open(name);
            WritableFile copy = target.create(name)) {
          byte[] bytes = new byte[(int) file.size()];
          file.read(0, bytes, 0, bytes.length);
          copy.append(bytes, 0, bytes.length);
          copy.force();
        }
      }
      target.force();
    }
  }
}
