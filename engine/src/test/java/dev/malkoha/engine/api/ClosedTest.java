package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** After a close everything says so, and closing again is no error. */
class ClosedTest {

  private static final byte[] KEY = {1};
  private static final byte[] END = {(byte) 0xFF};
  private static final byte[] VALUE = {2};
  private static final MemorySegment KEY_SEGMENT = MemorySegment.ofArray(KEY);

  private final Db db = Stores.open(new SimulatedDisk(), DbOptions.defaults());

  private static void allThrow(List<Executable> uses) {
    uses.forEach(use -> assertThrows(IllegalStateException.class, use));
  }

  private static List<Executable> usesOf(Cursor cursor) {
    return List.of(
        cursor::next,
        cursor::prev,
        cursor::first,
        cursor::last,
        () -> cursor.seek(KEY),
        cursor::valid,
        cursor::key,
        cursor::value,
        cursor::keySegment,
        cursor::valueSegment);
  }

  @Test
  void aClosedStoreIsOfNoUse() {
    db.put(KEY, VALUE);
    db.flush();
    db.put(KEY, VALUE);
    Snapshot snapshot = db.snapshot();
    Cursor fresh = db.scan(KeyRange.all());
    Cursor moved = db.scan(KeyRange.all(), snapshot);
    moved.next();
    db.close();
    db.close();
    allThrow(writes());
    allThrow(reads(snapshot));
    allThrow(usesOf(fresh));
    allThrow(usesOf(moved));
    fresh.close();
    moved.close();
    moved.close();
    snapshot.close();
    snapshot.close();
    db.close();
  }

  private List<Executable> writes() {
    WriteBatch batch = new WriteBatch().put(KEY, VALUE);
    return List.of(
        () -> db.put(KEY, VALUE),
        () -> db.withDurability(Durability.SYNC).put(KEY, VALUE),
        () -> db.delete(KEY),
        () -> db.withDurability(Durability.SYNC).delete(KEY),
        () -> db.deleteRange(KEY, END),
        () -> db.withDurability(Durability.SYNC).deleteRange(KEY, END),
        () -> db.deleteRange(KEY, KEY),
        () -> db.write(batch),
        () -> db.write(batch, Durability.SYNC),
        () -> db.write(new WriteBatch()),
        db::flush,
        db::compact,
        db::awaitIdle);
  }

  private List<Executable> reads(Snapshot snapshot) {
    return List.of(
        () -> db.get(KEY),
        () -> db.get(KEY, snapshot),
        () -> db.get(KEY_SEGMENT),
        () -> snapshot.get(KEY_SEGMENT),
        () -> db.scan(KeyRange.all()),
        () -> db.scan(KeyRange.all(), snapshot),
        () -> db.forEach(KeyRange.all(), (_, _) -> {}),
        () -> snapshot.forEach(KeyRange.all(), (_, _) -> {}),
        db::snapshot,
        db::stats);
  }

  @Test
  void aClosedSnapshotIsOfNoUse() {
    Snapshot snapshot = db.snapshot();
    Cursor cursor = db.scan(KeyRange.all(), snapshot);
    snapshot.close();
    snapshot.close();
    allThrow(
        List.of(
            () -> db.get(KEY, snapshot),
            () -> snapshot.get(KEY_SEGMENT),
            () -> db.scan(KeyRange.all(), snapshot)));
    cursor.next();
    cursor.close();
    db.close();
  }

  @Test
  void aClosedCursorIsOfNoUse() {
    db.put(KEY, VALUE);
    Cursor cursor = db.scan(KeyRange.all());
    cursor.next();
    cursor.close();
    cursor.close();
    allThrow(usesOf(cursor));
    db.close();
  }

  @Test
  void aCursorOnNoEntryHasNone() {
    db.put(KEY, VALUE);
    try (Cursor cursor = db.scan(KeyRange.all())) {
      List<Executable> entry =
          List.of(cursor::key, cursor::value, cursor::keySegment, cursor::valueSegment);
      allThrow(entry);
      cursor.next();
      cursor.next();
      allThrow(entry);
      cursor.first();
      cursor.prev();
      allThrow(entry);
    }
    db.close();
  }

  @Test
  void aSnapshotOfAnotherStoreIsRefused() {
    try (Db other = Stores.open(new SimulatedDisk(), DbOptions.defaults());
        Snapshot snapshot = other.snapshot()) {
      assertThrows(IllegalArgumentException.class, () -> db.get(KEY, snapshot));
      assertThrows(IllegalArgumentException.class, () -> db.scan(KeyRange.all(), snapshot));
    }
    db.close();
  }

  /** A class of ours that users cannot name is none of their business. */
  @Test
  void whatIsThrownIsCalledAsUsersKnowIt() {
    Db closed = Db.inMemory();
    closed.close();
    var refusal = assertThrows(IllegalStateException.class, () -> closed.get(new byte[1]));
    assertEquals("java.lang.IllegalStateException: the store is closed", refusal.toString());
  }
}
