package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.storage.sim.SimulatedDisk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Batches over several keyspaces: all or nothing, in order. */
class KeyspaceBatchTest {

  private static final byte[] A = {1};
  private static final byte[] B = {2};
  private static final byte[] C = {3};
  private static final byte[] ONE = {11};
  private static final byte[] TWO = {12};
  private static final DbOptions OPTIONS = DbOptions.builder().memTableBytes(4096).build();

  private final SimulatedDisk disk = new SimulatedDisk();
  private final Db db = Stores.open(disk, OPTIONS);
  private final Keyspace first = db.keyspace("first");
  private final Keyspace second = db.keyspace("second");

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void operationsAreInOrderInEach() {
    first.put(A, ONE);
    second.put(B, ONE);
    WriteBatch batch = new WriteBatch();
    batch.in(first).put(A, TWO).in(second).delete(B);
    batch.put(A, TWO);
    batch.in(first).deleteRange(A, C).in(second).put(B, TWO);
    batch.delete(A);
    db.write(batch.in(first).put(B, ONE).in(second).delete(A));
    for (int round = 0; round < 2; round++) {
      assertNull(db.get(A));
      assertNull(first.get(A));
      assertArrayEquals(ONE, first.get(B));
      assertArrayEquals(TWO, second.get(B));
      db.flush();
    }
  }

  @Test
  void allIsThereAfterAKill() {
    db.write(new WriteBatch().put(A, ONE).in(first).put(A, ONE).in(second).put(A, ONE));
    first.flush();
    db.write(new WriteBatch().in(second).put(A, TWO).in(first).put(A, TWO));
    try (Db after = Stores.open(disk.kill(), OPTIONS)) {
      assertArrayEquals(TWO, after.keyspace("first").get(A));
      assertArrayEquals(TWO, after.keyspace("second").get(A));
      assertArrayEquals(ONE, after.get(A));
    }
  }

  /** So many operations that each keyspace's memtable fills more than once. */
  @Test
  void manyKeyspacesFillTheirMemtables() {
    byte[] value = new byte[600];
    for (int round = 0; round < 20; round++) {
      WriteBatch batch = new WriteBatch();
      for (int i = 0; i < 8; i++) {
        batch.in(db.keyspace("k" + i)).put(new byte[] {(byte) round}, value);
      }
      assertEquals(8, batch.count());
      db.write(batch);
    }
    for (int i = 0; i < 8; i++) {
      for (int round = 0; round < 20; round++) {
        assertArrayEquals(value, db.keyspace("k" + i).get(new byte[] {(byte) round}), "k" + i);
      }
    }
  }

  @Test
  void refusesAnotherStoresKeyspaces() {
    try (Db other = Stores.open(new SimulatedDisk(), OPTIONS)) {
      Keyspace others = other.keyspace("first");
      WriteBatch batch = new WriteBatch().put(A, ONE).in(others).put(A, ONE);
      assertThrows(IllegalArgumentException.class, () -> db.write(batch));
      assertNull(db.get(A));
      assertNull(first.get(A));
      assertThrows(IllegalArgumentException.class, () -> batch.in(first).put(A, ONE));
      assertEquals(2, batch.count(), "as it was");
      other.write(batch);
      assertArrayEquals(ONE, others.get(A));
      batch.clear();
      db.write(batch.in(first).put(A, ONE));
      assertArrayEquals(ONE, first.get(A));
    }
  }

  /** Both views were made while the batch was empty; the keyspaces have the same number. */
  @Test
  void refusesKeyspacesOfTwoStoresWhoeverWasNamedFirst() {
    try (Db other = Stores.open(new SimulatedDisk(), OPTIONS)) {
      WriteBatch batch = new WriteBatch();
      WriteBatch ofOne = batch.in(first);
      WriteBatch ofOther = batch.in(other.keyspace("first"));
      ofOne.put(A, ONE);
      assertThrows(IllegalArgumentException.class, () -> ofOther.put(B, TWO));
      assertEquals(1, batch.count(), "as it was");
      db.write(batch);
      assertArrayEquals(ONE, first.get(A));
      batch.clear();
      ofOther.put(B, TWO);
      assertThrows(IllegalArgumentException.class, () -> db.write(batch));
      assertNull(first.get(B));
    }
  }

  @Test
  void aBatchThatIsNoneIsRefusedByName() {
    NullPointerException e = assertThrows(NullPointerException.class, () -> db.write(nothing()));
    assertEquals("batch", e.getMessage());
  }

  @SuppressWarnings("NullAway") // a caller without a checker
  private static WriteBatch nothing() {
    return null;
  }

  @Test
  void writesNothingAfterADrop() {
    WriteBatch batch = new WriteBatch().put(A, ONE).in(first).put(A, ONE).in(second).put(A, ONE);
    db.dropKeyspace("second");
    assertThrows(IllegalStateException.class, () -> db.write(batch));
    db.keyspace("second"); // another one
    assertThrows(IllegalStateException.class, () -> db.write(batch));
    assertNull(db.get(A));
    assertNull(first.get(A));
    assertNull(db.keyspace("second").get(A));
    try (var snapshot = db.snapshot()) {
      assertEquals(0, snapshot.sequence());
    }
    db.write(new WriteBatch().put(A, ONE).in(first).put(A, ONE));
    assertArrayEquals(ONE, first.get(A));
  }
}
