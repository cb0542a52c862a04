package dev.malkoha.maps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.WriteBatch;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The calls of typed maps, over a keyspace and over the default map. */
final class TypedMapTest {

  private final Db db = Db.inMemory();
  private final TypedMap<String, Integer> eggs =
      TypedMap.of(db.keyspace("eggs"), Codecs.strings(), Codecs.ints());
  private final TypedMap<String, Integer> defaults =
      TypedMap.of(db, Codecs.strings(), Codecs.ints());

  @AfterEach
  void close() {
    db.close();
  }

  private void fill() {
    eggs.put("kea", 3);
    eggs.put("koel", 1);
    eggs.put("owl", 5);
  }

  @Test
  void readsAndRanges() {
    fill();
    assertEquals(3, eggs.get("kea"));
    assertNull(eggs.get("ke"));
    assertTrue(eggs.contains("owl"));
    assertEquals(Arrays.asList(5, null, 3), eggs.getAll(List.of("owl", "auk", "kea")));
    assertEquals(Map.entry("kea", 3), eggs.first(KeyRange.all()));
    assertEquals(Map.entry("owl", 5), eggs.last(KeyRange.all()));
    assertEquals(Map.entry("koel", 1), eggs.first(eggs.above("kea")));
    assertEquals(Map.entry("kea", 3), eggs.last(eggs.below("koel")));
    assertEquals(Map.entry("koel", 1), eggs.last(eggs.atMost("koel")));
    assertNull(eggs.first(eggs.above("owl")));
    assertNull(eggs.first(eggs.between("l", "m")));
    assertNull(eggs.last(eggs.between("l", "m")));
    assertEquals(2, eggs.count(KeyRange.prefix(Codecs.strings().encode("k"))));
    List<String> seen = new ArrayList<>();
    eggs.forEach(eggs.atLeast("koel"), (bird, count) -> seen.add(bird + count));
    assertEquals(List.of("koel1", "owl5"), seen);
    try (Stream<Map.Entry<String, Integer>> down =
        eggs.stream(KeyRange.all(), ScanOptions.defaults().descending())) {
      assertEquals(List.of("owl", "koel", "kea"), down.map(Map.Entry::getKey).toList());
    }
    assertEquals(0, defaults.count(KeyRange.all()));
  }

  @Test
  void writesThatDependOnTheValue() {
    assertTrue(eggs.putIfAbsent("kea", 3));
    assertFalse(eggs.putIfAbsent("kea", 4));
    assertFalse(eggs.compareAndSet("kea", null, 5));
    assertTrue(eggs.compareAndSet("kea", 3, 4));
    assertTrue(eggs.compareAndSet("auk", null, null));
    assertEquals(5, eggs.update("kea", old -> old + 1));
    assertFalse(eggs.remove("kea", 4));
    assertTrue(eggs.remove("kea", 5));
    assertNull(eggs.update("kea", old -> null));
    eggs.put("auk", 1);
    eggs.delete("auk");
    assertFalse(eggs.contains("auk"));
    fill();
    eggs.deleteRange(eggs.between("k", "l"));
    assertEquals(1, eggs.count(KeyRange.all()));
  }

  @Test
  void batchesSnapshotsAndTransactions() {
    fill();
    WriteBatch batch = new WriteBatch();
    eggs.put(batch, "auk", 9);
    eggs.delete(batch, "owl");
    defaults.put(batch, "auk", 10);
    defaults.put(batch, "owl", 11);
    defaults.delete(batch, "owl");
    try (Snapshot snapshot = db.snapshot()) {
      db.write(batch);
      assertNull(eggs.at(snapshot).get("auk"));
      assertEquals(5, eggs.at(snapshot).get("owl"));
    }
    assertEquals(9, eggs.get("auk"));
    assertFalse(eggs.contains("owl"));
    assertEquals(10, defaults.get("auk"));
    assertFalse(defaults.contains("owl"));
    try (Transaction transaction = db.transaction()) {
      TypedTransactionMap<String, Integer> inside = eggs.in(transaction);
      inside.put("kea", 30);
      inside.delete("auk");
      assertEquals(30, inside.get("kea"));
      assertEquals(3, eggs.get("kea"));
      transaction.commit();
    }
    assertEquals(30, eggs.get("kea"));
    assertFalse(eggs.contains("auk"));
  }

  @Test
  void arraysAreComparedByTheirContents() {
    TypedMap<String, byte[]> map = TypedMap.of(db, Codecs.strings(), Codecs.bytes());
    ConcurrentMap<String, byte[]> view = map.asConcurrentMap();
    view.put("a", new byte[] {1, 2});
    assertTrue(view.replace("a", new byte[] {1, 2}, new byte[] {3}));
    assertTrue(view.entrySet().contains(Map.entry("a", new byte[] {3})));
    assertArrayEquals(new byte[] {3}, view.get("a"));
    assertTrue(map.remove("a", new byte[] {3}));
  }

  /** A value that is changed in place is written, too. */
  @Test
  void aValueMayBeChangedInPlace() {
    Codec<StringBuilder> builders =
        Codecs.strings().as(StringBuilder::new, StringBuilder::toString);
    ConcurrentMap<String, StringBuilder> map =
        TypedMap.of(db, Codecs.strings(), builders).asConcurrentMap();
    map.put("a", new StringBuilder("x"));
    map.compute("a", (key, text) -> text.append("y"));
    map.computeIfPresent("a", (key, text) -> text.append("z"));
    map.replaceAll((key, text) -> text.append("!"));
    assertEquals("xyz!", String.valueOf(map.get("a")));
  }

  @Test
  void whatAFunctionThrowsEndsTheChange() {
    fill();
    ConcurrentMap<String, Integer> map = eggs.asConcurrentMap();
    assertThrows(
        ArithmeticException.class,
        () -> map.compute("kea", (bird, count) -> Math.divideExact(count, count - 3)));
    assertThrows(
        IllegalStateException.class, () -> map.compute("kea", (bird, count) -> map.put("kea", 8)));
    assertEquals(3, map.get("kea"));
  }

  @Test
  void foreignBytesAreRefused() {
    db.keyspace("eggs").put(new byte[] {'k'}, new byte[] {1});
    assertThrows(CodecException.class, () -> eggs.get("k"));
    assertThrows(CodecException.class, () -> eggs.first(KeyRange.all()));
    db.keyspace("eggs").put(new byte[] {-1}, new byte[4]);
    assertThrows(CodecException.class, () -> eggs.last(KeyRange.all()));
  }

  @Test
  void aKeyOutOfASubMapIsRefused() {
    fill();
    ConcurrentMap<String, Integer> part = eggs.asNavigableMap().subMap("k", "l");
    assertThrows(IllegalArgumentException.class, () -> part.put("owl", 1));
    assertThrows(IllegalArgumentException.class, () -> part.merge("owl", 1, Integer::sum));
    assertNull(part.get("owl"));
    assertNull(part.remove("owl"));
    assertEquals(2, part.size());
    part.clear();
    assertEquals(1, eggs.count(KeyRange.all()));
  }

  @Test
  void valuesExpireByThePutThatSaysSo() {
    Duration hour = Duration.ofHours(1);
    Instant least = Instant.now().truncatedTo(ChronoUnit.MILLIS).plus(hour);
    eggs.put("alone", 1, hour);
    WriteBatch batch = new WriteBatch();
    eggs.put(batch, "batch", 2, hour);
    db.write(batch);
    db.runInTransaction(tx -> eggs.in(tx).put("transaction", 3, hour));
    Instant most = Instant.now().plus(hour).plusMillis(1);
    try (Cursor cursor = db.keyspace("eggs").scan(KeyRange.all())) {
      while (cursor.next()) {
        Instant at = cursor.expiry();
        assertNotNull(at);
        assertTrue(!at.isBefore(least) && !at.isAfter(most), at + " for " + least);
      }
    }
    assertEquals(Map.of("alone", 1, "batch", 2, "transaction", 3), eggs.asNavigableMap());
    eggs.put("alone", 1); // without a time it stays
    assertThrows(IllegalArgumentException.class, () -> eggs.put("alone", 7, Duration.ZERO));
    eggs.put("batch", 4, Duration.ofMillis(1));
    while (eggs.contains("batch")) {
      Thread.onSpinWait();
    }
    assertEquals(Map.of("alone", 1, "transaction", 3), eggs.asNavigableMap());
  }
}
