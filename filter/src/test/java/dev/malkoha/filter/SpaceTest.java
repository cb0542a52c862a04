package dev.malkoha.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A filter takes what its formula says, for any number of keys, also beside powers of two. */
@Tag("hunt")
class SpaceTest {

  private static final int ASKED = 1_000_000;
  private static final int MOST_KEYS = Trials.isWhole() ? 10_000_000 : 1_000_000;

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  /** From a thousand to the most, and one more and one less than the powers of two between. */
  private static int[] sizes() {
    IntStream round = IntStream.of(1_000, 10_000, 100_000, 1_000_000, 10_000_000);
    IntStream beside =
        IntStream.rangeClosed(10, 20).flatMap(k -> IntStream.of((1 << k) - 1, (1 << k) + 1));
    return IntStream.concat(round, beside).filter(size -> size <= MOST_KEYS).sorted().toArray();
  }

  @ParameterizedTest
  @CsvSource({
    "cuckoo(0.002), 12, 12.7, 0.0020",
    "semiSortedCuckoo(0.001), 12, 12.7, 0.0010",
    "windowedCuckoo(0.002), 11, 11.7, 0.0020",
    "windowedCuckoo(0.001), 12, 12.75, 0.0010"
  })
  void bitsAndRateAreWithinTheirBounds(String spec, int slotBits, double most, double rate) {
    FilterPolicy policy = FilterPolicy.parse(spec);
    long[] hashes = random.longs(MOST_KEYS).toArray();
    for (int count : sizes()) {
      byte[] block = policy.build(hashes, count, random.nextLong());
      Filter filter = Filters.open(block, 0, block.length);
      assertEquals("", filter.problem(), this::replay);
      double bits = 8.0 * block.length / count;
      double slack = count < 10_000 ? 1.05 : 1.01;
      assertTrue(bits <= slack * slotBits / 0.95, () -> bits + " bits, " + count + replay());
      assertTrue(count < 10_000 || bits <= most, () -> bits + " bits, " + count + replay());
      assertTrue(filter.expectedFalsePositiveRate() <= rate, this::replay);
    }
    measure(policy.build(hashes, 1_000_000, random.nextLong()), rate);
  }

  private void measure(byte[] block, double rate) {
    Filter filter = Filters.open(block, 0, block.length);
    double measured = random.longs(ASKED).filter(filter::mayContain).count() / (double) ASKED;
    double deviation = Math.sqrt(rate / ASKED);
    assertTrue(measured <= rate + 3 * deviation, () -> measured + " for " + rate + replay());
  }

  private String replay() {
    return ", " + Trials.replay(SpaceTest.class);
  }
}
