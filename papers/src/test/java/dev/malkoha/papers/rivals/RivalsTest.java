package dev.malkoha.papers.rivals;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.malkoha.filter.DeletableFilter;
import dev.malkoha.filter.DynamicFilter;
import dev.malkoha.trials.Trials;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What all five filters promise. */
class RivalsTest {

  private final long seed = Trials.seed();
  private final SplittableRandom random = new SplittableRandom(seed);

  @ParameterizedTest
  @EnumSource
  void everyKeyOfEverySizeIsFound(Rival rival) {
    for (int keys = 0; keys <= 300; keys++) {
      everyKeyIsFound(rival, keys);
    }
    for (int round = 0; round < 5; round++) {
      everyKeyIsFound(rival, random.nextInt(100_000));
    }
  }

  private void everyKeyIsFound(Rival rival, int keys) {
    long[] hashes = random.longs(keys).toArray();
    DynamicFilter filter = rival.forKeys(keys, random.nextLong());
    for (long hash : hashes) {
      assertTrue(filter.add(hash), this::replay);
    }
    assertEquals(keys, filter.size(), this::replay);
    for (long hash : hashes) {
      assertTrue(filter.contains(hash), this::replay);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyFilterExcludesEveryKey(Rival rival) {
    DynamicFilter filter = rival.forKeys(1000, random.nextLong());
    assertEquals(0, random.longs(10_000).filter(filter::contains).count(), this::replay);
  }

  @ParameterizedTest
  @EnumSource
  void theSaltDecidesWhichKeysCollide(Rival rival) {
    long[] hashes = random.longs(20_000).toArray();
    DynamicFilter one = rival.forKeys(hashes.length, 1);
    DynamicFilter other = rival.forKeys(hashes.length, 2);
    for (long hash : hashes) {
      one.add(hash);
      other.add(hash);
    }
    long both =
        random.longs(100_000).filter(one::contains).filter(other::contains).limit(100).count();
    assertTrue(both < 20, () -> both + " of 100000, " + replay());
  }

  @ParameterizedTest
  @EnumSource
  void anOperationAllocatesNothing(Rival rival) {
    DynamicFilter filter = rival.forKeys(100_000, 3);
    use(filter, 5);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    long asking = threads.getCurrentThreadAllocatedBytes() - before;
    before = threads.getCurrentThreadAllocatedBytes();
    use(filter, 7);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before - asking;
    assertTrue(allocated < 1000, () -> allocated + " bytes for 60000 operations");
  }

  private static void use(DynamicFilter filter, long start) {
    for (long i = 0; i < 20_000; i++) {
      filter.add(start + i);
      filter.contains(start - i);
      if (filter instanceof DeletableFilter deletable) {
        deletable.remove(start + i);
      }
    }
  }

  @Test
  void aFullQuotientFilterStaysAsItIs() {
    QuotientFilter filter = new QuotientFilter(1001, 9, seed);
    refuses(filter, () -> filter.table.slots.bytes.clone());
    assertEquals(900, filter.size());
  }

  @Test
  void aFullDLeftFilterStaysAsItIs() {
    DLeftCountingBloomFilter filter = new DLeftCountingBloomFilter(6, seed);
    refuses(filter, () -> filter.bytes.clone());
  }

  private void refuses(DeletableFilter filter, Supplier<byte[]> bytes) {
    List<Long> added = new ArrayList<>();
    long hash = random.nextLong();
    byte[] before = bytes.get();
    while (filter.add(hash)) {
      added.add(hash);
      hash = random.nextLong();
      before = bytes.get();
    }
    long refused = hash;
    double load = filter.loadFactor();
    for (int i = 0; i < 10; i++) {
      assertFalse(filter.add(refused), this::replay);
    }
    assertEquals(added.size(), filter.size(), this::replay);
    assertEquals(load, filter.loadFactor(), this::replay);
    assertArrayEquals(before, bytes.get(), this::replay);
    added.forEach(present -> assertTrue(filter.contains(present), this::replay));
    for (int i = 0; i < added.size() && !filter.add(refused); i++) {
      assertTrue(filter.remove(added.get(i)), this::replay);
    }
    assertTrue(filter.contains(refused), this::replay);
  }

  @Test
  void sizesOutOfRangeAreRefused() {
    long tooMany = (1L << 32) + 1;
    assertThrows(IllegalArgumentException.class, () -> new StandardBloomFilter(0, 9, 0));
    assertThrows(IllegalArgumentException.class, () -> new StandardBloomFilter(tooMany, 9, 0));
    assertThrows(IllegalArgumentException.class, () -> new StandardBloomFilter(64, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new StandardBloomFilter(64, 65, 0));
    assertThrows(IllegalArgumentException.class, () -> new CacheLineBloomFilter(0, 9, 0));
    assertThrows(IllegalArgumentException.class, () -> new CacheLineBloomFilter(1L << 28, 9, 0));
    assertThrows(IllegalArgumentException.class, () -> new CountingBloomFilter(-1, 9, 0));
    assertThrows(IllegalArgumentException.class, () -> new CountingBloomFilter(tooMany, 9, 0));
    assertThrows(IllegalArgumentException.class, () -> new QuotientFilter(1, 9, 0));
    assertThrows(IllegalArgumentException.class, () -> new QuotientFilter(1L << 31, 9, 0));
    assertThrows(IllegalArgumentException.class, () -> new QuotientFilter(10, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new QuotientFilter(10, 33, 0));
    assertThrows(IllegalArgumentException.class, () -> new DLeftCountingBloomFilter(0, 0));
    assertThrows(IllegalArgumentException.class, () -> new DLeftCountingBloomFilter(27, 0));
  }

  private String replay() {
    return Trials.replay(RivalsTest.class);
  }
}
