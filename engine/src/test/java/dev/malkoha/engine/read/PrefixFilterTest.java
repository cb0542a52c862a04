package dev.malkoha.engine.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Scans of prefixes over tables whose filters hold them, on a simulated disk, without threads. */
class PrefixFilterTest {

  private static final int USERS = 200;
  private static final int FIELDS = 5;
  private static final KeyPrefix RULE = KeyPrefix.upTo((byte) ':', 2);

  private final SimulatedDisk disk = new SimulatedDisk();
  private Db db = Stores.open(disk, options(RULE));

  /** Filters that are hardly ever wrong; no table is rewritten, so that marks stay. */
  private static DbOptions options(KeyPrefix rule) {
    return DbOptions.builder()
        .memTableBytes(1 << 20)
        .blockBytes(512)
        .garbageShare(1)
        .filter(FilterPolicy.windowedCuckoo(1e-6))
        .prefixFilter(rule)
        .build();
  }

  @AfterEach
  void closeAndVerify() {
    db.close();
    assertEquals("[]", Stores.verify(disk).problems().toString());
  }

  private void reopen(KeyPrefix rule) {
    db.close();
    db = Stores.open(disk, options(rule));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String user(int number) {
    return String.format(Locale.ROOT, "user:%05d:", number);
  }

  private static KeyRange prefix(int user) {
    return KeyRange.prefix(bytes(user(user)));
  }

  /** The first key behind those of a user. */
  private static byte[] behind(int user) {
    return bytes(String.format(Locale.ROOT, "user:%05d;", user));
  }

  /** Even users in one table, in a level below; those that 4 divides in one above. */
  private void load() {
    for (int user = 0; user < USERS; user += 2) {
      put(user);
    }
    db.compact();
    for (int user = 0; user < USERS; user += 4) {
      put(user);
    }
    db.flush();
    assertEquals(2, db.stats().tablesPerLevel()[0] + db.stats().tablesPerLevel()[1]);
  }

  private void put(int user) {
    for (int field = 0; field < FIELDS; field++) {
      db.put(bytes(user(user) + field), new byte[20]);
    }
  }

  private long looks() {
    return looks(db);
  }

  private static long looks(OpenStore store) {
    DbStats stats = store.stats();
    return stats.count("block.reads") + stats.count("block.cache.hits");
  }

  /** Blocks that a scan looks at. */
  private long looksOf(KeyRange range, int entries) {
    return looksOf(db, range, entries);
  }

  private static long looksOf(OpenStore store, KeyRange range, int entries) {
    long before = looks(store);
    try (Cursor cursor = store.scan(range)) {
      int found = 0;
      for (boolean there = cursor.first(); there; there = cursor.next()) {
        found++;
      }
      assertEquals(entries, found);
    }
    return looks(store) - before;
  }

  @Test
  void ofAnAbsentPrefixNothingIsRead() {
    load();
    long before = db.stats().count("filter.prefix.negatives");
    for (int user = 1; user < USERS - 4; user += 2) { // all lie between keys of both tables
      assertEquals(0, looksOf(prefix(user), 0));
      assertEquals(0, looksOf(KeyRange.prefix(bytes(user(user) + "1")), 0));
      byte[] from = bytes(user(user) + "1");
      assertEquals(0, looksOf(KeyRange.between(from, bytes(user(user) + "3")), 0));
      assertEquals(0, looksOf(KeyRange.between(from, behind(user)), 0));
      assertEquals(0, db.count(prefix(user)));
    }
    assertEquals(5 * 2 * (USERS / 2 - 2), db.stats().count("filter.prefix.negatives") - before);
    assertTrue(looksOf(prefix(2), FIELDS) > 0);
    assertTrue(looksOf(prefix(4), FIELDS) > 0);
  }

  /** Each of these has a key in it that the prefix it begins with has not. */
  @Test
  void aRangeThatGoesBeyondItsPrefixIsReadWhole() {
    load();
    assertEquals(FIELDS, db.count(KeyRange.between(bytes(user(1)), behind(2))));
    byte[] first = bytes(user(2) + "0");
    assertEquals(1, db.count(KeyRange.closed(bytes(user(1)), first)));
    assertEquals(0, db.count(KeyRange.between(bytes(user(1)), first)));
    assertEquals(FIELDS * (USERS / 2 - 1), db.count(KeyRange.atLeast(bytes(user(1)))));
    assertEquals(FIELDS * USERS / 2, db.count(KeyRange.prefix(bytes("user:"))));
    assertEquals(FIELDS * 5, db.count(KeyRange.prefix(bytes("user:0001"))));
    assertEquals(0, db.stats().count("filter.prefix.negatives"));
  }

  @Test
  void aPrefixThatWasDeletedWholeIsAbsent() {
    load();
    for (int field = 0; field < FIELDS - 1; field++) {
      db.delete(bytes(user(4) + field));
      db.delete(bytes(user(6) + field));
    }
    db.flush();
    assertTrue(looksOf(prefix(4), 1) > 0);
    db.delete(bytes(user(4) + (FIELDS - 1)));
    db.deleteRange(prefix(8));
    db.flush();
    db.awaitIdle();
    long removals = db.stats().count("filter.removals");
    assertEquals(0, looksOf(prefix(4), 0));
    assertEquals(0, looksOf(prefix(8), 0));
    assertTrue(looksOf(prefix(6), 1) > 0);
    int keys = 5 * FIELDS - 1; // of users 4 and 8 in two tables, of 6 in one, all but its last
    assertEquals(keys + 4, removals); // and two prefixes in two tables
    reopen(RULE);
    assertEquals(0, looksOf(prefix(4), 0));
    assertEquals(0, looksOf(prefix(8), 0));
    assertTrue(looksOf(prefix(6), 1) > 0);
    put(4);
    db.flush();
    assertTrue(looksOf(prefix(4), FIELDS) > 0);
  }

  @Test
  void aSnapshotKeepsThePrefixesThatItSees() {
    load();
    try (Snapshot snapshot = db.snapshot()) {
      db.deleteRange(prefix(4));
      for (int field = 0; field < FIELDS; field++) {
        db.delete(bytes(user(6) + field));
      }
      db.flush();
      db.awaitIdle();
      assertEquals(FIELDS, snapshot.count(prefix(4)));
      assertEquals(FIELDS, snapshot.count(prefix(6)));
      assertEquals(0, db.count(prefix(6)));
    }
    db.awaitIdle();
    assertEquals(0, looksOf(prefix(4), 0));
    assertEquals(0, looksOf(prefix(6), 0));
  }

  /** A delete in a younger table hides what is in an older one: its table has the prefix, too. */
  @Test
  void deletesThatAreNotAppliedAreFound() {
    db.close();
    DbOptions notApplied =
        DbOptions.builder().prefixFilter(RULE).deleteApplier(false).blockBytes(512).build();
    db = Stores.open(disk, notApplied);
    load();
    for (int field = 0; field < FIELDS; field++) {
      db.delete(bytes(user(2) + field));
    }
    db.flush();
    assertEquals(0, db.count(prefix(2)));
  }

  @Test
  void tablesOfAnotherRuleAreReadUntilTheyAreWrittenAnew() {
    load();
    reopen(KeyPrefix.ofLength(11));
    assertTrue(looksOf(prefix(1), 0) > 0);
    assertEquals(FIELDS, db.count(prefix(2)));
    put(10);
    db.compact();
    assertEquals(0, looksOf(prefix(1), 0));
    assertEquals(FIELDS, db.count(prefix(10)));
    reopen(KeyPrefix.none());
    assertTrue(looksOf(prefix(1), 0) > 0);
    assertEquals(0, db.stats().count("filter.prefix.negatives"));
  }

  @Test
  void aKeyspaceHasARuleOfItsOwn() {
    var fixed = db.keyspace("fixed", options(KeyPrefix.ofLength(2)).defaultKeyspace());
    fixed.put(bytes("ab1"), bytes("value"));
    fixed.put(bytes("ad1"), bytes("value"));
    fixed.put(bytes("a"), bytes("value"));
    fixed.flush();
    long before = looks();
    assertEquals(0, fixed.count(KeyRange.prefix(bytes("ac"))));
    assertEquals(before, looks());
    assertEquals(1, fixed.count(KeyRange.prefix(bytes("ab"))));
    assertEquals(3, fixed.count(KeyRange.prefix(bytes("a"))));
  }

  @Test
  void aStoreThatIsOnlyReadAsksTheFiltersToo() {
    load();
    db.deleteRange(prefix(4));
    db.flush();
    db.close();
    try (OpenStore reader = Stores.openReadOnly(disk, options(RULE))) {
      assertEquals(0, looksOf(reader, prefix(1), 0));
      assertEquals(0, looksOf(reader, prefix(4), 0));
      assertEquals(FIELDS, reader.count(prefix(6)));
    }
  }

  /** Bloom filters hold prefixes as well, and keep them when they are deleted. */
  @Test
  void aBloomFilterTellsAbsentPrefixes() {
    db.close();
    db =
        Stores.open(
            disk,
            DbOptions.builder()
                .filter(FilterPolicy.bloom(20))
                .prefixFilter(RULE)
                .blockBytes(512)
                .build());
    load();
    long looks = 0;
    for (int user = 1; user < USERS - 2; user += 2) {
      looks += looksOf(prefix(user), 0);
    }
    assertTrue(looks < 5, looks + " looks for a hundred absent prefixes");
    db.deleteRange(prefix(2));
    db.flush();
    assertEquals(0, db.count(prefix(2)));
  }

  /** In the first of these tables nothing has the prefix any more. */
  @Test
  void aPrefixIsFoundInALaterTableOfALevel() {
    db.close();
    DbOptions small =
        DbOptions.builder()
            .tableBytes(4096)
            .blockBytes(512)
            .compression(Compression.NONE)
            .garbageShare(1)
            .prefixFilter(KeyPrefix.ofLength(1))
            .build();
    db = Stores.open(disk, small);
    for (int i = 0; i < 100; i++) {
      db.put(bytes("a%02d".formatted(i)), new byte[100]);
    }
    db.put(bytes("A"), new byte[100]);
    db.compact();
    assertTrue(Arrays.stream(db.stats().tablesPerLevel()).sum() > 2);
    for (int i = 0; i < 50; i++) {
      db.delete(bytes("a%02d".formatted(i)));
    }
    db.flush();
    assertEquals(50, db.count(KeyRange.prefix(bytes("a"))));
    assertTrue(
        db.stats().count("table.dead.entries") > 30); // a few perhaps in another table, rewritten
    assertTrue(db.stats().count("filter.prefix.negatives") > 0);
  }
}
