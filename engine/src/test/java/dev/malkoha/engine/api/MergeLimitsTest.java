package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.MergeFunction;
import dev.malkoha.engine.MergeFunctions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.disk.DrivenClock;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What merge functions meet with many operands, long ones, and long results. */
final class MergeLimitsTest {

  private static final byte[] KEY = bytes("key");

  private final SimulatedDisk disk = new SimulatedDisk();

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private Db open(MergeFunction function) {
    return Stores.open(disk, DbOptions.builder().mergeFunction("own", function).build());
  }

  /** Appends, and counts the bytes that it has given and the operands that it was given at once. */
  private static final class Appender implements MergeFunction {

    private final boolean isAssociative;
    private long combined;
    private long mostAtOnce;

    Appender(boolean isAssociative) {
      this.isAssociative = isAssociative;
    }

    @Override
    public byte[] merge(byte[] key, byte @Nullable [] value, List<byte[]> operands) {
      List<byte[]> all = new ArrayList<>(operands);
      mostAtOnce = Math.max(mostAtOnce, all.stream().mapToLong(each -> each.length).sum());
      if (value != null) {
        all.addFirst(value);
      }
      return join(all);
    }

    @Override
    public boolean isAssociative() {
      return isAssociative;
    }

    @Override
    public byte[] combine(byte[] key, byte[] older, byte[] newer) {
      combined += older.length + newer.length;
      return join(List.of(older, newer));
    }

    private static byte[] join(List<byte[]> all) {
      byte[] joined = new byte[all.stream().mapToInt(each -> each.length).sum()];
      int at = 0;
      for (byte[] each : all) {
        System.arraycopy(each, 0, joined, at, each.length);
        at += each.length;
      }
      return joined;
    }
  }

  @Test
  void manyOperandsAreCombinedByCopyingEachAFewTimes() {
    Appender appender = new Appender(true);
    try (Db db = open(appender)) {
      db.put(bytes("before"), KEY);
      db.flush();
      for (int i = 0; i < 10_000; i++) {
        db.merge(KEY, bytes("0123456789"));
      }
      var snapshot = db.snapshot(); // so that what is there becomes no value
      db.merge(KEY, bytes("x"));
      db.flush();
      snapshot.close();
      assertTrue(appender.combined > 0);
      assertTrue(appender.combined <= 100_000 * 14, "copied " + appender.combined);
      assertEquals(100_001, Objects.requireNonNull(db.get(KEY)).length);
    }
  }

  @Test
  void whatWaitsInACompactionIsBounded() {
    for (boolean isAssociative : new boolean[] {false, true}) {
      Appender appender = new Appender(isAssociative);
      byte[] key = bytes("key " + isAssociative);
      try (Db db = open(appender)) {
        db.put(key, bytes("base"));
        for (int i = 0; i < 40; i++) {
          byte[] operand = new byte[1 << 20];
          operand[0] = (byte) i;
          db.merge(key, operand);
          if (i % 10 == 9) {
            db.flush();
          }
        }
        db.compact();
        assertTrue(appender.mostAtOnce <= 17 << 20, "at once: " + appender.mostAtOnce);
        byte[] all = Objects.requireNonNull(db.get(key));
        assertEquals((40 << 20) + 4, all.length);
        for (int i = 0; i < 40; i++) {
          assertEquals(i, all[4 + (i << 20)]);
        }
      }
    }
  }

  /** The store goes on, and the operands are there. */
  @Test
  void aResultThatNoEntryCanHaveIsTheFunctionsFailure() {
    byte[] tooLong = new byte[Limits.VALUE_BYTES_MAX + 1];
    MergeFunction function = (key, value, operands) -> tooLong;
    try (Db db = open(function)) {
      db.merge(KEY, KEY);
      db.flush();
      db.compact();
      db.put(bytes("other"), KEY);
      assertEquals(
          List.of(Problem.Kind.FUNCTION), db.problems().stream().map(Problem::kind).toList());
      assertEquals(tooLong.length, Objects.requireNonNull(db.get(KEY)).length);
    }
    assertTrue(Stores.verify(disk).problems().isEmpty());
  }

  @Test
  void anOperandHasRoomInItsEntry() {
    byte[] operand = new byte[Limits.VALUE_BYTES_MAX];
    try (Db db = open(MergeFunctions.append(new byte[0]))) {
      assertThrows(IllegalArgumentException.class, () -> db.merge(KEY, operand));
      assertThrows(IllegalArgumentException.class, () -> db.transaction().merge(KEY, operand));
    }
  }

  /** A function may give an operand itself as the value. */
  @Test
  void whatATransactionReadsIsTheReadersOwn() {
    try (Db db = open(MergeFunctions.longSum());
        Transaction transaction = db.transaction()) {
      transaction.merge(KEY, MergeFunctions.number(5));
      Objects.requireNonNull(transaction.get(KEY))[7] = 9;
      Objects.requireNonNull(transaction.getAll(List.of(KEY)).getFirst())[7] = 9;
      transaction.commit();
      assertArrayEquals(MergeFunctions.number(5), db.get(KEY));
    }
  }

  /** A key whose operands come to nothing by now may come to a value as time goes on. */
  @Test
  void noDeadRunHoldsAKeyWithOperands() {
    DrivenClock clock = new DrivenClock(1_000);
    MergeFunction unlessThereIsOne =
        (key, value, operands) -> value == null ? operands.getLast() : null;
    DbOptions options = DbOptions.builder().mergeFunction("own", unlessThereIsOne).build();
    try (Db db = Stores.open(disk, options, clock.on(disk))) {
      for (int i = 0; i < 400; i++) {
        byte[] key = bytes("k%03d".formatted(i));
        if (i % 200 == 100) {
          db.put(key, bytes("value"), Duration.ofSeconds(1));
          db.merge(key, bytes("x"));
        } else {
          db.put(key, bytes("value"));
          db.delete(key);
        }
      }
      byte[] key = bytes("k100");
      assertEquals(0, db.count(KeyRange.all()));
      try (Cursor cursor = db.scan(KeyRange.all())) {
        assertTrue(!cursor.last());
      }
      assertNull(db.get(key));
      clock.moveTo(3_000);
      assertNotNull(db.get(key));
      assertEquals(2, db.count(KeyRange.all()));
      try (Cursor cursor = db.scan(KeyRange.all())) {
        assertTrue(cursor.last() && cursor.prev());
        assertArrayEquals(key, cursor.key());
      }
    }
  }

  /** Operands of one would be taken for the other's. */
  @Test
  void aReadyFunctionIsNotReplacedByAnother() {
    try (Db db = open(MergeFunctions.longSum())) {
      KeyspaceOptions sum =
          KeyspaceOptions.builder().mergeFunction("f", MergeFunctions.longSum()).build();
      KeyspaceOptions max =
          KeyspaceOptions.builder().mergeFunction("f", MergeFunctions.longMax()).build();
      db.keyspace("a", sum);
      db.keyspace("a", sum);
      assertThrows(IllegalArgumentException.class, () -> db.keyspace("a", max));
    }
  }
}
