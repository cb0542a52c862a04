package dev.malkoha.engine.beside;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.MapReads;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.history.Bytes;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Batches with numbers, such that the number of the last one tells all that a store holds: each
 * puts one entry, deletes the one put half a round before, and leaves its number, in three
 * keyspaces at once; a fourth comes and goes with every round.
 */
final class NumberedBatches {

  private static final int ROUND = 400;
  private static final byte[] MARK = Bytes.of("~mark").array();
  private static final List<String> LASTING = List.of("default", "left", "right");
  private static final String PASSING = "passing";

  private NumberedBatches() {}

  /** Writes one. Numbers begin at 1 and follow each other. */
  static void write(Db db, int number) {
    if (number % ROUND == 1) {
      db.keyspace(PASSING);
    }
    WriteBatch batch = new WriteBatch();
    for (String name : LASTING) {
      var keyspace = db.keyspace(name);
      batch.in(keyspace).put(MARK, ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
      batch.in(keyspace).put(key(number), value(number));
      batch.in(keyspace).delete(key(number + ROUND / 2));
    }
    if (isPassing(number)) {
      batch.in(db.keyspace(PASSING)).put(key(number), value(number));
    }
    db.write(batch);
    if (number % ROUND == ROUND / 2) {
      db.dropKeyspace(PASSING);
    }
  }

  private static boolean isPassing(int number) {
    return (number + ROUND - 1) % ROUND < ROUND / 2;
  }

  private static byte[] key(int number) {
    return Bytes.of("key" + number % ROUND).array();
  }

  private static byte[] value(int number) {
    return Bytes.numbered(number, 20 + number % 300).array();
  }

  /** Fails unless the store holds what some batch has left; returns its number. */
  static int check(OpenStore db) {
    if (!db.keyspaces().containsAll(LASTING)) {
      return 0; // the first batch is not written yet
    }
    int number = number(db, "default");
    for (String name : LASTING) {
      assertEquals(number, number(db, name), name);
      checkEntries(db.keyspace(name), number);
    }
    checkPassing(db, number);
    return number;
  }

  private static int number(OpenStore db, String name) {
    byte[] mark = db.keyspace(name).get(MARK);
    return mark == null ? 0 : ByteBuffer.wrap(mark).getInt();
  }

  /** The last half round is there, each of it as its batch left it. */
  private static void checkEntries(MapReads map, int number) {
    int entries = 0;
    try (Cursor cursor = map.scan(KeyRange.prefix(Bytes.of("key").array()))) {
      while (cursor.next()) {
        entries++;
      }
    }
    assertEquals(Math.min(number, ROUND / 2), entries, "entries at " + number);
    for (int i = 0; i < entries; i += 7) {
      assertArrayEquals(value(number - i), map.get(key(number - i)), "at " + number);
    }
    assertNull(map.get(key(number + 1)));
  }

  private static void checkPassing(OpenStore db, int number) {
    boolean isThere = db.keyspaces().contains(PASSING);
    boolean isFirst = number % ROUND == 0; // made before the first batch of a round
    boolean isLast = number % ROUND == ROUND / 2; // dropped after the last
    if (!isFirst && !isLast) {
      assertEquals(isPassing(number), isThere, "at " + number);
    }
    if (isThere) {
      int written = isFirst ? 0 : number % ROUND;
      MapReads passing = db.keyspace(PASSING);
      for (int i = 0; i < written; i += 5) {
        assertNotNull(passing.get(key(number - i)), "at " + number);
      }
      try (Cursor cursor = passing.scan(KeyRange.all())) {
        int count = 0;
        while (cursor.next()) {
          count++;
        }
        assertEquals(written, count, "at " + number);
      }
    }
  }
}
