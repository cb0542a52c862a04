package dev.malkoha.papers.rivals;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.DeletableFilter;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the filters with a removal promise: a multiset of which no member is ever missed. */
class DeletableRivalsTest {

  private final long seed = Trials.seed();
  private final SplittableRandom random = new SplittableRandom(seed);

  @ParameterizedTest
  @EnumSource(names = {"COUNTING", "QUOTIENT", "D_LEFT"})
  void noMemberIsMissedInAnyHistory(Rival rival) {
    for (int round = 0; round < 20; round++) {
      int keys = 1 + random.nextInt(2000);
      history((DeletableFilter) rival.forKeys(keys, random.nextLong()), keys);
    }
  }

  /** Few different hashes, so that many are present several times. */
  private void history(DeletableFilter filter, int keys) {
    long[] universe = random.longs(1 + random.nextInt(2 * keys)).toArray();
    List<Long> present = new ArrayList<>();
    for (int step = 0; step < 10 * keys; step++) {
      if (present.isEmpty() || (present.size() < keys && random.nextInt(10) < 6)) {
        long hash = universe[random.nextInt(universe.length)];
        if (filter.add(hash)) {
          present.add(hash);
        }
      } else {
        assertTrue(filter.remove(takeAny(present)), this::replay);
      }
      assertEquals(present.size(), filter.size(), this::replay);
      if (step % keys == 0) {
        present.forEach(hash -> assertTrue(filter.contains(hash), this::replay));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 1000, 50_000})
  void anEmptiedQuotientFilterIsBlank(int keys) {
    QuotientFilter filter = new QuotientFilter(keys * 10L / 9 + 2, 9, seed);
    fillAndEmpty(filter, keys);
    assertArrayEquals(new byte[filter.table.slots.bytes.length], filter.table.slots.bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 1000, 50_000})
  void anEmptiedDLeftFilterIsBlank(int keys) {
    DLeftCountingBloomFilter filter = (DLeftCountingBloomFilter) Rival.D_LEFT.forKeys(keys, seed);
    fillAndEmpty(filter, keys);
    assertArrayEquals(new byte[filter.bytes.length], filter.bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 1000, 50_000})
  void anEmptiedCountingFilterIsBlank(int keys) {
    CountingBloomFilter filter = new CountingBloomFilter(keys * 13L + 1, 9, seed);
    fillAndEmpty(filter, keys);
    assertArrayEquals(new long[filter.words.length], filter.words);
  }

  private void fillAndEmpty(DeletableFilter filter, int keys) {
    List<Long> present = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      present.add(random.nextLong());
      assertTrue(filter.add(present.get(i)), this::replay);
    }
    while (!present.isEmpty()) {
      assertTrue(filter.remove(takeAny(present)), this::replay);
    }
    assertEquals(0, filter.size(), this::replay);
    assertEquals(0, filter.loadFactor(), this::replay);
  }

  /** As many equal keys as fit, and as many removals, are as nothing. */
  @ParameterizedTest
  @ValueSource(longs = {0, -1, 0x0123_4567_89AB_CDEFL})
  void aDLeftFilterHolds32EqualKeys(long hash) {
    DLeftCountingBloomFilter filter = new DLeftCountingBloomFilter(4, seed);
    for (int i = 0; i < 32; i++) {
      assertTrue(filter.add(hash), this::replay);
    }
    assertFalse(filter.add(hash), this::replay);
    assertEquals(16 / 256.0, filter.loadFactor());
    for (int i = 0; i < 32; i++) {
      assertTrue(filter.contains(hash), this::replay);
      assertTrue(filter.remove(hash), this::replay);
    }
    assertFalse(filter.contains(hash), this::replay);
    assertFalse(filter.remove(hash), this::replay);
    assertArrayEquals(new byte[filter.bytes.length], filter.bytes);
  }

  /** The least loaded bucket, and of equally loaded ones the leftmost. */
  @Test
  void aDLeftFilterFillsItsSubtablesFromTheLeft() {
    for (int round = 0; round < 100; round++) {
      DLeftCountingBloomFilter filter = new DLeftCountingBloomFilter(1, random.nextLong());
      long hash = random.nextLong();
      for (int subtable = 0; subtable < 4; subtable++) {
        filter.add(hash);
        filter.add(hash);
        for (int at = 0; at < 4; at++) {
          assertEquals(at <= subtable, isUsed(filter, at), this::replay);
        }
      }
    }
  }

  /** Whether a subtable, of two buckets of six bytes, holds anything. */
  private static boolean isUsed(DLeftCountingBloomFilter filter, int subtable) {
    byte[] buckets = Arrays.copyOfRange(filter.bytes, 12 * subtable, 12 * (subtable + 1));
    return !Arrays.equals(new byte[12], buckets);
  }

  @Test
  void aQuotientFilterHoldsEqualKeysUpToItsCapacity() {
    QuotientFilter filter = new QuotientFilter(100, 9, seed);
    long hash = random.nextLong();
    for (int i = 0; i < 90; i++) {
      assertTrue(filter.add(hash), this::replay);
    }
    assertFalse(filter.add(hash), this::replay);
    for (int i = 0; i < 90; i++) {
      assertTrue(filter.remove(hash), this::replay);
    }
    assertFalse(filter.contains(hash), this::replay);
  }

  /** A counter that was full keeps every key that may share it, whatever is removed. */
  @Test
  void aStuckCounterNeverLosesAKey() {
    for (int round = 0; round < 200; round++) {
      CountingBloomFilter filter = new CountingBloomFilter(64, 3, random.nextLong());
      long[] kept = random.longs(30).toArray();
      long[] removed = random.longs(100).toArray();
      Arrays.stream(kept).forEach(filter::add);
      Arrays.stream(removed).forEach(filter::add);
      for (long hash : removed) {
        assertTrue(filter.remove(hash), this::replay);
      }
      for (long hash : kept) {
        assertTrue(filter.contains(hash), this::replay);
      }
      assertEquals(kept.length, filter.size(), this::replay);
    }
  }

  @Test
  void aStuckCounterStaysStuck() {
    CountingBloomFilter filter = new CountingBloomFilter(1_000_000, 9, 0);
    for (int i = 0; i < 15; i++) {
      filter.add(1);
    }
    for (int i = 0; i < 15; i++) {
      assertTrue(filter.remove(1));
    }
    assertTrue(filter.contains(1));
    assertEquals(9 / 1e6, filter.loadFactor(), 1e-12);
  }

  private long takeAny(List<Long> present) {
    int index = random.nextInt(present.size());
    long last = present.remove(present.size() - 1);
    return index == present.size() ? last : present.set(index, last);
  }

  private String replay() {
    return Trials.replay(DeletableRivalsTest.class);
  }
}
