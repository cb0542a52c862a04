package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.malkoha.engine.CompactionFilter;
import dev.malkoha.engine.CompactionFilter.Decision;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A compaction asks its keyspace's filter, and says what the filter throws. */
class CompactionFilterTest {

  private static final byte[] KEY = bytes("key");

  private final SimulatedDisk disk = new SimulatedDisk();

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private Db open(CompactionFilter filter) {
    return Stores.open(disk, DbOptions.builder().compactionFilter(filter).build());
  }

  @Test
  void aFlushAsksNobodyACompactionDoes() {
    List<String> asked = new ArrayList<>();
    CompactionFilter filter =
        (key, value) -> {
          asked.add(new String(key, UTF_8) + "=" + new String(value, UTF_8));
          return Decision.remove();
        };
    try (Db db = open(filter)) {
      db.put(KEY, bytes("1"));
      db.flush();
      assertEquals(List.of(), asked);
      db.compact();
      assertEquals(List.of("key=1"), asked);
      assertNull(db.get(KEY));
    }
  }

  @Test
  void whatASnapshotSeesStays() {
    try (Db db = open((_, _) -> Decision.remove())) {
      db.put(KEY, bytes("1"));
      try (Snapshot snapshot = db.snapshot()) {
        db.compact();
        assertArrayEquals(bytes("1"), db.get(KEY, snapshot));
        assertArrayEquals(bytes("1"), db.get(KEY));
      }
      db.compact();
      assertNull(db.get(KEY));
    }
  }

  @Test
  void aChangedValueExpiresWhenItWouldHave() {
    try (Db db = open((_, _) -> Decision.change(bytes("2")))) {
      db.put(KEY, bytes("1"), Duration.ofDays(1));
      db.compact();
      assertArrayEquals(bytes("2"), db.get(KEY));
      try (var cursor = db.scan(KeyRange.all())) {
        cursor.next();
        assertNotNull(cursor.expiry());
      }
    }
  }

  @Test
  void whatTheFilterThrowsIsToldOnce() {
    CompactionFilter broken =
        (key, _) -> {
          throw new IllegalStateException(new String(key, UTF_8) + " is too much");
        };
    try (Db db = open(broken)) {
      db.put(KEY, bytes("1"));
      db.put(bytes("other"), bytes("2"));
      db.compact();
      db.compact();
      assertArrayEquals(bytes("1"), db.get(KEY));
      List<Problem> told = db.problems();
      assertEquals(1, told.size());
      assertEquals(Problem.Kind.FUNCTION, told.getFirst().kind());
    }
  }

  @Test
  void nothingOfItIsStored() {
    try (Db db = open((_, _) -> Decision.remove())) {
      db.put(KEY, bytes("1"));
      assertEquals("", db.defaultKeyspace().options().given());
    }
    try (Db db = open(CompactionFilter.NONE)) {
      db.compact();
      assertArrayEquals(bytes("1"), db.get(KEY));
      db.keyspace(
          "default",
          KeyspaceOptions.builder().compactionFilter((_, _) -> Decision.remove()).build());
      db.compact();
      assertNull(db.get(KEY));
    }
  }
}
