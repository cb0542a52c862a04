package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.MergeFunctions;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A bounded keyspace drops its oldest tables, but not the last, and none that a snapshot sees. */
class FifoTest {

  private static final long BOUND = 64 << 10;

  private final SimulatedDisk disk = new SimulatedDisk();

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private Db open(long bound) {
    return Stores.open(disk, DbOptions.builder().fifo(bound).build());
  }

  /** A table of its own. */
  private static void put(Db db, String key, int length) {
    byte[] value = new byte[length];
    new SplittableRandom(length).nextBytes(value); // which no codec makes small
    db.put(bytes(key), value);
    db.flush();
  }

  @Test
  void theOldestGo() {
    try (Db db = open(BOUND)) {
      put(db, "1", 30 << 10);
      put(db, "2", 30 << 10);
      put(db, "3", 30 << 10);
      db.awaitIdle();
      assertFalse(db.contains(bytes("1")));
      assertTrue(db.contains(bytes("2")));
      assertTrue(db.contains(bytes("3")));
    }
  }

  @Test
  void theNewestTableStays() {
    try (Db db = open(BOUND)) {
      put(db, "1", 100 << 10);
      db.awaitIdle();
      assertTrue(db.contains(bytes("1")));
      put(db, "2", 100 << 10);
      db.awaitIdle();
      assertFalse(db.contains(bytes("1")));
      assertTrue(db.contains(bytes("2")));
    }
  }

  @Test
  void noneGoesWhileASnapshotIsOpen() {
    try (Db db = open(BOUND)) {
      put(db, "1", 50 << 10);
      try (Snapshot snapshot = db.snapshot()) {
        put(db, "2", 50 << 10);
        db.awaitIdle();
        assertNotNull(db.get(bytes("1"), snapshot));
        assertTrue(db.contains(bytes("1")));
      }
      db.awaitIdle();
      assertFalse(db.contains(bytes("1")));
    }
  }

  @Test
  void anOpeningWithABoundDropsWhatIsBeyondIt() {
    try (Db db = open(0)) {
      put(db, "1", 50 << 10);
      put(db, "2", 50 << 10);
    }
    try (Db db = open(BOUND)) {
      db.awaitIdle();
      assertFalse(db.contains(bytes("1")));
      assertTrue(db.contains(bytes("2")));
    }
  }

  @Test
  void aMergeFunctionAndABoundExcludeEachOther() {
    KeyspaceOptions.Builder both =
        KeyspaceOptions.builder().fifo(BOUND).mergeFunction("sum", MergeFunctions.longSum());
    assertEquals(
        "a keyspace with fifo has no merge function: its oldest operands would go, and newer ones of the same keys stay",
        assertThrows(IllegalArgumentException.class, both::build).getMessage());
  }
}
