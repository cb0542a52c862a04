package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How much of the disk stores take that hold little, or are hardly used. */
class StoreSizeTest {

  private static final Path CHECKPOINT = Path.of("/checkpoint");
  private static final int KEYS = 300;
  private static final int VALUE_BYTES = 1000;

  private final SimulatedDisk disk = new SimulatedDisk();

  /** Values that no codec makes smaller. */
  private static byte[] value(int key, int round) {
    byte[] value = new byte[VALUE_BYTES];
    new SplittableRandom(key * 1000L + round).nextBytes(value);
    return value;
  }

  private static byte[] key(int number) {
    return new byte[] {(byte) (number >> 8), (byte) number};
  }

  private static void write(Db db, int round) {
    for (int i = 0; i < KEYS; i++) {
      db.put(key(i), value(i, round));
    }
  }

  private static void check(OpenStore db, int round) {
    for (int i = 0; i < KEYS; i++) {
      assertArrayEquals(value(i, round), db.get(key(i)));
    }
  }

  private record Sizes(long log, long all) {}

  private static Sizes sizes(SimulatedDisk of, Path path) throws IOException {
    Directory directory = of.openDirectory(path);
    long log = 0;
    long all = 0;
    for (String name : directory.list()) {
      long size = directory.size(name);
      log += Log.isFile(name) ? size : 0;
      all += size;
    }
    return new Sizes(log, all);
  }

  private Sizes sizes() throws IOException {
    return sizes(disk, Stores.PATH);
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void anIdleStoreHardlyTakesALog(Durability durability) throws IOException {
    DbOptions options = DbOptions.builder().durability(durability).build();
    for (int opening = 0; opening < 3; opening++) {
      try (Db db = Stores.open(disk, options)) {
        db.put(key(opening), value(opening, 0));
        db.delete(key(2));
        db.awaitIdle();
        assertTrue(sizes().log() <= 64_000, () -> "opening: " + sizesText());
      }
      assertTrue(sizes().log() <= 64_000, () -> "closed: " + sizesText());
    }
  }

  private String sizesText() {
    try {
      return sizes().toString();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** However busy it was. */
  @Test
  void aCompactedStoreIsClosedSmall() throws IOException {
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      for (int round = 0; round < 40; round++) {
        write(db, round);
      }
      assertTrue(sizes().log() > 12_000_000, this::sizesText);
      db.compact();
    }
    assertTrue(sizes().log() <= 16 << 10, this::sizesText);
    assertTrue(sizes().all() <= 500_000, this::sizesText);
    for (int i = 0; i < 3; i++) {
      try (Db db = Stores.open(disk, DbOptions.defaults())) {
        check(db, 39);
      }
      assertTrue(sizes().all() <= 500_000, this::sizesText);
    }
  }

  @Test
  void whatABusyStoreHadIsGivenBackAfterAKill() throws IOException {
    SimulatedDisk killed;
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      for (int round = 0; round < 40; round++) {
        write(db, round);
      }
      db.compact();
      killed = disk.kill();
    }
    try (Db db = Stores.open(killed, DbOptions.defaults())) {
      check(db, 39);
      assertTrue(sizes(killed, Stores.PATH).log() <= 16 << 10);
    }
  }

  /** All of it is in tables, so that the log is given up; in the second case not quite. */
  @Test
  void aCrashAtAnyCallOfAClosingLosesNothing() {
    for (boolean all : new boolean[] {true, false}) {
      SimulatedDisk busy = new SimulatedDisk();
      Db db = Stores.open(busy, DbOptions.defaults());
      write(db, 0);
      db.compact();
      if (!all) {
        db.put(key(0), value(0, 0));
      }
      List<SimulatedDisk> left = new ArrayList<>();
      busy.onCall(
          call -> {
            if (call.kind().isChanging()) {
              left.add(busy.kill());
              CrashState.ALL.forEach(how -> left.add(busy.crash(how, left.size())));
            }
          });
      db.close();
      busy.onCall(call -> {});
      assertTrue(left.size() > 20, "states " + left.size());
      for (SimulatedDisk state : left) {
        try (Db after = Stores.open(state, DbOptions.defaults())) {
          check(after, 0);
        }
      }
    }
  }

  @Test
  void aCheckpointTakesOfTheLogWhatItNeeds() throws IOException {
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      db.put(key(0), value(0, 0));
      db.checkpoint(CHECKPOINT);
      assertTrue(sizes(disk, CHECKPOINT).log() <= 4 << 10);
      for (int round = 0; round < 30; round++) {
        write(db, round);
      }
      Path second = Path.of("/second");
      db.checkpoint(second);
      long needed = 30L * KEYS * (VALUE_BYTES + 50);
      assertTrue(sizes(disk, second).log() <= needed + needed / 20);
      try (DbReader copy = Stores.openReadOnly(disk, second, DbOptions.defaults())) {
        check(copy, 29);
      }
    }
  }

  @Test
  void theSameOnARealDisk(@TempDir Path parent) throws IOException {
    Path path = parent.resolve("db");
    try (Db db = Db.open(path)) {
      for (int round = 0; round < 40; round++) {
        write(db, round);
      }
      db.compact();
    }
    long bytes = 0;
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        bytes += Files.size(file);
      }
    }
    assertTrue(bytes <= 500_000, "bytes " + bytes);
    try (Db db = Db.openExisting(path, DbOptions.defaults())) {
      check(db, 39);
    }
  }
}
