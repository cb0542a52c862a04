package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.MergeFunction;
import dev.malkoha.engine.MergeFunctions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.TransactionConflictException;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Merge functions, as a user sees them. */
final class MergeTest {

  private static final byte[] KEY = bytes("key");

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static Db counting(SimulatedDisk disk) {
    return Stores.open(
        disk, DbOptions.builder().mergeFunction("sum", MergeFunctions.longSum()).build());
  }

  private static void add(Db db, long number) {
    db.merge(KEY, MergeFunctions.number(number));
  }

  private static long sum(byte @Nullable [] value) {
    return MergeFunctions.number(Objects.requireNonNull(value));
  }

  /** Keeps the operands in brackets, and fails where one is "bad". */
  private static final class Brackets implements MergeFunction {
    @Override
    public byte @Nullable [] merge(byte[] key, byte @Nullable [] value, List<byte[]> operands) {
      StringBuilder text = new StringBuilder(value == null ? "" : new String(value, UTF_8));
      for (byte[] operand : operands) {
        if (Arrays.equals(operand, bytes("bad"))) {
          throw new UnsupportedOperationException("a bad operand");
        }
        text.append('[').append(new String(operand, UTF_8)).append(']');
      }
      return bytes(text.toString());
    }
  }

  @Test
  void countsOverFlushesCompactionsAndOpenings() {
    SimulatedDisk disk = new SimulatedDisk();
    long expected = 0;
    for (int opening = 0; opening < 3; opening++) {
      try (Db db = opening == 0 ? counting(disk) : Stores.open(disk, DbOptions.defaults())) {
        for (int i = 1; i <= 100; i++) {
          add(db, i);
          expected += i;
          if (i % 30 == 0) {
            db.flush();
          }
          assertEquals(expected, sum(db.get(KEY)));
        }
        db.compact();
        assertEquals(expected, sum(db.get(KEY)));
        assertEquals(1, db.count(KeyRange.all()));
        assertTrue(db.contains(KEY));
        assertEquals(expected, sum(db.getAll(List.of(KEY, bytes("other"))).getFirst()));
      }
    }
    assertTrue(Stores.verify(disk).problems().isEmpty());
  }

  @Test
  void aMillionOperandsTakeBoundedMemory() {
    try (Db db = counting(new SimulatedDisk())) {
      for (int i = 0; i < 1_000_000; i++) {
        add(db, 1);
      }
      double memory = db.stats().metric("memtable.size").samples().getFirst().value();
      assertTrue(memory < 24 << 20, "memtables take " + memory);
      assertEquals(1_000_000, sum(db.get(KEY)));
    }
  }

  /** A memtable of the reader is in part in a table, where its operands may be in a value. */
  @Test
  void aReaderBesideTheWriterCountsNoOperandTwice() {
    SimulatedDisk disk = new SimulatedDisk();
    DbOptions options =
        DbOptions.builder()
            .mergeFunction("sum", MergeFunctions.longSum())
            .memTableBytes(8192)
            .build();
    SplittableRandom random = new SplittableRandom(1);
    try (Db db = Stores.open(disk, options);
        DbReader reader = Stores.openReadOnly(disk, options)) {
      long expected = 0;
      for (int i = 0; i < 3_000; i++) {
        db.put(bytes("pad" + random.nextInt(9)), new byte[random.nextInt(90)]);
        add(db, i);
        expected += i;
        if (random.nextInt(40) == 0) {
          db.flush();
        }
        if (random.nextInt(7) == 0) {
          reader.refresh();
          assertEquals(expected, sum(reader.get(KEY)));
        }
      }
    }
  }

  @Test
  void snapshotsSeeWhatWasMergedBefore() {
    try (Db db = counting(new SimulatedDisk())) {
      add(db, 1);
      try (Snapshot one = db.snapshot()) {
        add(db, 2);
        db.flush();
        try (Snapshot two = db.snapshot()) {
          add(db, 4);
          db.delete(KEY);
          add(db, 8);
          db.compact();
          assertEquals(1, sum(db.get(KEY, one)));
          assertEquals(3, sum(db.get(KEY, two)));
          assertEquals(8, sum(db.get(KEY)));
        }
      }
      db.compact();
      assertEquals(8, sum(db.get(KEY)));
    }
  }

  @Test
  void anOperandThatAReadyFunctionCannotTakeIsNotWritten() {
    try (Db db = counting(new SimulatedDisk())) {
      assertThrows(IllegalArgumentException.class, () -> db.merge(KEY, bytes("three")));
      WriteBatch batch = new WriteBatch().put(bytes("other"), KEY).merge(KEY, bytes("three"));
      assertThrows(IllegalArgumentException.class, () -> db.write(batch));
      try (Transaction transaction = db.transaction()) {
        assertThrows(IllegalArgumentException.class, () -> transaction.merge(KEY, KEY));
      }
      assertEquals(0, db.count(KeyRange.all()));
    }
  }

  @Test
  void aKeyspaceWithoutAFunctionRefusesToMerge() {
    try (Db db = Stores.open(new SimulatedDisk(), DbOptions.defaults())) {
      assertThrows(IllegalStateException.class, () -> db.merge(KEY, KEY));
      assertThrows(IllegalStateException.class, () -> db.write(new WriteBatch().merge(KEY, KEY)));
      Keyspace other =
          db.keyspace(
              "other",
              KeyspaceOptions.builder().mergeFunction("bits", MergeFunctions.bitOr()).build());
      other.merge(KEY, new byte[] {1});
      other.merge(KEY, new byte[] {6, 1});
      assertArrayEquals(new byte[] {7, 1}, other.get(KEY));
      assertThrows(
          IllegalArgumentException.class,
          () ->
              db.keyspace(
                  "other",
                  KeyspaceOptions.builder()
                      .mergeFunction("sum", MergeFunctions.longSum())
                      .build()));
    }
  }

  @Test
  void aFunctionThatIsNotReadyIsGivenAtEachOpening() {
    SimulatedDisk disk = new SimulatedDisk();
    KeyspaceOptions own = KeyspaceOptions.builder().mergeFunction("own", new Brackets()).build();
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      Keyspace keyspace = db.keyspace("k", own);
      keyspace.merge(KEY, bytes("a"));
      keyspace.flush();
      keyspace.merge(KEY, bytes("b"));
    }
    try (DbReader reader = Stores.openReadOnly(disk, DbOptions.defaults())) {
      String message =
          assertThrows(IllegalStateException.class, () -> reader.keyspace("k").get(KEY))
              .getMessage();
      assertTrue(message.contains("\"own\""), message);
    }
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      db.put(KEY, KEY); // the others open
      db.compact(); // operands are carried along
      String message =
          assertThrows(IllegalStateException.class, () -> db.keyspace("k")).getMessage();
      assertTrue(message.contains("\"own\""), message);
      assertArrayEquals(bytes("[a][b]"), db.keyspace("k", own).get(KEY));
      assertArrayEquals(bytes("[a][b]"), db.keyspace("k").get(KEY));
    }
  }

  @Test
  void whatAFunctionThrowsFailsReadsAndIsToldOnce() {
    SimulatedDisk disk = new SimulatedDisk();
    DbOptions options = DbOptions.builder().mergeFunction("own", new Brackets()).build();
    try (Db db = Stores.open(disk, options)) {
      db.put(KEY, bytes("v"));
      db.merge(KEY, bytes("bad"));
      db.merge(bytes("z"), bytes("good"));
      assertThrows(UnsupportedOperationException.class, () -> db.get(KEY));
      assertThrows(UnsupportedOperationException.class, () -> db.count(KeyRange.all()));
      db.flush();
      db.compact();
      assertEquals(
          List.of(Problem.Kind.FUNCTION), db.problems().stream().map(Problem::kind).toList());
      assertArrayEquals(bytes("[good]"), db.get(bytes("z")));
      assertThrows(UnsupportedOperationException.class, () -> db.get(KEY));
      db.put(KEY, bytes("w"));
      assertArrayEquals(bytes("w"), db.get(KEY));
    }
  }

  @Test
  void twoMergesDoNotConflict() {
    try (Db db = counting(new SimulatedDisk())) {
      for (boolean isFlushed : new boolean[] {false, true}) {
        db.put(KEY, MergeFunctions.number(10));
        Transaction transaction = db.transaction().merge(KEY, MergeFunctions.number(1));
        assertEquals(11, sum(transaction.get(KEY)));
        add(db, 5);
        if (isFlushed) {
          db.flush();
        }
        assertEquals(11, sum(transaction.get(KEY)));
        transaction.commit();
        assertEquals(16, sum(db.get(KEY)));
      }
    }
  }

  @Test
  void aMergeConflictsWithAPutADeleteAndARead() {
    try (Db db = counting(new SimulatedDisk())) {
      for (boolean isFlushed : new boolean[] {false, true}) {
        List<Runnable> others =
            List.of(
                () -> db.put(KEY, MergeFunctions.number(3)),
                () -> db.delete(KEY),
                () -> db.deleteRange(bytes("k"), bytes("l")));
        for (Runnable other : others) {
          add(db, 1);
          Transaction transaction = db.transaction().merge(KEY, MergeFunctions.number(1));
          other.run();
          add(db, 1);
          if (isFlushed) {
            db.flush();
          }
          assertThrows(TransactionConflictException.class, transaction::commit);
        }
        Transaction reading = db.transaction().serializable();
        reading.get(KEY);
        reading.put(bytes("other"), KEY);
        add(db, 1);
        if (isFlushed) {
          db.flush();
        }
        assertThrows(TransactionConflictException.class, reading::commit);
      }
    }
  }

  @Test
  void aValueIsComparedWithItsOperands() {
    try (Db db = counting(new SimulatedDisk())) {
      add(db, 1);
      add(db, 1);
      byte[] two = MergeFunctions.number(2);
      assertTrue(db.compareAndSet(KEY, two, MergeFunctions.number(7)));
      add(db, 1);
      assertEquals(16, sum(db.update(KEY, before -> MergeFunctions.number(2 * sum(before)))));
      assertTrue(db.remove(KEY, MergeFunctions.number(16)));
      assertNull(db.get(KEY));
    }
  }

  @Test
  void readyFunctionsDoWhatTheySay() {
    assertEquals(Long.MIN_VALUE, merged(MergeFunctions.longSum(), Long.MAX_VALUE, 1));
    assertEquals(3, merged(MergeFunctions.longMax(), -5, 3, 2));
    assertEquals(-5, merged(MergeFunctions.longMin(), 3, -5, 2));
    MergeFunction append = MergeFunctions.append(bytes(", "));
    assertArrayEquals(
        bytes("a, b, c"), append.merge(KEY, bytes("a"), List.of(bytes("b"), bytes("c"))));
    assertArrayEquals(bytes("b, c"), append.merge(KEY, null, List.of(bytes("b"), bytes("c"))));
    byte[] set = MergeFunctions.set(bytes("b"), bytes("a"), bytes("b"));
    byte[] all = MergeFunctions.union().merge(KEY, set, List.of(MergeFunctions.set(bytes("c"))));
    assertEquals(
        List.of("a", "b", "c"),
        MergeFunctions.elements(Objects.requireNonNull(all)).stream()
            .map(element -> new String(element, UTF_8))
            .toList());
    assertThrows(
        IllegalArgumentException.class,
        () -> MergeFunctions.union().checkOperand(new byte[] {1, 'b', 1, 'a'}));
  }

  private static long merged(MergeFunction function, long value, long... operands) {
    List<byte[]> bytes = Arrays.stream(operands).mapToObj(MergeFunctions::number).toList();
    return sum(function.merge(KEY, MergeFunctions.number(value), bytes));
  }
}
