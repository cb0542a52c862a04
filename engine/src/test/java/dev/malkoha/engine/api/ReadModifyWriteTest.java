package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writes that depend on the value that is there, with others that come in between. */
class ReadModifyWriteTest {

  private static final DbOptions OPTIONS = DbOptions.builder().memTableBytes(16 << 10).build();
  private static final byte[] KEY = bytes("key");
  private static final byte[] ONE = bytes("one");
  private static final byte[] TWO = bytes("two");

  private final SimulatedDisk disk = new SimulatedDisk();
  private final Db db = Stores.open(disk, OPTIONS);

  @AfterEach
  void close() {
    db.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private long newest() {
    try (Snapshot snapshot = db.snapshot()) {
      return snapshot.sequence();
    }
  }

  private List<KeyValueMap> maps() {
    return List.of(db, db.keyspace("other"));
  }

  @Test
  void putsIfAbsent() {
    for (KeyValueMap map : maps()) {
      assertTrue(map.putIfAbsent(KEY, ONE));
      long before = newest();
      assertFalse(map.putIfAbsent(KEY, TWO));
      assertEquals(before, newest());
      assertArrayEquals(ONE, map.get(KEY));
      map.delete(KEY);
      assertTrue(map.withDurability(Durability.PROCESS).putIfAbsent(KEY, TWO));
      assertArrayEquals(TWO, map.get(KEY));
    }
  }

  @Test
  void comparesAndSets() {
    for (KeyValueMap map : maps()) {
      assertFalse(map.compareAndSet(KEY, ONE, TWO));
      assertTrue(map.compareAndSet(KEY, null, ONE));
      assertFalse(map.compareAndSet(KEY, null, TWO));
      assertFalse(map.compareAndSet(KEY, new byte[0], TWO));
      assertTrue(map.withDurability(Durability.SYNC).compareAndSet(KEY, ONE.clone(), TWO));
      assertArrayEquals(TWO, map.get(KEY));
      assertTrue(map.compareAndSet(KEY, TWO, null));
      assertNull(map.get(KEY));
      long before = newest();
      assertTrue(map.compareAndSet(KEY, null, null));
      assertEquals(before, newest());
      map.put(KEY, new byte[0]);
      assertFalse(map.compareAndSet(KEY, null, ONE));
      assertTrue(map.compareAndSet(KEY, new byte[0], ONE));
    }
  }

  @Test
  void removesAValue() {
    for (KeyValueMap map : maps()) {
      assertFalse(map.remove(KEY, ONE));
      map.put(KEY, ONE);
      assertFalse(map.remove(KEY, TWO));
      assertTrue(map.remove(KEY, ONE));
      assertNull(map.get(KEY));
      map.put(KEY, ONE);
      assertTrue(map.withDurability(Durability.PROCESS).remove(KEY, ONE));
    }
  }

  @Test
  void updates() {
    for (KeyValueMap map : maps()) {
      assertArrayEquals(
          ONE,
          map.update(
              KEY,
              value -> {
                assertNull(value);
                return ONE;
              }));
      assertArrayEquals(ONE, map.get(KEY));
      assertArrayEquals(bytes("one!"), map.update(KEY, value -> append(value, "!")));
      assertArrayEquals(
          bytes("Xne!"),
          map.withDurability(Durability.SYNC)
              .update(
                  KEY,
                  value -> {
                    value[0] = 'X'; // its own array
                    return value;
                  }));
      assertArrayEquals(bytes("Xne!"), map.get(KEY));
      assertNull(map.update(KEY, value -> null));
      assertNull(map.get(KEY));
    }
  }

  private static byte[] append(byte @Nullable [] value, String more) {
    return bytes((value == null ? "" : new String(value, UTF_8)) + more);
  }

  /** Runs an update in the middle of which something is done once; returns the calls. */
  private int updateAround(Runnable meanwhile) {
    int[] calls = {0};
    db.update(
        KEY,
        value -> {
          if (calls[0]++ == 0) {
            byAnother(meanwhile);
          }
          return append(value, "!");
        });
    return calls[0];
  }

  /** What the operator's own thread writes to the key is refused. */
  private static void byAnother(Runnable write) {
    CompletableFuture.runAsync(write, Thread::startVirtualThread).join();
  }

  private void assertBeginsAgain(String expected, Runnable meanwhile) {
    db.put(KEY, ONE);
    assertEquals(2, updateAround(meanwhile));
    assertArrayEquals(bytes(expected), db.get(KEY));
  }

  @Test
  void beginsAgainWhereTheKeyWasWritten() {
    assertBeginsAgain("two!", () -> db.put(KEY, TWO));
    assertBeginsAgain("one!", () -> db.put(KEY, ONE));
    assertBeginsAgain("!", () -> db.delete(KEY));
    assertBeginsAgain("!", () -> db.deleteRange(bytes("a"), bytes("z")));
    assertBeginsAgain("one??!", () -> db.update(KEY, value -> append(value, "??")));
  }

  @Test
  void beginsAgainAfterAnIngestion() {
    assertBeginsAgain("two!", () -> db.ingest(Map.of(KEY, TWO).entrySet()));
  }

  /** What was written meanwhile may be in tables already, or have left them again. */
  @Test
  void beginsAgainWhereTheWriteIsInATable() {
    Runnable toTables =
        () -> {
          for (int i = 0; i < 4; i++) {
            db.put(bytes("other" + i), ONE);
            db.compact();
          }
        };
    assertBeginsAgain(
        "two!",
        () -> {
          db.put(KEY, TWO);
          toTables.run();
        });
    assertBeginsAgain(
        "!",
        () -> {
          db.delete(KEY);
          toTables.run();
        });
    assertBeginsAgain(
        "!",
        () -> {
          db.deleteRange(bytes("a"), bytes("z"));
          toTables.run();
        });
  }

  @Test
  void doesNotBeginAgainForOtherKeys() {
    db.put(KEY, ONE);
    assertEquals(
        1,
        updateAround(
            () -> {
              for (int i = 0; i < 1000; i++) {
                db.put(bytes("other" + i), new byte[100]); // several memtables
              }
              db.deleteRange(bytes("a"), bytes("b"));
              db.keyspace("elsewhere").put(KEY, TWO);
            }));
    assertArrayEquals(bytes("one!"), db.get(KEY));
  }

  /** What becomes of the operator's own array says nothing of the key's value. */
  @Test
  void anOperatorThatChangesItsArrayBeginsAgainToo() {
    db.put(KEY, ONE);
    int[] calls = {0};
    db.update(
        KEY,
        value -> {
          if (calls[0]++ == 0) {
            byAnother(() -> db.put(KEY, TWO));
            db.compact();
            System.arraycopy(TWO, 0, value, 0, TWO.length);
          }
          return append(value, "!");
        });
    assertEquals(2, calls[0]);
    assertArrayEquals(bytes("two!"), db.get(KEY));
  }

  @Test
  void whatTheOperatorThrowsEndsTheUpdate() {
    db.put(KEY, ONE);
    IllegalStateException failure = new IllegalStateException("no");
    assertEquals(
        failure,
        assertThrows(
            IllegalStateException.class,
            () ->
                db.update(
                    KEY,
                    value -> {
                      throw failure;
                    })));
    assertArrayEquals(ONE, db.get(KEY));
  }

  @Test
  void refusesWhatIsTooLong() {
    byte[] longKey = new byte[1 << 16];
    byte[] longValue = new byte[(256 << 20) + 1];
    assertThrows(IllegalArgumentException.class, () -> db.putIfAbsent(longKey, ONE));
    assertThrows(IllegalArgumentException.class, () -> db.update(longKey, value -> ONE));
    assertThrows(IllegalArgumentException.class, () -> db.compareAndSet(KEY, ONE, longValue));
    assertThrows(IllegalArgumentException.class, () -> db.update(KEY, value -> longValue));
    assertNull(db.get(KEY));
  }

  @Test
  void survivesAPowerCutIfItSaysSo() {
    assertTrue(db.withDurability(Durability.SYNC).putIfAbsent(KEY, ONE));
    try (Db after = Stores.open(disk.crash(CrashState.SYNCED_ONLY, 1), OPTIONS)) {
      assertArrayEquals(ONE, after.get(KEY));
    }
  }

  @Test
  void needsAStoreThatTakesWrites() {
    Keyspace gone = db.keyspace("gone");
    db.dropKeyspace("gone");
    assertThrows(IllegalStateException.class, () -> gone.putIfAbsent(KEY, ONE));
    db.flush();
    db.close();
    assertThrows(IllegalStateException.class, () -> db.update(KEY, value -> ONE));
  }
}
