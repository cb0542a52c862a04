package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.KeyspaceReads;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keyspaces: maps of their own, with options of their own, in one store. */
class KeyspaceTest {

  private static final byte[] KEY = {1};
  private static final byte[] ONE = {11};
  private static final byte[] TWO = {12};
  private static final KeyspaceOptions SMALL =
      KeyspaceOptions.builder().memTableBytes(4096).build();
  private static final DbOptions STORE = DbOptions.builder().defaultKeyspace(SMALL).build();
  private static final KeyspaceOptions OTHER =
      KeyspaceOptions.builder()
          .memTableBytes(8192)
          .blockBytes(512)
          .compression(Compression.NONE)
          .filter(FilterPolicy.bloom(12))
          .deleteApplier(false)
          .build();

  private SimulatedDisk disk = new SimulatedDisk();
  private Db db = Stores.open(disk, STORE);

  @AfterEach
  void close() {
    db.close();
  }

  private void reopen(DbOptions options) {
    db.close();
    db = Stores.open(disk, options);
  }

  private static void assertHolds(byte[] expected, Reads map) {
    assertArrayEquals(expected, map.get(KEY), map::toString);
  }

  @Test
  void eachIsAMapOfItsOwn() {
    Keyspace a = db.keyspace("a");
    Keyspace b = db.keyspace("b");
    db.put(KEY, ONE);
    a.put(KEY, TWO);
    assertHolds(ONE, db);
    assertHolds(TWO, a);
    assertHolds(null, b);
    a.deleteRange(new byte[0], new byte[] {2});
    assertHolds(ONE, db);
    assertHolds(null, a);
    db.delete(KEY);
    b.put(KEY, TWO);
    for (int round = 0; round < 2; round++) {
      assertHolds(null, db);
      assertHolds(TWO, b);
      try (Cursor cursor = a.scan(KeyRange.all())) {
        assertTrue(!cursor.next());
      }
      db.compact();
    }
  }

  @Test
  void theSameNameIsTheSameKeyspace() {
    Keyspace a = db.keyspace("a");
    assertEquals(a, db.keyspace("a"));
    assertEquals(a, db.keyspace("a", OTHER));
    assertEquals("a", a.name());
    assertEquals(List.of("a", "default"), db.keyspaces());
  }

  @Test
  void defaultIsTheStoresOwn() {
    Keyspace own = db.keyspace("default");
    own.put(KEY, ONE);
    assertHolds(ONE, db);
    db.write(new WriteBatch().in(own).put(KEY, TWO));
    assertHolds(TWO, db);
    db.put(KEY, ONE);
    assertHolds(ONE, own);
    assertEquals(List.of("default"), db.keyspaces());
    assertThrows(IllegalArgumentException.class, () -> db.dropKeyspace("default"));
    assertHolds(ONE, own);
  }

  /** Its options are the store's: there is one place to say them. */
  @Test
  void defaultIsNotNamedInTheStoresOptions() {
    DbOptions.Builder builder = DbOptions.builder();
    var refusal =
        assertThrows(IllegalArgumentException.class, () -> builder.keyspace("default", OTHER));
    assertTrue(String.valueOf(refusal.getMessage()).contains("store's own"));
  }

  @Test
  void aNewOneHasTheDefaultsOptionsOrThoseItIsGiven() {
    assertEquals(SMALL.toString(), db.keyspace("a").options().toString());
    assertEquals(OTHER.toString(), db.keyspace("b", OTHER).options().toString());
  }

  @Test
  void optionsAreThereAgainWithoutBeingNamed() {
    db.keyspace("a", OTHER).put(KEY, ONE);
    db.keyspace("b", SMALL);
    db.keyspace("b", OTHER);
    reopen(DbOptions.defaults());
    assertEquals(OTHER.toString(), db.keyspace("a").options().toString());
    assertEquals(OTHER.over(SMALL).toString(), db.keyspace("b").options().toString());
    assertHolds(ONE, db.keyspace("a"));
  }

  @Test
  void theStoresOptionsMakeAndChangeThem() {
    db.keyspace("a", OTHER).put(KEY, ONE);
    reopen(DbOptions.builder().keyspace("a", SMALL).keyspace("b", OTHER).build());
    assertEquals(List.of("a", "b", "default"), db.keyspaces());
    assertEquals(SMALL.over(OTHER).toString(), db.keyspace("a").options().toString());
    db.keyspace("b").put(KEY, TWO);
    reopen(DbOptions.defaults());
    assertEquals(SMALL.over(OTHER).toString(), db.keyspace("a").options().toString());
    assertEquals(OTHER.toString(), db.keyspace("b").options().toString());
    assertHolds(ONE, db.keyspace("a"));
    assertHolds(TWO, db.keyspace("b"));
  }

  @Test
  void changedOptionsHoldForTablesToCome() {
    Keyspace a = db.keyspace("a", KeyspaceOptions.builder().filter(FilterPolicy.none()).build());
    a.put(KEY, ONE);
    a.flush();
    long before = a.stats().count("filter.size");
    db.keyspace("a", OTHER);
    a.put(KEY, TWO);
    a.flush();
    assertTrue(a.stats().count("filter.size") > 2 * before, a.stats()::toString);
    assertHolds(TWO, a);
  }

  @Test
  void itsOwnDurabilityHoldsForItsWrites() {
    KeyspaceOptions sync = KeyspaceOptions.builder().durability(Durability.SYNC).build();
    Keyspace a = db.keyspace("a", sync);
    db.put(KEY, ONE);
    a.put(KEY, ONE);
    db.put(KEY, TWO);
    SimulatedDisk left = disk.crash(CrashState.SYNCED_ONLY, 1);
    try (Db after = Stores.open(left, STORE)) {
      assertHolds(ONE, after.keyspace("a"));
      assertHolds(ONE, after);
    }
  }

  /** What is said of the default one later counts for batches, too. */
  @Test
  void aChangedDurabilityOfTheDefaultOneHoldsForBatches() {
    db.keyspace("default", KeyspaceOptions.builder().durability(Durability.SYNC).build());
    db.write(new WriteBatch().put(KEY, ONE));
    try (Db after = Stores.open(disk.crash(CrashState.SYNCED_ONLY, 1), STORE)) {
      assertHolds(ONE, after);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "half \uD800 of a pair", "\uDC00"})
  void refusesWhatIsNoName(String name) {
    DbOptions.Builder builder = DbOptions.builder();
    assertThrows(IllegalArgumentException.class, () -> db.keyspace(name));
    assertThrows(IllegalArgumentException.class, () -> db.keyspace(name, SMALL));
    assertThrows(IllegalArgumentException.class, () -> db.dropKeyspace(name));
    assertThrows(IllegalArgumentException.class, () -> builder.keyspace(name, SMALL));
    assertEquals(List.of("default"), db.keyspaces());
  }

  @Test
  void aNameMayHave255Bytes() {
    String longest = "ä".repeat(127) + "x";
    db.keyspace(longest).put(KEY, ONE);
    assertThrows(IllegalArgumentException.class, () -> db.keyspace(longest + "x"));
    db.keyspace("a/b \n\u0000").put(KEY, TWO);
    reopen(STORE);
    assertEquals(List.of("a/b \n\u0000", "default", longest), db.keyspaces());
    assertHolds(ONE, db.keyspace(longest));
    assertHolds(TWO, db.keyspace("a/b \n\u0000"));
  }

  @Test
  void aSnapshotSeesAllAtOneMoment() {
    Keyspace a = db.keyspace("a");
    a.put(KEY, ONE);
    try (Snapshot snapshot = db.snapshot()) {
      Keyspace later = db.keyspace("later");
      db.write(new WriteBatch().put(KEY, TWO).in(a).put(KEY, TWO).in(later).put(KEY, TWO));
      db.compact();
      assertNull(db.get(KEY, snapshot));
      assertArrayEquals(ONE, a.get(KEY, snapshot));
      assertNull(later.get(KEY, snapshot));
      try (Cursor cursor = a.scan(KeyRange.all(), snapshot)) {
        assertTrue(cursor.next());
        assertArrayEquals(ONE, cursor.value());
      }
    }
  }

  @Test
  void flushesAndCompactsItselfAlone() {
    Keyspace a = db.keyspace("a");
    db.put(KEY, ONE);
    for (int i = 0; i < 3; i++) {
      a.put(new byte[] {(byte) i}, ONE);
      a.flush();
    }
    assertEquals(3, a.stats().tablesPerLevel()[0]);
    assertEquals(3, a.stats().entries());
    assertEquals(0, db.keyspace("default").stats().tablesPerLevel()[0]);
    assertTrue(db.keyspace("default").stats().memTableBytes() > 0);
    a.compact();
    assertEquals(0, a.stats().tablesPerLevel()[0]);
    db.flush();
    assertEquals(4, db.stats().entries(), "of all");
    assertEquals(1, db.keyspace("default").stats().entries());
    assertTrue(a.stats().count("user.written") < db.stats().count("user.written"));
  }

  @Test
  void aClosedStoresAreOfNoUse() {
    Keyspace a = db.keyspace("a");
    WriteBatch batch = new WriteBatch().in(a).put(KEY, ONE);
    db.close();
    List<Runnable> uses =
        List.of(
            () -> a.get(KEY),
            () -> a.put(KEY, ONE),
            () -> a.delete(KEY),
            () -> a.deleteRange(KEY, KEY),
            () -> a.scan(KeyRange.all()),
            () -> a.explainGet(KEY),
            a::flush,
            a::compact,
            a::stats,
            () -> db.write(batch),
            () -> db.keyspace("a"),
            () -> db.keyspace("b"),
            () -> db.keyspace("a", SMALL),
            () -> db.dropKeyspace("a"),
            db::keyspaces);
    uses.forEach(use -> assertThrows(IllegalStateException.class, use::run));
    assertEquals("a", a.name());
  }

  @Test
  void readOnlyTheyAreReadAndNothingElse() {
    db.keyspace("a", OTHER).put(KEY, ONE);
    db.close();
    try (DbReader reader = Stores.openReadOnly(disk, STORE)) {
      KeyspaceReads a = reader.keyspace("a");
      assertHolds(ONE, a);
      assertEquals(List.of("a", "default"), reader.keyspaces());
      assertEquals("a", a.name());
      assertEquals(OTHER.toString(), a.options().toString());
      assertEquals("default", reader.defaultKeyspace().name());
      assertThrows(IllegalArgumentException.class, () -> reader.keyspace("b"));
    }
  }
}
