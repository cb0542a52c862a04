package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store in the heap does what every store does, and leaves nothing. */
final class InMemoryTest {

  private static byte[] key(int number) {
    return "key%06d".formatted(number).getBytes(UTF_8);
  }

  @Test
  void itDoesWhatEveryStoreDoes() {
    DbOptions options = DbOptions.builder().memTableBytes(256 << 10).tableBytes(128 << 10).build();
    try (Db db = Db.inMemory(options)) {
      for (int i = 0; i < 20_000; i++) {
        db.put(key(i), new byte[50]);
      }
      db.withDurability(Durability.SYNC).put(key(7), key(8));
      db.keyspace("other").put(key(1), key(2));
      db.deleteRange(key(100), key(200));
      db.flush();
      db.sync();
      db.compact();
      db.awaitIdle();
      assertArrayEquals(key(8), db.get(key(7)));
      assertNull(db.get(key(150)));
      assertEquals(19_900, db.count(KeyRange.all()));
      db.checkpoint(Path.of("checkpoint"));
      assertEquals(2, db.keyspaces().size());
      assertEquals(List.of(), db.problems());
    }
    assertFalse(Files.exists(Path.of("checkpoint")), "it is in the same memory");
    assertFalse(Files.exists(Path.of("in-memory")));
  }

  @Test
  void eachIsAStoreOfItsOwn() {
    try (Db one = Db.inMemory();
        Db other = Db.inMemory()) {
      one.put(key(1), key(1));
      assertNull(other.get(key(1)));
    }
    try (Db third = Db.inMemory()) {
      assertNull(third.first());
    }
  }
}
