package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.history.Bytes;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A test of threads: interrupted ones use the store as others do, and stay interrupted. */
@Timeout(60)
class InterruptTest {

  private static final int WRITES = 300;

  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(16 << 10).tableBytes(16 << 10).blockCacheBytes(0).build();

  @AfterEach
  void clear() {
    Thread.interrupted();
  }

  @Test
  void doNoHarm(@TempDir Path path) {
    Thread.currentThread().interrupt();
    try (Db db = Db.open(path, OPTIONS)) {
      assertTrue(Thread.currentThread().isInterrupted());
      for (int i = 0; i < WRITES; i++) {
        Durability level = i % 50 == 0 ? Durability.SYNC : Durability.PROCESS;
        db.withDurability(level).put(key(i), Bytes.numbered(i, 200).array());
        if (i % 100 == 99) {
          db.flush();
        }
      }
      db.compact();
      db.awaitIdle();
      check(db);
      assertTrue(Thread.currentThread().isInterrupted());
    }
    assertTrue(Thread.currentThread().isInterrupted());
    Thread.interrupted();
    try (Db db = Db.open(path, OPTIONS)) {
      check(db);
    }
  }

  private static void check(Db db) {
    int count = 0;
    try (Cursor cursor = db.scan(KeyRange.all())) {
      while (cursor.next()) {
        count++;
      }
    }
    assertEquals(WRITES, count);
    for (int i = 0; i < WRITES; i++) {
      assertArrayEquals(Bytes.numbered(i, 200).array(), db.get(key(i)));
    }
  }

  private static byte[] key(int number) {
    return Bytes.of("key" + number).array();
  }
}
