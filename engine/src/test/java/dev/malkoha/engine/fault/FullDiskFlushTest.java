package dev.malkoha.engine.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Memtables that are frozen at the same moment, on a disk that has room for some of them. */
class FullDiskFlushTest {

  private static final int BYTES = 64 << 10;

  private static byte[] random(int bytes) {
    byte[] value = new byte[bytes];
    new SplittableRandom(bytes).nextBytes(value);
    return value;
  }

  @Test
  void thoseThatHaveRoomBecomeTables() {
    SimulatedDisk disk = new SimulatedDisk();
    try (Db db = Stores.open(disk, DbOptions.builder().memTableBytes(1 << 20).build())) {
      Keyspace other = db.keyspace("other");
      db.put(new byte[] {1}, random(BYTES));
      other.put(new byte[] {1}, random(2 * BYTES));
      disk.limit(disk.usedBytes() + BYTES + BYTES / 2);
      assertThrows(DbNoSpaceException.class, db::flush);
      assertEquals(1, db.stats().tablesPerLevel()[0]);
      disk.limit(Long.MAX_VALUE);
      db.flush();
      assertEquals(2, db.stats().tablesPerLevel()[0]);
      assertArrayEquals(random(BYTES), db.get(new byte[] {1}));
      assertArrayEquals(random(2 * BYTES), other.get(new byte[] {1}));
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
  }
}
