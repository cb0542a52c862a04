package dev.malkoha.bench.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.bench.store.StoreKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class BudgetTest {

  private static final long GIBI = 1L << 30;
  private static final int FOUR_TIMES = 37_000_000;

  @ParameterizedTest
  @EnumSource
  void allOfItFits(StoreKind store) {
    for (long limit : new long[] {GIBI / 8, GIBI, 16 * GIBI}) {
      Budget budget = Budget.of(store, limit, FOUR_TIMES, 0);

      assertTrue(budget.heap() + budget.cache() < limit, store + " " + budget);
      assertTrue(budget.settings().cacheBytes() > 0);
    }
  }

  @Test
  void aNativeCacheIsMostOfTheMemory() {
    Budget budget = Budget.of(StoreKind.ROCKSDB, GIBI, FOUR_TIMES, 0);

    assertTrue(budget.cache() > GIBI / 2, budget.describe());
    assertTrue(budget.describe().startsWith("-XX:+UseG1GC -Xmx128m, cache "), budget.describe());
  }

  @Test
  void aHeapHoldsFiltersAndMayBeGiven() {
    assertEquals(GIBI * 3 / 8, Budget.of(StoreKind.MALKOHA, GIBI, FOUR_TIMES, 0).heap());
    assertTrue(Budget.of(StoreKind.MALKOHA, GIBI, 3 * FOUR_TIMES, 0).heap() > GIBI / 2);
    assertEquals(GIBI / 4, Budget.of(StoreKind.MALKOHA, GIBI, FOUR_TIMES, GIBI / 4).heap());
  }

  @Test
  void lmdbHasNoCache() {
    assertEquals(
        "-XX:+UseG1GC -Xmx128m, no cache of its own",
        Budget.of(StoreKind.LMDB, GIBI, FOUR_TIMES, 0).describe());
  }

  @Test
  void aDeviceHasTwoNumbers() {
    assertEquals("254:0", ReadAhead.device(0xFE00));
    assertEquals("8:17", ReadAhead.device(0x811));
    assertEquals("259:300", ReadAhead.device(0x11032C));
  }
}
