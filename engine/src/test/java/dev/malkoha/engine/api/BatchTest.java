package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Batches: all or nothing, in order, again and again. */
class BatchTest {

  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(4096).tableBytes(4096).build();
  private static final byte[] A = {1};
  private static final byte[] B = {2};
  private static final byte[] ONE = {11};
  private static final byte[] TWO = {12};

  private final SimulatedDisk disk = new SimulatedDisk();
  private final Db db = Stores.open(disk, OPTIONS);

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void laterOperationsWin() {
    db.put(B, ONE);
    db.write(new WriteBatch().put(A, ONE).delete(A).put(A, TWO).put(B, TWO).delete(B));
    assertArrayEquals(TWO, db.get(A));
    assertNull(db.get(B));
    db.flush();
    assertArrayEquals(TWO, db.get(A));
    assertNull(db.get(B));
  }

  @Test
  void anEmptyOneDoesNothing() {
    long before = db.stats().count("user.written");
    db.write(new WriteBatch());
    db.write(new WriteBatch(), Durability.SYNC);
    assertEquals(before, db.stats().count("user.written"));
    try (var snapshot = db.snapshot()) {
      assertEquals(0, snapshot.sequence());
    }
  }

  @Test
  void mayBeWrittenAgainAndCleared() {
    WriteBatch batch = new WriteBatch().put(A, ONE);
    db.write(batch);
    db.put(A, TWO);
    db.write(batch);
    assertArrayEquals(ONE, db.get(A));
    assertEquals(1, batch.count());
    long size = batch.sizeBytes();
    batch.put(B, TWO);
    assertTrue(batch.sizeBytes() > size);
    batch.clear();
    assertEquals(0, batch.count());
    db.write(batch.put(B, ONE));
    assertArrayEquals(ONE, db.get(B));
    db.write(batch.delete(B));
    assertNull(db.get(B));
  }

  @Test
  void oneLargerThanAMemtableIsWholeAfterAKill() {
    WriteBatch batch = new WriteBatch();
    for (int i = 0; i < 2_000; i++) {
      batch.put(key(i), Bytes.numbered(i, 50).array());
    }
    db.write(batch);
    db.write(batch.put(A, ONE));
    try (Db left = Stores.open(disk.kill(), OPTIONS)) {
      for (int i = 0; i < 2_000; i++) {
        assertArrayEquals(Bytes.numbered(i, 50).array(), left.get(key(i)));
      }
      assertNotNull(left.get(A));
    }
  }

  private static byte[] key(int number) {
    return Bytes.of("key" + number).array();
  }
}
