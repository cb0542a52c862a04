package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The least and the greatest keys and values, and what is beyond them. */
class LimitsTest {

  private static final int KEY_BYTES_MAX = 65_535;
  private static final int VALUE_BYTES_MAX = 256 << 20;
  private static final byte[] KEY = {1};
  private static final byte[] VALUE = {2};

  private final SimulatedDisk disk = new SimulatedDisk();
  private Db db = Stores.open(disk, DbOptions.defaults());

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void keysOfEveryOrderOfLengthAreKept() {
    List<Integer> lengths = List.of(0, 1, 7, 8, 9, 127, 128, 16_383, 16_384, 65_534, KEY_BYTES_MAX);
    lengths.forEach(length -> db.put(new byte[length], value(length)));
    checkAll(lengths);
    db.flush();
    checkAll(lengths);
    db.compact();
    db.close();
    db = Stores.open(disk, DbOptions.defaults());
    checkAll(lengths);
  }

  private void checkAll(List<Integer> lengths) {
    lengths.forEach(length -> assertArrayEquals(value(length), db.get(new byte[length])));
    assertNull(db.get(new byte[2]));
    try (Cursor cursor = db.scan(KeyRange.all())) {
      for (int length : lengths) {
        assertTrue(cursor.next());
        assertEquals(length, cursor.key().length);
      }
      assertFalse(cursor.next());
      for (int length : lengths.reversed()) {
        assertTrue(cursor.prev());
        assertArrayEquals(value(length), cursor.value());
      }
      assertFalse(cursor.prev());
    }
  }

  private static byte[] value(int length) {
    return Integer.toString(length).getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void emptyValuesAreNotAbsent() {
    db.put(KEY, new byte[0]);
    assertArrayEquals(new byte[0], db.get(KEY));
    db.flush();
    assertArrayEquals(new byte[0], db.get(KEY));
  }

  @Test
  void keysBeyondTheLimitAreRefused() {
    byte[] key = new byte[KEY_BYTES_MAX + 1];
    MemorySegment segment = MemorySegment.ofArray(key);
    refuses(IllegalArgumentException.class, () -> db.put(key, VALUE));
    refuses(
        IllegalArgumentException.class, () -> db.withDurability(Durability.SYNC).put(key, VALUE));
    refuses(IllegalArgumentException.class, () -> db.delete(key));
    refuses(IllegalArgumentException.class, () -> db.get(key));
    refuses(IllegalArgumentException.class, () -> db.get(segment));
    refuses(IllegalArgumentException.class, () -> new WriteBatch().put(key, VALUE));
    refuses(IllegalArgumentException.class, () -> new WriteBatch().delete(key));
    refuses(IllegalArgumentException.class, () -> db.deleteRange(new byte[0], key));
    refuses(IllegalArgumentException.class, () -> db.deleteRange(key, key));
    refuses(IllegalArgumentException.class, () -> new WriteBatch().deleteRange(KEY, key));
    try (Cursor cursor = db.scan(KeyRange.all())) {
      refuses(IllegalArgumentException.class, () -> cursor.seek(key));
    }
  }

  @Test
  void rangesMayEndAtTheGreatestKeys() {
    byte[] greatest = new byte[KEY_BYTES_MAX];
    Arrays.fill(greatest, (byte) 0xFF);
    byte[] before = Arrays.copyOf(greatest, KEY_BYTES_MAX - 1);
    db.put(before, VALUE);
    db.put(greatest, VALUE);
    db.deleteRange(before, greatest);
    for (int i = 0; i < 2; i++) {
      assertNull(db.get(before));
      assertArrayEquals(VALUE, db.get(greatest));
      db.flush();
    }
  }

  @Test
  void valuesBeyondTheLimitAreRefused() {
    byte[] value = new byte[VALUE_BYTES_MAX + 1];
    refuses(IllegalArgumentException.class, () -> db.put(KEY, value));
    refuses(IllegalArgumentException.class, () -> new WriteBatch().put(KEY, value));
  }

  @Test
  @SuppressWarnings("DataFlowIssue")
  void nullsAreRefused() {
    refuses(NullPointerException.class, () -> db.put((byte[]) null, VALUE));
    refuses(NullPointerException.class, () -> db.put(KEY, null));
    refuses(NullPointerException.class, () -> db.withDurability(null));
    refuses(NullPointerException.class, () -> db.delete((byte[]) null));
    refuses(NullPointerException.class, () -> db.write(null));
    refuses(NullPointerException.class, () -> db.write(new WriteBatch(), null));
    refuses(NullPointerException.class, () -> db.write(new WriteBatch().put(KEY, VALUE), null));
    refuses(NullPointerException.class, () -> db.get((byte[]) null));
    refuses(NullPointerException.class, () -> db.get(KEY, (Snapshot) null));
    refuses(NullPointerException.class, () -> db.scan(null));
    refuses(NullPointerException.class, () -> db.scan(KeyRange.all(), (Snapshot) null));
    refuses(NullPointerException.class, () -> db.scan(KeyRange.all(), (ScanOptions) null));
    refuses(NullPointerException.class, () -> new WriteBatch().put(KEY, null));
    refuses(NullPointerException.class, () -> new WriteBatch().delete((byte[]) null));
    refuses(NullPointerException.class, () -> db.deleteRange(null, KEY));
    refuses(NullPointerException.class, () -> db.deleteRange(KEY, null));
    refuses(NullPointerException.class, () -> new WriteBatch().deleteRange(KEY, null));
  }

  /** Refused, and nothing written, then and after the next opening. */
  private void refuses(Class<? extends RuntimeException> type, Executable write) {
    assertThrows(type, write);
    assertEquals(0, db.stats().count("user.written"));
    try (Cursor cursor = db.scan(KeyRange.all())) {
      assertFalse(cursor.next());
    }
  }

  @Test
  void aBatchThatARefusedOperationWasToJoinStaysAsItWas() {
    WriteBatch batch = new WriteBatch().put(KEY, VALUE);
    assertThrows(
        IllegalArgumentException.class, () -> batch.put(new byte[KEY_BYTES_MAX + 1], VALUE));
    assertThrows(NullPointerException.class, () -> batch.put(new byte[] {9}, null));
    assertEquals(1, batch.count());
    db.write(batch);
    assertArrayEquals(VALUE, db.get(KEY));
    assertNull(db.get(new byte[] {9}));
  }

  @Test
  void callersMayReuseTheirArrays() {
    byte[] key = KEY.clone();
    byte[] value = VALUE.clone();
    WriteBatch batch = new WriteBatch().put(new byte[] {7}, value);
    db.put(key, value);
    Arrays.fill(key, (byte) 9);
    Arrays.fill(value, (byte) 9);
    db.write(batch);
    assertArrayEquals(VALUE, db.get(KEY));
    assertArrayEquals(VALUE, db.get(new byte[] {7}));
    byte[] got = db.get(KEY);
    got[0]++;
    assertArrayEquals(VALUE, db.get(KEY));
  }
}
