package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.Entry;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.TransactionConflictException;
import dev.malkoha.engine.TransactionMap;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What transactions see, when they conflict, and how they end. */
class TransactionTest {

  private static final DbOptions OPTIONS = DbOptions.builder().memTableBytes(16 << 10).build();

  private final SimulatedDisk disk = new SimulatedDisk();
  private final Db db = Stores.open(disk, OPTIONS);

  @AfterEach
  void close() {
    db.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  private void put(String key, String value) {
    db.put(bytes(key), bytes(value));
  }

  private @Nullable String get(String key) {
    return text(db.get(bytes(key)));
  }

  private static List<String> walk(Cursor cursor) {
    List<String> seen = new ArrayList<>();
    while (cursor.next()) {
      seen.add(text(cursor.key()) + "=" + text(cursor.value()));
    }
    return seen;
  }

  private static List<String> walkBack(Cursor cursor) {
    List<String> seen = new ArrayList<>();
    while (cursor.prev()) {
      seen.add(text(cursor.key()) + "=" + text(cursor.value()));
    }
    return seen;
  }

  private static void assertConflict(Transaction transaction) {
    assertThrows(TransactionConflictException.class, transaction::commit);
  }

  // What is seen.

  @Test
  void nobodyElseSeesWritesBeforeTheCommit() {
    put("a", "1");
    try (Transaction tx = db.transaction()) {
      tx.put(bytes("a"), bytes("2")).delete(bytes("b")).put(bytes("c"), bytes("3"));
      assertEquals("1", get("a"));
      assertEquals("2", text(tx.get(bytes("a"))));
      tx.commit();
    }
    assertEquals("2", get("a"));
    assertEquals("3", get("c"));
  }

  @Test
  void othersWritesAreNotSeen() {
    put("a", "1");
    try (Transaction tx = db.transaction()) {
      put("a", "2");
      put("b", "2");
      db.flush();
      assertEquals("1", text(tx.get(bytes("a"))));
      assertNull(tx.get(bytes("b")));
      try (Cursor cursor = tx.scan(KeyRange.all())) {
        assertEquals(List.of("a=1"), walk(cursor));
      }
      tx.commit();
    }
  }

  @Test
  void scansShowOwnWritesBothWays() {
    for (String key : List.of("a", "c", "e", "g", "i")) {
      put(key, "0");
    }
    db.flush();
    try (Transaction tx = db.transaction()) {
      tx.put(bytes("b"), bytes("1")).put(bytes("c"), bytes("1")).delete(bytes("e"));
      tx.deleteRange(bytes("f"), bytes("i")).put(bytes("h"), bytes("1"));
      try (Cursor cursor = tx.scan(KeyRange.all())) {
        assertEquals(List.of("a=0", "b=1", "c=1", "h=1", "i=0"), walk(cursor));
        assertEquals(List.of("i=0", "h=1", "c=1", "b=1", "a=0"), walkBack(cursor));
        assertTrue(cursor.seek(bytes("d")));
        assertEquals("h", text(cursor.key()));
        assertTrue(cursor.prev());
        assertEquals("c", text(cursor.key()));
        assertTrue(cursor.next());
        assertEquals("h", text(cursor.key()));
      }
      try (Cursor cursor = tx.scan(KeyRange.between(bytes("b"), bytes("h")))) {
        assertEquals(List.of("b=1", "c=1"), walk(cursor));
      }
      try (Cursor cursor = tx.scan(KeyRange.between(bytes("d"), bytes("b")))) {
        assertFalse(cursor.next());
        assertFalse(cursor.last());
      }
    }
  }

  @Test
  void oneMayWriteWhileOneWalks() {
    for (String key : List.of("a", "b", "c")) {
      put(key, "0");
    }
    try (Transaction tx = db.transaction();
        Cursor cursor = tx.scan(KeyRange.all())) {
      while (cursor.next()) {
        tx.put(cursor.key(), bytes("1"));
        if (text(cursor.key()).equals("a")) {
          tx.delete(bytes("b")).put(bytes("d"), bytes("new"));
        }
      }
      tx.commit();
    }
    try (Cursor cursor = db.scan(KeyRange.all())) {
      assertEquals(List.of("a=1", "c=1", "d=1"), walk(cursor));
    }
  }

  @Test
  void whatIsGivenAndTakenIsCopied() {
    byte[] key = bytes("a");
    byte[] value = bytes("1");
    try (Transaction tx = db.transaction()) {
      tx.put(key, value);
      key[0] = 'b';
      value[0] = '2';
      byte[] seen = tx.get(bytes("a"));
      assertEquals("1", text(seen));
      seen[0] = '3';
      assertNotSame(seen, tx.get(bytes("a")));
      tx.commit();
    }
    assertEquals("1", get("a"));
    assertNull(get("b"));
  }

  @Test
  void laterOperationsWinOverEarlierOnes() {
    put("a", "0");
    put("b", "0");
    put("c", "0");
    try (Transaction tx = db.transaction()) {
      tx.put(bytes("a"), bytes("1")).deleteRange(bytes("a"), bytes("c"));
      tx.put(bytes("b"), bytes("2"));
      tx.put(bytes("c"), bytes("1")).delete(bytes("c")).put(bytes("d"), bytes("1"));
      assertNull(tx.get(bytes("a")));
      tx.commit();
    }
    try (Cursor cursor = db.scan(KeyRange.all())) {
      assertEquals(List.of("b=2", "d=1"), walk(cursor));
    }
  }

  @Test
  void keyspacesChangeTogether() {
    Keyspace other = db.keyspace("other");
    other.put(bytes("a"), bytes("other"));
    put("a", "default");
    long before;
    try (Transaction tx = db.transaction()) {
      assertEquals("other", text(tx.in(other).get(bytes("a"))));
      tx.in(other).put(bytes("a"), bytes("1"));
      tx.put(bytes("a"), bytes("2"));
      tx.in(other).delete(bytes("x")).deleteRange(bytes("b"), bytes("c"));
      try (Cursor cursor = tx.in(other).scan(KeyRange.all())) {
        assertEquals(List.of("a=1"), walk(cursor));
      }
      try (Snapshot snapshot = db.snapshot()) {
        before = snapshot.sequence();
      }
      tx.commit();
    }
    assertEquals("1", text(other.get(bytes("a"))));
    assertEquals("2", get("a"));
    try (Snapshot snapshot = db.snapshot()) {
      assertEquals(before + 4, snapshot.sequence());
    }
  }

  /** The default keyspace is the same, by whichever name. */
  @Test
  void theDefaultKeyspaceHasTwoNames() {
    Keyspace named = db.keyspace("default");
    try (Transaction tx = db.transaction()) {
      tx.in(named).put(bytes("a"), bytes("1"));
      assertEquals("1", text(tx.get(bytes("a"))));
      tx.commit();
    }
    assertEquals("1", get("a"));
  }

  // Conflicts.

  private static final List<Consumer<KeyValueMap>> CHANGES =
      List.of(
          db -> db.put(bytes("k"), bytes("1")),
          db -> db.delete(bytes("k")),
          db -> db.deleteRange(bytes("a"), bytes("z")),
          db -> db.update(bytes("k"), value -> bytes("2")),
          db -> db.ingest(Map.of(bytes("k"), bytes("2")).entrySet()));

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void theFirstToCommitWins(int change) {
    put("k", "0");
    for (boolean flushed : new boolean[] {false, true}) {
      for (boolean byRange : new boolean[] {false, true}) {
        try (Transaction tx = db.transaction()) {
          if (byRange) {
            tx.deleteRange(bytes("j"), bytes("l"));
          } else {
            tx.put(bytes("k"), bytes("mine"));
          }
          CHANGES.get(change).accept(db);
          if (flushed) {
            db.flush();
            db.compact();
          }
          String before = get("k");
          assertConflict(tx);
          assertEquals(before, get("k"));
        }
        put("k", "0");
      }
    }
  }

  @Test
  void readsAloneDoNotConflict() {
    put("a", "0");
    try (Transaction tx = db.transaction()) {
      tx.get(bytes("a"));
      tx.put(bytes("b"), bytes("1"));
      put("a", "1");
      tx.commit();
    }
    assertEquals("1", get("b"));
  }

  /** Each of two reads what the other one writes. */
  private void skew(boolean serializable) {
    put("a", "on duty");
    put("b", "on duty");
    try (Transaction one = db.transaction();
        Transaction two = db.transaction()) {
      if (serializable) {
        assertSame(one, one.serializable());
        two.serializable();
      }
      assertEquals("on duty", text(one.get(bytes("b"))));
      assertEquals("on duty", text(two.get(bytes("a"))));
      one.delete(bytes("a"));
      two.delete(bytes("b"));
      one.commit();
      two.commit();
    }
  }

  @Test
  void writeSkewIsPossibleUnderSnapshotIsolation() {
    skew(false);
    assertNull(get("a"));
    assertNull(get("b"));
  }

  @Test
  void writeSkewIsRefusedIfSerializable() {
    assertThrows(TransactionConflictException.class, () -> skew(true));
    assertNull(get("a"));
    assertEquals("on duty", get("b"));
  }

  private void assertSerializable(
      boolean conflicts, Consumer<Transaction> reads, Consumer<Db> change) {
    try (Transaction tx = db.transaction().serializable()) {
      reads.accept(tx);
      tx.put(bytes("written"), bytes("1"));
      change.accept(db);
      if (conflicts) {
        assertConflict(tx);
      } else {
        tx.commit();
      }
    }
  }

  @Test
  void aKeyThatWasReadMustStay() {
    put("a", "1");
    assertSerializable(true, tx -> tx.get(bytes("a")), db -> db.put(bytes("a"), bytes("2")));
    assertSerializable(true, tx -> tx.get(bytes("x")), db -> db.put(bytes("x"), bytes("2")));
    assertSerializable(true, tx -> tx.get(bytes("a")), db -> db.delete(bytes("a")));
    assertSerializable(false, tx -> tx.get(bytes("b")), db -> db.put(bytes("c"), bytes("2")));
  }

  /** A value of its own tells nothing about the store. */
  @Test
  void whatItHasWrittenItselfIsNotRead() {
    put("a", "1");
    assertSerializable(
        false,
        tx -> {
          tx.deleteRange(bytes("b"), bytes("c"));
          assertNull(tx.get(bytes("ba")));
        },
        db -> db.put(bytes("d"), bytes("2")));
  }

  @Test
  void aRangeThatWasWalkedMustStay() {
    for (String key : List.of("b", "d", "f", "h")) {
      put(key, "0");
    }
    Consumer<Transaction> twoFromC =
        tx -> {
          Cursor cursor = tx.scan(KeyRange.atLeast(bytes("c")));
          assertTrue(cursor.next());
          assertTrue(cursor.next());
          assertEquals("f", text(cursor.key()));
        };
    assertSerializable(true, twoFromC, db -> db.put(bytes("c"), bytes("1")));
    db.delete(bytes("c"));
    assertSerializable(true, twoFromC, db -> db.put(bytes("e"), bytes("1")));
    db.delete(bytes("e"));
    assertSerializable(true, twoFromC, db -> db.put(bytes("f"), bytes("1")));
    assertSerializable(false, twoFromC, db -> db.put(bytes("fa"), bytes("1")));
    assertSerializable(false, twoFromC, db -> db.put(bytes("bz"), bytes("1")));
    assertSerializable(true, twoFromC, db -> db.deleteRange(bytes("a"), bytes("ca")));
  }

  @Test
  void theEndOfARangeThatWasMetMustStay() {
    put("b", "0");
    Consumer<Transaction> toTheEnd =
        tx -> {
          try (Cursor cursor = tx.scan(KeyRange.between(bytes("a"), bytes("m")))) {
            assertEquals(List.of("b=0"), walk(cursor));
          }
        };
    assertSerializable(true, toTheEnd, db -> db.put(bytes("l"), bytes("1")));
    db.delete(bytes("l"));
    assertSerializable(false, toTheEnd, db -> db.put(bytes("m"), bytes("1")));
    Consumer<Transaction> back =
        tx -> {
          try (Cursor cursor = tx.scan(KeyRange.atLeast(bytes("b")))) {
            assertTrue(cursor.last());
            assertEquals("written", text(cursor.key()));
          }
        };
    assertSerializable(true, back, db -> db.put(bytes("zz"), bytes("1")));
    db.delete(bytes("zz"));
    assertSerializable(false, back, db -> db.put(bytes("n"), bytes("1")));
  }

  /** Nothing lies before the empty key. */
  @Test
  void aWalkBackFromTheEmptyKeyReadsNothing() {
    put("", "0");
    put("z", "0");
    Consumer<Transaction> back =
        tx -> {
          try (Cursor cursor = tx.scan(KeyRange.all())) {
            assertTrue(cursor.next());
            assertFalse(cursor.prev());
          }
        };
    assertSerializable(false, back, db -> db.put(bytes("z"), bytes("1")));
    assertSerializable(true, back, db -> db.put(bytes(""), bytes("1")));
  }

  @Test
  void isolationIsChosenFirst() {
    try (Transaction tx = db.transaction()) {
      tx.get(bytes("a"));
      assertThrows(IllegalStateException.class, tx::serializable);
    }
  }

  /** So that what has nothing to write never fails. */
  @Test
  void readersAlwaysCommit() {
    put("a", "1");
    try (Transaction tx = db.transaction().serializable()) {
      tx.get(bytes("a"));
      put("a", "2");
      assertEquals("1", text(tx.get(bytes("a"))));
      tx.commit();
    }
  }

  // Ends.

  @Test
  void whatIsNotCommittedIsNotWritten() {
    try (Transaction tx = db.transaction()) {
      tx.put(bytes("a"), bytes("1"));
    }
    Transaction two = db.transaction();
    two.put(bytes("a"), bytes("1"));
    two.rollback();
    two.rollback();
    two.close();
    assertNull(get("a"));
  }

  private static void assertEnded(Transaction tx) {
    byte[] key = bytes("a");
    assertThrows(IllegalStateException.class, () -> tx.get(key));
    assertThrows(IllegalStateException.class, () -> tx.put(key, key));
    assertThrows(IllegalStateException.class, () -> tx.delete(key));
    assertThrows(IllegalStateException.class, () -> tx.deleteRange(key, bytes("b")));
    assertThrows(IllegalStateException.class, () -> tx.scan(KeyRange.all()));
    assertThrows(IllegalStateException.class, tx::serializable);
    assertThrows(IllegalStateException.class, tx::commit);
    tx.rollback();
    tx.close();
  }

  @Test
  void nothingWorksAfterTheEnd() {
    Transaction committed = db.transaction();
    Cursor cursor = committed.put(bytes("a"), bytes("1")).scan(KeyRange.all());
    assertTrue(cursor.next());
    committed.commit();
    assertEnded(committed);
    assertThrows(IllegalStateException.class, cursor::next);
    assertThrows(IllegalStateException.class, cursor::key);
    cursor.close();
    Transaction conflicting = db.transaction().put(bytes("a"), bytes("2"));
    put("a", "3");
    assertConflict(conflicting);
    assertEnded(conflicting);
    Transaction left = db.transaction();
    left.rollback();
    assertEnded(left);
  }

  @Test
  void nothingWorksAfterTheStoreIsClosed() {
    Transaction tx = db.transaction().put(bytes("a"), bytes("1"));
    db.close();
    assertEnded(tx);
  }

  /** Thousands of short walks in one transaction are not all remembered as open. */
  @Test
  void closedCursorsAreForgotten() {
    put("a", "1");
    try (Transaction tx = db.transaction()) {
      Cursor kept = tx.scan(KeyRange.all());
      for (int i = 0; i < 1000; i++) {
        try (Cursor cursor = tx.scan(KeyRange.all())) {
          assertTrue(cursor.next());
        }
      }
      assertTrue(kept.next());
      tx.commit();
      assertThrows(IllegalStateException.class, kept::next);
    }
  }

  @Test
  void aDroppedKeyspaceEndsWhatRestsOnIt() {
    Keyspace gone = db.keyspace("gone");
    gone.put(bytes("a"), bytes("1"));
    try (Transaction writing = db.transaction();
        Transaction reading = db.transaction().serializable()) {
      writing.in(gone).put(bytes("a"), bytes("2"));
      reading.in(gone).get(bytes("a"));
      reading.put(bytes("b"), bytes("1"));
      db.dropKeyspace("gone");
      assertThrows(IllegalStateException.class, writing::commit);
      assertThrows(IllegalStateException.class, reading::commit);
    }
    assertNull(get("b"));
  }

  @Test
  void aKeyspaceThatIsMadeLaterIsEmpty() {
    try (Transaction tx = db.transaction()) {
      Keyspace later = db.keyspace("later");
      later.put(bytes("a"), bytes("1"));
      assertNull(tx.in(later).get(bytes("a")));
      tx.in(later).put(bytes("a"), bytes("2"));
      assertConflict(tx);
    }
  }

  @Test
  void anotherStoresKeyspaceIsRefused() {
    try (Db other = Stores.open(new SimulatedDisk(), OPTIONS);
        Transaction tx = db.transaction()) {
      Keyspace foreign = other.keyspace("foreign");
      assertThrows(IllegalArgumentException.class, () -> tx.in(foreign).get(bytes("a")));
    }
  }

  @Test
  void keysAndValuesAreChecked() {
    try (Transaction tx = db.transaction()) {
      byte[] tooLong = new byte[1 << 16];
      assertThrows(IllegalArgumentException.class, () -> tx.put(tooLong, bytes("1")));
      assertThrows(IllegalArgumentException.class, () -> tx.get(tooLong));
      assertThrows(IllegalArgumentException.class, () -> tx.deleteRange(bytes("b"), tooLong));
      tx.deleteRange(bytes("b"), bytes("b"));
      tx.commit();
    }
  }

  @Test
  void aSynchronousCommitSurvivesAPowerCut() {
    try (Transaction tx = db.transaction()) {
      tx.put(bytes("a"), bytes("1")).commit(Durability.SYNC);
    }
    try (Db after = Stores.open(disk.crash(CrashState.SYNCED_ONLY, 1), OPTIONS)) {
      assertEquals("1", text(after.get(bytes("a"))));
    }
  }

  // Reads.

  @Test
  void allReadsSeeItsOwnWritesOverItsMoment() {
    Keyspace other = db.keyspace("other");
    for (KeyValueMap map : List.of(db, other)) {
      for (String key : List.of("a", "c", "e")) {
        map.put(bytes(key), bytes("old"));
      }
      try (Transaction tx = db.transaction()) {
        map.put(bytes("f"), bytes("later"));
        TransactionMap part = tx.in(map);
        part.put(bytes("b"), bytes("new")).delete(bytes("c"));
        assertEquals(List.of("a=old", "b=new", "e=old"), entries(part));
        assertEquals(3, part.count(KeyRange.all()));
        assertEquals(entry("a", "old"), part.first());
        assertEquals(entry("e", "old"), part.last());
        assertEquals(entry("b", "new"), part.floor(bytes("c")));
        assertEquals(entry("e", "old"), part.ceiling(bytes("c")));
        assertEquals(entry("a", "old"), part.lower(bytes("b")));
        assertEquals(entry("e", "old"), part.higher(bytes("b")));
        assertTrue(part.contains(bytes("b")));
        assertFalse(part.contains(bytes("c")));
        List<byte[]> values = part.getAll(List.of(bytes("b"), bytes("c"), bytes("a")));
        assertEquals("new", text(values.get(0)));
        assertNull(values.get(1));
        assertEquals("old", text(values.get(2)));
        ByteBuffer buffer = ByteBuffer.allocate(2);
        assertEquals(3, part.get(bytes("b"), buffer));
        assertEquals(2, buffer.position());
        assertEquals(-1, part.get(bytes("c"), ByteBuffer.allocate(2)));
      }
    }
  }

  private static Entry entry(String key, String value) {
    return new Entry(bytes(key), bytes(value));
  }

  private static List<String> entries(Reads reads) {
    List<String> walked = new ArrayList<>();
    reads.forEach(
        KeyRange.all(),
        (key, value) ->
            walked.add(
                text(key.toArray(ValueLayout.JAVA_BYTE))
                    + "="
                    + text(value.toArray(ValueLayout.JAVA_BYTE))));
    try (Stream<Entry> stream = reads.stream(KeyRange.all())) {
      assertEquals(
          walked, stream.map(entry -> text(entry.key()) + "=" + text(entry.value())).toList());
    }
    return walked;
  }

  // Lambdas.

  @Test
  void aLambdaIsCommittedAndGivesItsResult() {
    String seen =
        db.inTransaction(
            tx -> {
              tx.put(bytes("a"), bytes("1"));
              return text(tx.get(bytes("a")));
            });
    assertEquals("1", seen);
    db.runInTransaction(
        tx -> {
          tx.put(bytes("b"), bytes("2"));
        });
    assertEquals("1", get("a"));
    assertEquals("2", get("b"));
  }

  @Test
  void aConflictIsTriedAgain() {
    int[] tries = {0};
    db.runInTransaction(
        tx -> {
          tx.put(bytes("a"), bytes("mine"));
          if (tries[0]++ < 2) {
            put("a", "other");
          }
        });
    assertEquals(3, tries[0]);
    assertEquals("mine", get("a"));
  }

  @Test
  void whatALambdaThrowsRollsBack() {
    IllegalArgumentException failure = new IllegalArgumentException("no");
    Consumer<Transaction> failing =
        tx -> {
          tx.put(bytes("a"), bytes("1"));
          throw failure;
        };
    assertSame(
        failure, assertThrows(IllegalArgumentException.class, () -> db.runInTransaction(failing)));
    assertNull(get("a"));
  }

  @Test
  void aLambdaMayEndItsTransactionItself() {
    db.runInTransaction(
        tx -> {
          tx.put(bytes("a"), bytes("1")).commit(Durability.SYNC);
        });
    db.runInTransaction(
        tx -> {
          tx.put(bytes("b"), bytes("1"));
          tx.rollback();
        });
    assertEquals("1", get("a"));
    assertNull(get("b"));
  }

  /** No transaction that has ended keeps anything on disk. */
  @Test
  void nothingIsHeldAfterTheEnd() {
    for (int i = 0; i < 100; i++) {
      put("a", "value " + i);
      try (Transaction tx = db.transaction()) {
        tx.get(bytes("a"));
      }
      db.flush();
    }
    db.compact();
    assertEquals(1, db.stats().entries());
  }
}
