package dev.malkoha.engine.api;

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
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.StoreTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Range deletes: each way in which they could delete too much or too little. Here they stay in
 * force, as nothing ends them in the background.
 */
class DeleteRangeTest {

  /** What happens between two writes. */
  enum Then {
    NOTHING,
    FLUSH,
    COMPACT,
    REOPEN,
    KILL
  }

  private SimulatedDisk disk = new SimulatedDisk();
  private Db db = Stores.open(disk, options().build());

  DbOptions.Builder options() {
    return DbOptions.builder()
        .memTableBytes(64 << 10)
        .tableBytes(4096)
        .blockBytes(256)
        .deleteApplier(false);
  }

  /** So many range deletes are in force, if none was brought to its end. */
  void checkInForce(int expected, long found) {
    assertEquals(expected, found);
  }

  private void areInForce(int count) {
    checkInForce(count, db.stats().count("range.deletes"));
  }

  @AfterEach
  void close() {
    db.close();
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void then(Then then) {
    switch (then) {
      case NOTHING -> {}
      case FLUSH -> db.flush();
      case COMPACT -> db.compact();
      case REOPEN -> {
        db.close();
        db = Stores.open(disk, options().build());
      }
      case KILL -> {
        SimulatedDisk left = disk.kill();
        db.close();
        disk = left;
        db = Stores.open(disk, options().build());
      }
    }
  }

  private void put(String... keys) {
    for (String key : keys) {
      db.put(bytes(key), bytes(key + "@" + db.stats().count("user.written")));
    }
  }

  private void deleteRange(String from, String to) {
    db.deleteRange(bytes(from), bytes(to));
  }

  private void holds(String... keys) {
    holdsAt(null, keys);
  }

  private Cursor scan(Snapshot snapshot) {
    return snapshot == null ? db.scan(KeyRange.all()) : db.scan(KeyRange.all(), snapshot);
  }

  /** By scans forward and backward, and by gets. */
  private void holdsAt(Snapshot snapshot, String... keys) {
    List<String> expected = List.of(keys);
    List<String> forward = new ArrayList<>();
    List<String> backward = new ArrayList<>();
    try (Cursor cursor = scan(snapshot)) {
      while (cursor.next()) {
        forward.add(text(cursor));
        byte[] got = snapshot == null ? db.get(cursor.key()) : db.get(cursor.key(), snapshot);
        assertTrue(Arrays.equals(cursor.value(), got), "get and scan differ");
      }
      while (cursor.prev()) {
        backward.addFirst(text(cursor));
      }
    }
    assertEquals(expected, forward);
    assertEquals(expected, backward);
    for (String key : List.of("", "a", "ab", "b", "b\0", "bb", "c", "cc", "d", "e")) {
      byte[] got = snapshot == null ? db.get(bytes(key)) : db.get(bytes(key), snapshot);
      assertEquals(List.of(keys).contains(key), got != null, key);
    }
  }

  private static String text(Cursor cursor) {
    return new String(cursor.key(), StandardCharsets.UTF_8);
  }

  static Stream<Arguments> pairs() {
    return Stream.of(Then.values())
        .flatMap(a -> Stream.of(Then.values()).map(b -> Arguments.of(a, b)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void removesItsKeysAndNoOther(Then before, Then after) {
    put("a", "b", "b\0", "c", "d", "e");
    then(before);
    deleteRange("b", "d");
    holds("a", "d", "e");
    then(after);
    holds("a", "d", "e");
    put("c");
    holds("a", "c", "d", "e");
    then(after);
    holds("a", "c", "d", "e");
    deleteRange("", "b");
    then(before);
    holds("c", "d", "e");
  }

  /** Merged to the bottom, the put must not get a number that seems older than the range. */
  @ParameterizedTest
  @EnumSource(Then.class)
  void aPutAfterTheRangeOutlivesMerges(Then between) {
    put("a", "b", "c");
    then(Then.COMPACT);
    deleteRange("a", "z");
    then(between);
    put("b");
    for (int i = 0; i < 3; i++) {
      db.compact();
      holds("b");
      then(Then.REOPEN);
      holds("b");
    }
    deleteRange("b", "c");
    db.compact();
    holds();
    assertEquals(0, db.stats().entries());
  }

  @ParameterizedTest
  @EnumSource(Then.class)
  void inABatchTheOrderDecides(Then then) {
    put("b", "c");
    db.write(
        new WriteBatch()
            .put(bytes("a"), bytes("1"))
            .put(bytes("b"), bytes("2"))
            .deleteRange(bytes("a"), bytes("d"))
            .put(bytes("b"), bytes("3"))
            .deleteRange(bytes("bb"), bytes("e"))
            .put(bytes("c"), bytes("4"))
            .delete(bytes("c")));
    holds("b");
    then(then);
    holds("b");
    assertEquals("3", new String(db.get(bytes("b")), StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @EnumSource(Then.class)
  void rangesMayOverlapNestAndTouch(Then then) {
    put("a", "ab", "b", "bb", "c", "cc", "d", "e");
    deleteRange("a", "b");
    then(then);
    put("ab");
    deleteRange("b", "c");
    then(then);
    put("bb");
    deleteRange("ab", "bb");
    then(then);
    holds("bb", "c", "cc", "d", "e");
    put("b", "c");
    deleteRange("bb", "d");
    then(then);
    put("c");
    deleteRange("", "ab");
    deleteRange("bb", "c");
    then(then);
    holds("b", "c", "d", "e");
  }

  @ParameterizedTest
  @EnumSource(Then.class)
  void theEmptyKeyAndPrefixesAreKeysAsAnyOther(Then then) {
    put("", "a", "ab", "b", "b\0", "bb", "c");
    deleteRange("b", "b\0");
    then(then);
    holds("", "a", "ab", "b\0", "bb", "c");
    deleteRange("", "a");
    then(then);
    holds("a", "ab", "b\0", "bb", "c");
    put("");
    deleteRange("a\0", "bb");
    then(then);
    holds("", "a", "bb", "c");
  }

  @Test
  void aSnapshotBetweenGoesOnSeeingItsMoment() {
    put("a", "b", "c", "d");
    try (Snapshot all = db.snapshot()) {
      deleteRange("b", "d");
      try (Snapshot without = db.snapshot();
          Cursor open = db.scan(KeyRange.all())) {
        put("c");
        for (Then then : List.of(Then.NOTHING, Then.FLUSH, Then.COMPACT)) {
          then(then);
          holdsAt(all, "a", "b", "c", "d");
          holdsAt(without, "a", "d");
          holds("a", "c", "d");
        }
        deleteRange("", "z");
        db.flush();
        db.compact();
        holdsAt(all, "a", "b", "c", "d");
        holdsAt(without, "a", "d");
        holds();
        assertTrue(open.next());
        assertEquals("a", text(open));
        assertTrue(open.next());
        assertEquals("d", text(open));
        assertFalse(open.next());
      }
    }
    db.compact();
    assertEquals(0, db.stats().entries());
  }

  @Test
  void whatASnapshotKeepsGoesWhenItIsClosed() {
    put("a", "b");
    Snapshot snapshot = db.snapshot();
    deleteRange("a", "c");
    db.compact();
    assertEquals(2, db.stats().entries());
    snapshot.close();
    db.compact();
    assertEquals(0, db.stats().entries());
  }

  @ParameterizedTest
  @EnumSource(Then.class)
  void cursorsPassLongCoveredRunsBothWays(Then then) {
    for (int i = 0; i < 2_000; i++) {
      db.put(bytes(String.format("k%05d", i)), new byte[20]);
    }
    then(then);
    deleteRange("k00100", "k01900");
    db.put(bytes("k00500"), new byte[1]);
    db.put(bytes("k01500"), new byte[1]);
    then(then);
    try (Cursor cursor = db.scan(KeyRange.all())) {
      assertTrue(cursor.seek(bytes("k00099")));
      assertEquals("k00500", nextOf(cursor));
      assertEquals("k01500", nextOf(cursor));
      assertEquals("k01900", nextOf(cursor));
      assertEquals("k01500", prevOf(cursor));
      assertEquals("k00500", prevOf(cursor));
      assertEquals("k01500", nextOf(cursor));
      assertEquals("k00500", prevOf(cursor));
      assertEquals("k00099", prevOf(cursor));
      assertTrue(cursor.seek(bytes("k00600")));
      assertEquals("k01500", text(cursor));
      assertTrue(cursor.last());
      assertEquals("k01999", text(cursor));
    }
    try (Cursor cursor = db.scan(KeyRange.between(bytes("k00501"), bytes("k01500")))) {
      assertFalse(cursor.next());
      assertFalse(cursor.last());
      assertFalse(cursor.prev());
    }
  }

  private static String nextOf(Cursor cursor) {
    assertTrue(cursor.next());
    return text(cursor);
  }

  private static String prevOf(Cursor cursor) {
    assertTrue(cursor.prev());
    return text(cursor);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void aRangeWithoutAnEndTakesAllThatFollows(Then before, Then after) {
    byte[] greatest = new byte[65_535];
    Arrays.fill(greatest, (byte) 0xFF);
    put("a", "b", "c", "d");
    db.put(greatest, bytes("last"));
    then(before);
    db.deleteRange(KeyRange.atLeast(bytes("b\0")));
    holds("a", "b");
    assertNull(db.get(greatest));
    put("c");
    then(after);
    holds("a", "b", "c");
    db.write(new WriteBatch().deleteRange(KeyRange.above(bytes("b"))).put(bytes("e"), bytes("5")));
    then(after);
    holds("a", "b", "e");
    then(before);
    db.deleteRange(KeyRange.all());
    then(after);
    holds();
    db.compact();
    assertEquals(0, db.stats().entries());
  }

  @Test
  void aRangeWithoutAnEndIsAShortRecord() {
    put("a", "b");
    long before = db.stats().count("user.written");
    db.deleteRange(KeyRange.all());
    db.keyspace("other").clear();
    db.write(new WriteBatch().deleteRange(KeyRange.atLeast(bytes("b"))));
    assertTrue(db.stats().count("user.written") - before < 200);
    areInForce(3);
    db.flush();
    areInForce(2);
  }

  @Test
  void anEmptyEndThatIsGivenDeletesNothing() {
    put("a", "b");
    deleteRange("", "");
    deleteRange("a", "");
    db.deleteRange(KeyRange.between(bytes("a"), bytes("")));
    holds("a", "b");
    areInForce(0);
  }

  /** The flush of a memtable that holds nothing else makes no table, but ends the log record. */
  @Test
  void aRangeAloneIsFlushedIntoTheManifest() {
    put("a", "b", "c");
    db.compact();
    deleteRange("b", "c");
    areInForce(1);
    db.flush();
    assertEquals(1, Arrays.stream(db.stats().tablesPerLevel()).sum());
    areInForce(1);
    then(Then.REOPEN);
    areInForce(1);
    holds("a", "c");
    put("b");
    holds("a", "b", "c");
  }

  @Test
  void sequenceNumbersGoOnAfterARangeAlone() {
    deleteRange("a", "b");
    db.flush();
    then(Then.REOPEN);
    put("a");
    then(Then.REOPEN);
    holds("a");
  }

  @Test
  void oneThatIsRepeatedIsKeptOnce() {
    for (int i = 0; i < 19; i++) { // the next flush would make a compaction due, which ends it
      put("a", "b", "c");
      deleteRange("", "a" + i % 3);
      deleteRange("", "c");
      db.flush();
      holds("c");
    }
    areInForce(1);
    try (Snapshot snapshot = db.snapshot()) {
      deleteRange("", "d");
      db.flush();
      areInForce(2);
      holdsAt(snapshot, "c");
      holds();
    }
    deleteRange("", "d");
    db.flush();
    areInForce(1);
  }

  @Test
  void compactingFreesTheSpace() {
    for (int i = 0; i < 1_000; i++) {
      db.put(bytes(String.format("k%05d", i)), new byte[100]);
    }
    db.compact();
    long before = db.stats().tableBytes();
    deleteRange("k00010", "k00990");
    db.compact();
    assertEquals(20, db.stats().entries());
    assertTrue(db.stats().tableBytes() < before / 10);
  }

  /** One level of nothing but newest puts, which compacting leaves alone where no range is. */
  @Test
  void compactingFreesWhatACompactedTableHolds() {
    put("a", "b", "c");
    db.compact();
    deleteRange("b", "c");
    db.compact();
    assertEquals(2, db.stats().entries());
    holds("a", "c");
  }

  @Test
  void manyAreFlushedAndFound() {
    int count = 10_000;
    for (int i = 0; i < count; i += 2) {
      put(String.format("k%05d", i));
    }
    for (int i = 0; i < count; i += 4) {
      deleteRange(String.format("k%05d", i), String.format("k%05d", i + 1));
    }
    for (Then then : List.of(Then.NOTHING, Then.FLUSH, Then.COMPACT, Then.REOPEN)) {
      then(then);
      int found = 0;
      try (Cursor cursor = db.scan(KeyRange.all())) {
        while (cursor.next()) {
          assertEquals(String.format("k%05d", 4 * found++ + 2), text(cursor));
        }
      }
      assertEquals(count / 4, found);
      areInForce(then == Then.NOTHING || then == Then.FLUSH ? count / 4 : 0);
    }
  }

  /** One batch is one memtable's, however many there are; what it leaves behind is one range. */
  @Test
  void aBatchOfManyNestedOnes() {
    int count = 40_000;
    put("k00000", "k40000", "k50000", "k79999", "k80000");
    db.flush();
    try (Snapshot before = db.snapshot()) {
      WriteBatch batch = new WriteBatch();
      for (int i = 0; i < count; i++) {
        batch.deleteRange(
            bytes(String.format("k%05d", i)), bytes(String.format("k%05d", 2 * count - i)));
      }
      batch.put(bytes("k50000"), bytes("k50000"));
      db.write(batch);
      try (Snapshot after = db.snapshot()) {
        put("k40000");
        deleteRange("k50000", "k50001");
        for (Then then : List.of(Then.NOTHING, Then.FLUSH)) {
          then(then);
          holds("k40000", "k80000");
          holdsAt(after, "k50000", "k80000");
          holdsAt(before, "k00000", "k40000", "k50000", "k79999", "k80000");
        }
      }
    }
    assertTrue(db.stats().count("range.deletes") <= 2);
    then(Then.KILL);
    holds("k40000", "k80000");
  }

  /** As many as there is no room for in one memtable: each covers a hole in the end. */
  @Test
  void compactingEndsAllOfThem() {
    int count = 6_000;
    for (int i = 0; i < count; i++) {
      put(String.format("k%05d", i));
    }
    for (int i = 0; i < count; i += 2) {
      deleteRange(String.format("k%05d", i), String.format("k%05d", i + 1));
      put(String.format("k%05d", i));
      deleteRange(String.format("k%05d", i), String.format("k%05d", i + 1));
    }
    db.compact();
    assertEquals(0, db.stats().count("range.deletes"));
    assertEquals(count / 2, db.stats().entries());
    long written = db.stats().count("compaction.written");
    db.compact();
    assertEquals(written, db.stats().count("compaction.written"));
    then(Then.REOPEN);
    assertEquals(0, db.stats().count("range.deletes"));
    db.compact();
    assertEquals(0, db.stats().count("compaction.written"));
  }

  @Test
  void compactingEndsThoseThatCoverNoTable() {
    deleteRange("a", "b");
    db.compact();
    assertEquals(0, db.stats().count("range.deletes"));
    put("c", "d");
    db.compact();
    deleteRange("a", "b");
    deleteRange("e", "f");
    db.compact();
    assertEquals(0, db.stats().count("range.deletes"));
    holds("c", "d");
  }

  @Test
  void compactingEndsThoseOfAnEarlierOpening() {
    put("a", "b", "c");
    db.compact();
    deleteRange("b", "c");
    db.flush();
    then(Then.REOPEN);
    areInForce(1);
    db.compact();
    assertEquals(0, db.stats().count("range.deletes"));
    then(Then.KILL);
    assertEquals(0, db.stats().count("range.deletes"));
    holds("a", "c");
  }

  /** What a snapshot keeps in a table stays covered, whatever compactions run meanwhile. */
  @Test
  void oneThatASnapshotHoldsBackIsEndedLater() {
    put("a", "b", "c");
    try (Snapshot snapshot = db.snapshot()) {
      deleteRange("b", "c");
      db.compact();
      assertEquals(1, db.stats().count("range.deletes"));
      holds("a", "c");
      holdsAt(snapshot, "a", "b", "c");
    }
    holds("a", "c");
    db.compact();
    assertEquals(0, db.stats().count("range.deletes"));
    holds("a", "c");
    assertEquals(2, db.stats().entries());
  }

  @Test
  void anEmptyRangeWritesNothing() {
    long before = db.stats().count("user.written");
    deleteRange("a", "a");
    db.withDurability(Durability.SYNC).deleteRange(new byte[0], new byte[0]);
    WriteBatch batch = new WriteBatch().deleteRange(bytes("x"), bytes("x"));
    assertEquals(0, batch.count());
    db.write(batch);
    assertEquals(before, db.stats().count("user.written"));
    assertEquals(0, db.stats().count("range.deletes"));
  }

  /** As {@link KeyRange#between} says. */
  @Test
  void theWrongWayRoundHoldsNoKey() {
    put("a", "b", "c");
    long before = db.stats().count("user.written");
    deleteRange("c", "a");
    db.deleteRange(KeyRange.between(bytes("c"), bytes("a")));
    WriteBatch batch = new WriteBatch().deleteRange(new byte[] {-1}, new byte[] {1});
    assertEquals(0, batch.count());
    db.write(batch);
    db.runInTransaction(tx -> tx.deleteRange(bytes("c"), bytes("a")));
    assertEquals(before, db.stats().count("user.written"));
    assertEquals(3, db.count(KeyRange.all()));
    byte[] tooLong = new byte[1 << 16];
    assertThrows(IllegalArgumentException.class, () -> db.deleteRange(tooLong, bytes("a")));
  }

  @Test
  void theExplanationOfAGetKnowsThem() {
    put("a", "b");
    db.flush();
    deleteRange("b", "c");
    assertTrue(db.explainGet(bytes("a")).isPresent());
    assertFalse(db.explainGet(bytes("b")).isPresent());
    put("b");
    assertTrue(db.explainGet(bytes("b")).isPresent());
  }

  @Test
  void callersMayReuseTheirArrays() {
    put("a", "b", "c");
    byte[] from = bytes("b");
    byte[] to = bytes("c");
    db.deleteRange(from, to);
    from[0] = 'a';
    to[0] = 'z';
    holds("a", "c");
  }

  @Test
  void dumpShowsThem(@TempDir Path path) throws IOException {
    try (Db real =
        Stores.open(FileDisk.INSTANCE, path, options().build(), Workers.inline(), true)) {
      real.deleteRange(bytes("b"), bytes("d"));
      real.flush();
      real.deleteRange(bytes("e"), bytes("f"));
    }
    String dumped = "";
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.filter(f -> f.toString().matches(".*(log|MANIFEST.*)")).toList()) {
        StringBuilder text = new StringBuilder();
        StoreTools.dump(file, text);
        dumped += text;
      }
    }
    assertTrue(dumped.contains("add range sequence=1 from=62 to=64"), dumped);
    assertTrue(dumped.contains("delete range 65 to 66"), dumped);
  }
}
