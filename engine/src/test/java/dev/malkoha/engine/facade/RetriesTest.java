package dev.malkoha.engine.facade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.TransactionConflictException;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How often a transaction is tried again, and how long the pauses are. */
class RetriesTest {

  private static final byte[] KEY = {1};

  private final List<Long> bounds = new ArrayList<>();
  private final List<Long> pauses = new ArrayList<>();
  private final Retries retries =
      new Retries(
          bound -> {
            bounds.add(bound);
            return bound - 1;
          },
          pauses::add);

  /** Commits after so many conflicts. */
  private int tries(Db db, int conflicts) {
    int[] tries = {0};
    return retries.run(
        () -> (StoreTransaction) db.transaction(),
        tx -> {
          tx.put(KEY, KEY);
          if (tries[0]++ < conflicts) {
            db.put(KEY, new byte[0]);
          }
          return tries[0];
        });
  }

  @Test
  void pausesGrowAndAreRandom() {
    try (Db db = Stores.open(new SimulatedDisk(), DbOptions.defaults())) {
      assertEquals(1, tries(db, 0));
      assertEquals(3, tries(db, 2));
      assertEquals(List.of(), pauses);
      assertEquals(6, tries(db, 5));
      assertEquals(List.of(4_000L, 8_000L, 16_000L), bounds);
      assertEquals(List.of(3_999L, 7_999L, 15_999L), pauses);
    }
  }

  @Test
  void theLastConflictIsThrown() {
    try (Db db = Stores.open(new SimulatedDisk(), DbOptions.defaults())) {
      assertEquals(Retries.TRIES_MAX, tries(db, Retries.TRIES_MAX - 1));
      bounds.clear();
      TransactionConflictException conflict =
          assertThrows(TransactionConflictException.class, () -> tries(db, Retries.TRIES_MAX));
      assertNotNull(conflict.getMessage());
      assertEquals(Retries.TRIES_MAX - 3, bounds.size());
      assertTrue(bounds.getLast() < 20_000_000, "longer than 20 ms");
      assertEquals(0, notNull(db.get(KEY)).length);
    }
  }

  private static byte[] notNull(byte @Nullable [] value) {
    assertNotNull(value);
    return value;
  }

  @Test
  void whatIsNoConflictIsThrownAtOnce() {
    try (Db db = Stores.open(new SimulatedDisk(), DbOptions.defaults())) {
      IllegalStateException failure = new IllegalStateException();
      int[] tries = {0};
      assertSame(
          failure,
          assertThrows(
              IllegalStateException.class,
              () ->
                  retries.run(
                      () -> (StoreTransaction) db.transaction(),
                      tx -> {
                        tries[0]++;
                        throw failure;
                      })));
      assertEquals(1, tries[0]);
    }
  }
}
