package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import org.junit.jupiter.api.Test;

/** A scan past the cache leaves it as it is. */
final class PastCacheTest {

  private static byte[] key(int number) {
    return "key%06d".formatted(number).getBytes(UTF_8);
  }

  private static int count(Db db, ScanOptions options) {
    int count = 0;
    try (Cursor cursor = db.scan(KeyRange.all(), options)) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }

  private static double cached(Db db) {
    return db.stats().metric("block.cache").value();
  }

  @Test
  void whatIsReadTakesNoRoom() {
    DbOptions options =
        DbOptions.builder().blockCacheBytes(1 << 20).tableBytes(64 << 10).blockBytes(1024).build();
    try (Db db = Stores.open(new SimulatedDisk(), options)) {
      for (int i = 0; i < 3_000; i++) {
        db.put(key(i), new byte[30]);
      }
      db.compact();
      double before = cached(db);
      assertEquals(3_000, count(db, ScanOptions.defaults().pastCache()));
      assertEquals(before, cached(db));
      assertEquals(3_000, count(db, ScanOptions.skipDamaged().pastCache()));
      assertEquals(before, cached(db));
      assertEquals(3_000, count(db, ScanOptions.defaults()));
      assertTrue(cached(db) > before, "and another one's does");
    }
  }
}
