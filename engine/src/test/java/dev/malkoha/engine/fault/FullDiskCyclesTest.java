package dev.malkoha.engine.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.SmallDisk;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.StoreTools;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that fills up and has room again, many times, under one open store, which goes on by
 * itself. Where it does so more often than in the full share, it tells what it saw.
 */
@Tag("hunt")
class FullDiskCyclesTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(FullDiskCyclesTest.class);
  private static final int WHOLE = 2;
  private static final int CYCLES = Trials.count(WHOLE);
  private static final int KEYS = 3_000;
  private static final int VALUE_BYTES = 1_000;
  private static final long MEM_TABLE_BYTES = 256 << 10;
  private static final int MEGABYTES = 24;
  private static final int WRITES_AFTERWARDS = 1_000;

  private static final DbOptions OPTIONS =
      DbOptions.builder()
          .memTableBytes(MEM_TABLE_BYTES)
          .tableBytes(MEM_TABLE_BYTES)
          .blockCacheBytes(0)
          .build();

  /** The room on a disk, as others use it up and give it back. */
  private interface Room {
    void fillBut(long bytes) throws IOException;

    void empty() throws IOException;
  }

  private SplittableRandom random = new SplittableRandom(SEED);

  /** The number of the value that a key holds; 0 for none. */
  private final int[] content = new int[KEYS];

  private int written;
  private int refused;

  @Test
  void goesOnOnASimulatedDisk() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    Room room =
        new Room() {
          @Override
          public void fillBut(long bytes) {
            disk.limit(disk.usedBytes() + bytes);
          }

          @Override
          public void empty() {
            disk.limit(Long.MAX_VALUE);
          }
        };
    try (Db db = Stores.open(disk, OPTIONS)) {
      run(db, room);
    }
    try (Db db = Stores.open(disk, OPTIONS)) {
      check(db);
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  /** A test of threads: the store works in the background while it is written to. */
  @Test
  void goesOnOnASmallRealOne(@TempDir Path directory) throws Exception {
    Optional<SmallDisk> mounted = SmallDisk.mount(directory, MEGABYTES);
    assumeTrue(mounted.isPresent(), "no small file system can be mounted here");
    Path path = directory.resolve("store");
    try (SmallDisk small = mounted.get()) {
      random = new SplittableRandom(1);
      try (Db db = Db.open(path, OPTIONS)) {
        run(db, roomOn(small));
      }
      try (Db db = Db.open(path, OPTIONS)) {
        check(db);
      }
      assertEquals(List.of(), StoreTools.verify(path).problems());
    }
  }

  private static Room roomOn(SmallDisk small) {
    return new Room() {
      @Override
      public void fillBut(long bytes) throws IOException {
        small.fillBut(bytes);
      }

      @Override
      public void empty() throws IOException {
        small.empty();
      }
    };
  }

  private void run(Db db, Room room) throws IOException {
    write(db, KEYS);
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      room.fillBut(random.nextLong(3 * MEM_TABLE_BYTES));
      int before = refused;
      while (refused < before + 3) {
        writeOne(db);
      }
      check(db);
      room.empty();
      write(db, WRITES_AFTERWARDS);
    }
    db.awaitIdle();
    check(db);
    if (CYCLES > WHOLE) {
      System.out.printf(
          "%s: %d cycles in one life, %d writes, %d refused, none lost (seed %d)%n",
          db.directory(), CYCLES, written, refused, SEED);
    }
  }

  /** Writes so many times; where it is refused it tries again until it is not. */
  private void write(Db db, int count) {
    for (int until = written + count; written < until; ) {
      if (!writeOne(db)) {
        Thread.onSpinWait();
      }
    }
  }

  private boolean writeOne(Db db) {
    int key = random.nextInt(KEYS);
    int kind = random.nextInt(200);
    int end = Math.min(KEYS - 1, key + random.nextInt(1, 20));
    try {
      if (kind == 0) {
        db.deleteRange(key(key), key(end));
      } else if (kind < 30) {
        db.delete(key(key));
      } else {
        db.put(key(key), value(written + 1));
      }
    } catch (DbNoSpaceException e) {
      refused++;
      return false;
    }
    written++;
    for (int i = key; i < (kind == 0 ? end : key + 1); i++) {
      content[i] = kind < 30 ? 0 : written;
    }
    return true;
  }

  private void check(Db db) {
    for (int i = 0; i < KEYS; i++) {
      byte[] expected = content[i] == 0 ? null : value(content[i]);
      assertArrayEquals(expected, db.get(key(i)), "key " + i + ", " + REPLAY);
    }
  }

  private static byte[] key(int number) {
    return Bytes.of("key" + (10_000 + number)).array();
  }

  /** Nothing that could be compressed. */
  private static byte[] value(int number) {
    byte[] value = new byte[VALUE_BYTES];
    new SplittableRandom(number).nextBytes(value);
    return value;
  }
}
