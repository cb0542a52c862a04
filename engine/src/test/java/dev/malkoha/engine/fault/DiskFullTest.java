package dev.malkoha.engine.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A disk that fills up and has room again, many times: nothing is lost, and writing goes on. */
class DiskFullTest {

  private static final int CYCLES = 20;
  private static final int VALUE_BYTES = 500;

  private final SimulatedDisk disk = new SimulatedDisk();
  private int written;

  /** With a memtable that never fills, only the log can meet the full disk. */
  @Test
  void goesOnWithoutReopeningWhereTheLogFoundNoRoom() {
    DbOptions options = DbOptions.builder().memTableBytes(1 << 30).build();
    try (Db db = Stores.open(disk, options)) {
      for (int cycle = 0; cycle < 2; cycle++) {
        disk.limit(disk.usedBytes());
        assertThrows(DbIoException.class, () -> writeUntilRefused(db, 40_000));
        check(db);
        disk.limit(Long.MAX_VALUE);
        put(db);
      }
      check(db);
    }
    try (Db db = Stores.open(disk, options)) {
      check(db);
    }
  }

  @Test
  void goesOnAfterReopeningWhereAFlushFoundNoRoom() {
    DbOptions options = DbOptions.builder().memTableBytes(8 << 10).tableBytes(8 << 10).build();
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      disk.limit(Long.MAX_VALUE);
      try (Db db = Stores.open(disk, options)) {
        check(db);
        put(db);
        disk.limit(disk.usedBytes() + 1000L * cycle);
        assertThrows(DbException.class, () -> writeUntilRefused(db, 1_000));
        check(db);
        assertThrows(DbException.class, () -> writeUntilRefused(db, 1_000));
        disk.limit(Long.MAX_VALUE);
      }
      assertEquals(List.of(), Stores.verify(disk).problems());
    }
    assertTrue(written > CYCLES);
  }

  private void writeUntilRefused(Db db, int most) {
    for (int i = 0; i < most; i++) {
      put(db);
    }
  }

  private void put(Db db) {
    db.put(key(written), Bytes.numbered(written, VALUE_BYTES).array());
    written++;
  }

  /** Everything acknowledged; the newest ones wholly, the others by samples. */
  private void check(Db db) {
    for (int i = 0; i < written; i += i < written - 50 ? 37 : 1) {
      assertArrayEquals(Bytes.numbered(i, VALUE_BYTES).array(), db.get(key(i)));
    }
  }

  private static byte[] key(int number) {
    return Bytes.of("key" + number).array();
  }
}
