package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Cursors: where they stand after each kind of move, and after one that failed. */
class CursorTest {

  private static final DbOptions OPTIONS =
      DbOptions.builder()
          .memTableBytes(4096)
          .tableBytes(4096)
          .blockBytes(256)
          .blockCacheBytes(0)
          .build();
  private static final int KEYS = 200;

  private final SimulatedDisk disk = new SimulatedDisk();
  private final Db db = Stores.open(disk, OPTIONS);

  @AfterEach
  void close() {
    disk.repair();
    db.close();
  }

  private static byte[] key(int number) {
    return Bytes.of("key" + (1000 + number)).array();
  }

  /** Old versions in tables, new ones in the memtable. */
  private void fill() {
    for (int i = 0; i < KEYS; i++) {
      db.put(key(i), Bytes.numbered(i, 30).array());
    }
    db.compact();
    for (int i = 0; i < KEYS; i += 2) {
      db.put(key(i), key(i));
    }
  }

  private static void assertAt(int number, Cursor cursor) {
    assertTrue(cursor.valid());
    assertArrayEquals(key(number), cursor.key());
    byte[] value = number % 2 == 0 ? key(number) : Bytes.numbered(number, 30).array();
    assertArrayEquals(value, cursor.value());
  }

  @Test
  void turnsAtEveryEntry() {
    fill();
    try (Cursor cursor = db.scan(KeyRange.all())) {
      for (int i = 0; i < KEYS - 1; i++) {
        assertTrue(cursor.next());
        assertAt(i, cursor);
        assertTrue(cursor.next());
        assertAt(i + 1, cursor);
        assertTrue(cursor.prev());
        assertAt(i, cursor);
      }
      assertTrue(cursor.next());
      assertFalse(cursor.next());
      assertFalse(cursor.valid());
      assertTrue(cursor.prev());
      assertAt(KEYS - 1, cursor);
      assertTrue(cursor.first());
      assertFalse(cursor.prev());
      assertFalse(cursor.prev());
      assertTrue(cursor.next());
      assertAt(0, cursor);
    }
  }

  @Test
  void seeksInsideItsRangeOnly() {
    fill();
    try (Cursor cursor = db.scan(KeyRange.between(key(10), key(20)))) {
      assertTrue(cursor.seek(new byte[0]));
      assertAt(10, cursor);
      assertFalse(cursor.prev());
      assertTrue(cursor.seek(key(15)));
      assertAt(15, cursor);
      assertFalse(cursor.seek(key(20)));
      assertTrue(cursor.prev());
      assertAt(19, cursor);
      assertFalse(cursor.next());
    }
  }

  @Test
  void anEmptyRangeHasNoEntries() {
    fill();
    try (Cursor cursor = db.scan(KeyRange.between(key(20), key(10)))) {
      assertFalse(cursor.next());
      assertFalse(cursor.prev());
      assertFalse(cursor.first());
      assertFalse(cursor.last());
      assertFalse(cursor.seek(key(15)));
      assertFalse(cursor.valid());
    }
  }

  @Test
  void handsOutSegmentsThatCannotBeWritten() {
    fill();
    try (Cursor cursor = db.scan(KeyRange.atLeast(key(7)))) {
      cursor.next();
      MemorySegment value = cursor.valueSegment();
      assertEquals(30, value.byteSize());
      assertTrue(value.isReadOnly());
      assertTrue(cursor.keySegment().isReadOnly());
      assertArrayEquals(key(7), cursor.keySegment().toArray(ValueLayout.JAVA_BYTE));
    }
  }

  @Test
  void aFailedMoveIsNoEnd() {
    fill();
    for (int from = 40; from < KEYS - 40; from += 17) {
      try (Cursor cursor = db.scan(KeyRange.all())) {
        assertTrue(cursor.seek(key(from)));
        disk.fail(Fault.when(call -> call.kind() == CallKind.READ));
        assertThrows(DbIoException.class, () -> readOn(cursor, true));
        assertIsLost(cursor);
        disk.repair();
        assertIsLost(cursor);
        assertTrue(cursor.seek(key(from)));
        assertAt(from, cursor);
        disk.fail(Fault.when(call -> call.kind() == CallKind.READ));
        assertThrows(DbIoException.class, () -> readOn(cursor, false));
        disk.repair();
        assertIsLost(cursor);
        assertTrue(cursor.last());
        assertAt(KEYS - 1, cursor);
      }
    }
  }

  private static void readOn(Cursor cursor, boolean forward) {
    while (forward ? cursor.next() : cursor.prev()) {
      assertTrue(cursor.valid());
    }
    throw new AssertionError("the end is reached without a read");
  }

  private static void assertIsLost(Cursor cursor) {
    assertFalse(cursor.valid());
    assertThrows(IllegalStateException.class, cursor::next);
    assertThrows(IllegalStateException.class, cursor::prev);
    assertThrows(IllegalStateException.class, cursor::key);
  }
}
