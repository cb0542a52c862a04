package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.WriteBatch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the operator of an update writes itself. */
class OwnWritesTest {

  private static final byte[] KEY = {5};
  private static final byte[] ABOVE = {6};
  private static final byte[] OLD = {50};
  private static final byte[] NEW = {51};
  private static final int CALLS_MAX = 5;

  private final Db db = Db.inMemory();
  private final Keyspace other = db.keyspace("other");
  private int calls;

  /** Updates the key by an operator that does something else. */
  private void update(Runnable write) {
    calls = 0;
    db.update(
        KEY,
        value -> {
          if (++calls > CALLS_MAX) {
            throw new AssertionError("called again and again");
          }
          write.run();
          return NEW;
        });
  }

  @Test
  void aWriteOfTheKeyIsRefusedAtOnce() {
    db.put(KEY, OLD);
    Keyspace own = db.keyspace("default");
    List<Runnable> writes =
        List.of(
            () -> db.put(KEY, NEW),
            () -> own.put(KEY, NEW),
            () -> db.delete(KEY),
            () -> db.deleteRange(KEY, ABOVE),
            () -> db.deleteRange(KeyRange.all()),
            () -> own.clear(),
            () -> db.write(new WriteBatch().deleteRange(KeyRange.atLeast(KEY))),
            () -> db.putIfAbsent(KEY, NEW),
            () -> db.remove(KEY, OLD),
            () -> db.update(KEY, value -> NEW),
            () -> db.update(ABOVE, value -> db.update(KEY, mine -> NEW)),
            () -> db.runInTransaction(tx -> tx.put(KEY, NEW)),
            () -> db.runInTransaction(tx -> tx.deleteRange(KEY, ABOVE)),
            () -> db.write(new WriteBatch().put(ABOVE, NEW).put(KEY, NEW)),
            () -> db.ingest(List.of(Map.entry(KEY, NEW))),
            () ->
                db.write(new WriteBatch().in(other).put(KEY, NEW).in(own).deleteRange(KEY, ABOVE)));
    for (Runnable write : writes) {
      var refusal = assertThrows(IllegalStateException.class, () -> update(write));
      String message = String.valueOf(refusal.getMessage());
      assertTrue(message.contains("return the value instead"), message);
      assertEquals(1, calls);
      assertArrayEquals(OLD, db.get(KEY));
      assertNull(db.get(ABOVE));
      assertNull(other.get(KEY));
    }
    db.close();
  }

  @Test
  void otherKeysMayBeWritten() {
    update(
        () -> {
          other.put(KEY, NEW);
          other.ingest(List.of(Map.entry(new byte[] {5}, NEW)));
          db.deleteRange(ABOVE, new byte[] {7});
          db.deleteRange(KeyRange.atLeast(ABOVE));
          db.update(ABOVE, value -> OLD);
          db.write(new WriteBatch().delete(new byte[] {4}).in(other).put(ABOVE, OLD));
        });
    assertEquals(1, calls);
    assertArrayEquals(NEW, db.get(KEY));
    assertArrayEquals(NEW, other.get(KEY));
    assertArrayEquals(OLD, db.get(ABOVE));
    db.put(KEY, OLD);
    db.close();
  }

  /** A refused one ends with the operator. */
  @Test
  void theKeyMayBeWrittenAfterwards() {
    assertThrows(IllegalStateException.class, () -> update(() -> db.put(KEY, NEW)));
    db.put(KEY, NEW);
    assertArrayEquals(NEW, db.get(KEY));
    db.close();
  }
}
