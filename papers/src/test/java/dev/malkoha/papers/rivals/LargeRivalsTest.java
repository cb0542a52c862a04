package dev.malkoha.papers.rivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.DeletableFilter;
import dev.malkoha.filter.DynamicFilter;
import dev.malkoha.trials.Trials;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Filters whose bits are more than an int can number, and places more than an int's half. */
class LargeRivalsTest {

  private static final int KEYS = 50_000;

  private final long seed = Trials.seed();

  @Test
  void standardBloom() {
    check(new StandardBloomFilter((1L << 31) + 12_345, 9, seed));
  }

  @Test
  void cacheLineBloom() {
    check(new CacheLineBloomFilter((1L << 22) + 5, 9, seed));
  }

  @Test
  void countingBloom() {
    check(new CountingBloomFilter((1L << 29) + 7, 9, seed));
  }

  @Test
  void quotient() {
    check(new QuotientFilter(180_000_001, 9, seed));
  }

  @Test
  void dLeft() {
    check(new DLeftCountingBloomFilter(24, seed));
  }

  private void check(DynamicFilter filter) {
    assertTrue(filter.sizeBytes() * Byte.SIZE > Integer.MAX_VALUE);
    long[] hashes = new SplittableRandom(seed).longs(2L * KEYS).toArray();
    for (int i = 0; i < KEYS; i++) {
      assertTrue(filter.add(hashes[i]), this::replay);
    }
    assertEquals(KEYS, count(filter, hashes, 0), this::replay);
    assertTrue(count(filter, hashes, KEYS) < 10, this::replay);
    if (filter instanceof DeletableFilter deletable) {
      for (int i = 0; i < KEYS; i++) {
        assertTrue(deletable.remove(hashes[i]), this::replay);
      }
      assertEquals(0, count(filter, hashes, 0), this::replay);
      assertEquals(0, deletable.loadFactor(), this::replay);
    }
  }

  private static int count(DynamicFilter filter, long[] hashes, int from) {
    int found = 0;
    for (int i = from; i < from + KEYS; i++) {
      found += filter.contains(hashes[i]) ? 1 : 0;
    }
    return found;
  }

  private String replay() {
    return Trials.replay(LargeRivalsTest.class);
  }
}
