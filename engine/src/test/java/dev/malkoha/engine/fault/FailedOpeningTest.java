package dev.malkoha.engine.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An opening that fails for lack of room may be tried as often as one likes: no try costs room. */
final class FailedOpeningTest {

  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(64 << 10).tableBytes(8 << 10).build();
  private static final int WRITES = 300;
  private static final int STEP = 97;

  private static byte[] key(int number) {
    return Bytes.of("key" + number).array();
  }

  private static void put(Db db) {
    for (int i = 0; i < WRITES; i++) {
      db.put(key(i), Bytes.numbered(i, 100).array());
    }
  }

  @Test
  void leavesNothingHalfMadeOfAStore() {
    SimulatedDisk disk = new SimulatedDisk();
    try (Db db = Stores.open(disk, OPTIONS)) {
      put(db);
      db.flush();
      put(db);
    }
    int failures = 0;
    for (long room = 0; room < 24 << 10; room += STEP) {
      SimulatedDisk full = disk.kill();
      failures += tryToOpen(full, full.usedBytes() + room) ? 0 : 1;
    }
    assertTrue(failures > 20, "failures " + failures);
  }

  @Test
  void leavesNothingHalfMadeOfANewStore() {
    int failures = 0;
    for (long room = 0; room < 24 << 10; room += STEP) {
      SimulatedDisk disk = new SimulatedDisk();
      if (!opens(disk, room)) {
        assertEquals(disk.usedBytes(), again(disk, room), "room " + room);
        failures++;
      }
    }
    assertTrue(failures > 20, "failures " + failures);
  }

  /** Whether it opens within a limit; if not, that it keeps its room and opens with more. */
  private static boolean tryToOpen(SimulatedDisk disk, long limit) {
    if (opens(disk, limit)) {
      return true;
    }
    long used = disk.usedBytes();
    Set<String> names = disk.filesAtRest(Stores.PATH).names();
    for (int attempt = 0; attempt < 5; attempt++) {
      long after = again(disk, limit);
      assertTrue(after <= used + STEP, "from " + used + " to " + after);
      assertEquals(names.size(), disk.filesAtRest(Stores.PATH).names().size(), "" + names);
    }
    disk.limit(Long.MAX_VALUE);
    try (Db db = Stores.open(disk, OPTIONS)) {
      for (int i = 0; i < WRITES; i++) {
        assertArrayEquals(Bytes.numbered(i, 100).array(), db.get(key(i)));
      }
    }
    return false;
  }

  private static long again(SimulatedDisk disk, long limit) {
    opens(disk, limit);
    return disk.usedBytes();
  }

  private static boolean opens(SimulatedDisk disk, long limit) {
    disk.limit(limit);
    try {
      Stores.open(disk, OPTIONS).close();
      return true;
    } catch (DbException e) {
      return false;
    }
  }
}
