package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a closing writes out, so that the next opening need not read it from the log. */
class CloseFlushTest {

  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(32 << 20).tableBytes(32 << 20).build();
  private static final int VALUE_BYTES = 1000;
  private static final int MANY = 6_000;
  private static final int FEW = 500;

  private final SimulatedDisk disk = new SimulatedDisk();

  @Test
  void largeMemtablesBecomeTables() throws IOException {
    try (Db db = Stores.open(disk, OPTIONS)) {
      fill(db, MANY);
    }
    try (Db db = Stores.open(disk, OPTIONS)) {
      assertEquals(1, tables(db));
      assertEquals(MANY, db.stats().entries());
      check(db, MANY);
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  @Test
  void smallOnesStayInTheLog() throws IOException {
    try (Db db = Stores.open(disk, OPTIONS)) {
      fill(db, FEW);
    }
    try (Db db = Stores.open(disk, OPTIONS)) {
      assertEquals(0, tables(db));
      check(db, FEW);
    }
  }

  @Test
  void eachKeyspaceGoesByItself() throws IOException {
    assertWritten(MANY, MANY / 4);
  }

  /** They would hold back the log that it frees. */
  @Test
  void littleOnesGoWithALargeOne() throws IOException {
    assertWritten(MANY + 2 * FEW, FEW);
  }

  private void assertWritten(int entries, int inSmall) throws IOException {
    try (Db db = Stores.open(disk, OPTIONS)) {
      Keyspace large = db.keyspace("large");
      Keyspace small = db.keyspace("small");
      fill(small, inSmall);
      fill(large, MANY);
      fill(db, FEW);
    }
    try (Db db = Stores.open(disk, OPTIONS)) {
      assertEquals(entries, db.stats().entries());
      check(db.keyspace("large"), MANY);
      check(db.keyspace("small"), inSmall);
      check(db, FEW);
    }
  }

  /** What the log holds needs no room. */
  @Test
  void aFullDiskKeepsNobodyFromClosing() throws IOException {
    Db db = Stores.open(disk, OPTIONS);
    fill(db, MANY);
    disk.limit(disk.usedBytes() + (64 << 10));
    db.close();
    disk.limit(Long.MAX_VALUE);
    try (Db again = Stores.open(disk, OPTIONS)) {
      assertEquals(0, tables(again));
      check(again, MANY);
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  /** The table cannot be made durable; the log can. */
  @Test
  void aFailureLosesNothing() throws IOException {
    Db db = Stores.open(disk, OPTIONS);
    fill(db, MANY);
    disk.fail(Fault.at(CallKind.FORCE, disk.calls(CallKind.FORCE)));
    db.close();
    disk.repair();
    try (Db again = Stores.open(disk, OPTIONS)) {
      check(again, MANY);
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  private static int tables(Db db) {
    int tables = 0;
    for (int ofLevel : db.stats().tablesPerLevel()) {
      tables += ofLevel;
    }
    return tables;
  }

  private static byte[] key(int number) {
    return Bytes.of("key" + number).array();
  }

  private static byte[] value(int number) {
    return Bytes.numbered(number, VALUE_BYTES).array();
  }

  private static void fill(KeyValueMap map, int count) {
    for (int i = 0; i < count; i++) {
      map.put(key(i), value(i));
    }
  }

  private static void check(KeyValueMap map, int count) {
    for (int i = 0; i < count; i++) {
      assertArrayEquals(value(i), map.get(key(i)), "key " + i);
    }
    assertTrue(map.get(key(count)) == null);
  }
}
