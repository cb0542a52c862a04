package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.Filters;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AllocationTest {

  private static final int LOOK_UPS = 200_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final long[] hashes = new SplittableRandom(1).longs(1 << 12).toArray();

  static Stream<LongPredicate> lookUps() {
    return Stream.concat(
        Stream.of(
                "cuckoo(0.002)",
                "cuckoo(1e-6)",
                "semiSortedCuckoo(0.001)",
                "semiSortedCuckoo(0.05)",
                "semiSortedCuckoo(1e-8)",
                "windowedCuckoo(0.001)")
            .map(AllocationTest::table),
        Stream.of(
                CuckooFilter.plain(12, 2, 1000, 1),
                CuckooFilter.plain(12, 8, 1000, 1),
                CuckooFilter.semiSorted(13, 1000, 1),
                CuckooFilter.windowed(12, 1000, 1))
            .map(filter -> filter::contains));
  }

  private static LongPredicate table(String spec) {
    long[] keys = new SplittableRandom(2).longs(1000).toArray();
    byte[] block = FilterPolicy.parse(spec).build(keys, keys.length, 3);
    return Filters.open(block, 0, block.length)::mayContain;
  }

  @ParameterizedTest
  @MethodSource("lookUps")
  void aLookUpAllocatesNothing(LongPredicate lookUp) {
    countMaybes(lookUp);
    long before = threads.getCurrentThreadAllocatedBytes();
    countMaybes(lookUp);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated < LOOK_UPS, () -> allocated + " bytes in " + LOOK_UPS + " look-ups");
  }

  private int countMaybes(LongPredicate lookUp) {
    int maybes = 0;
    for (int i = 0; i < LOOK_UPS; i++) {
      maybes += lookUp.test(hashes[i & (hashes.length - 1)]) ? 1 : 0;
    }
    return maybes;
  }
}
