package dev.malkoha.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PerLevelPolicyTest {

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  /** However the data are spread, the bits of all levels together are no more than uniform ones. */
  @Test
  void theTotalIsNeverAboveTheUniformOne() {
    for (int round = 0; round < 100_000; round++) {
      double[] shares = randomShares();
      double largest = Arrays.stream(shares).max().orElseThrow();
      double more = 0;
      for (double share : shares) {
        more += share * PerLevelPolicy.moreBits(share, largest);
      }
      assertTrue(
          more <= 1e-9, () -> Arrays.toString(shares) + Trials.replay(PerLevelPolicyTest.class));
    }
  }

  private double[] randomShares() {
    double[] shares = random.doubles(1 + random.nextInt(7)).map(x -> Math.pow(x, 9)).toArray();
    double total = Arrays.stream(shares).sum();
    return Arrays.stream(shares).map(share -> Math.max(1e-12, share / total)).toArray();
  }

  @ParameterizedTest
  @CsvSource({"1, 1, -1", "0.9, 0.9, -1", "0.09, 0.9, 5", "0.009, 0.9, 8", "0.5, 0.5, -1"})
  void smallerLevelsGetLongerFingerprints(double share, double largest, int more) {
    assertEquals(more, PerLevelPolicy.moreBits(share, largest));
  }

  @ParameterizedTest
  @CsvSource({"0.4, 0.4", "0.2, 0.4"})
  void withoutALargestLevelThereIsNothingToShareOut(double share, double largest) {
    assertEquals(0, PerLevelPolicy.moreBits(share, largest));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cuckoo(0.001)",
        "semiSortedCuckoo(0.001)",
        "windowedCuckoo(0.001)",
        "windowedCuckoo(0.0009287)"
      })
  void eachLevelsFilterIsOfItsWidth(String uniform) {
    FilterPolicy policy = FilterPolicy.parse("perLevel(" + uniform + ")");
    double rate = rate(FilterPolicy.parse(uniform));
    assertEquals(2 * rate, rate(policy.atLevel(0.9, 0.9)), 0.01 * rate);
    assertEquals(rate / 32, rate(policy.atLevel(0.09, 0.9)), 0.01 * rate);
    assertEquals(2 * rate, rate(policy), 0.01 * rate);
  }

  private double rate(FilterPolicy policy) {
    byte[] block = policy.build(random.longs(95_000).toArray(), 95_000, random.nextLong());
    return Filters.open(block, 0, block.length).expectedFalsePositiveRate();
  }

  @Test
  void widthsStayWithinTheLayoutsLimits() {
    FilterPolicy longest = FilterPolicy.parse("perLevel(windowedCuckoo(2e-8))");
    assertEquals(1.4e-8, rate(longest.atLevel(0.001, 0.999)), 0.1e-8);
    FilterPolicy shortest = FilterPolicy.parse("perLevel(windowedCuckoo(0.5))");
    assertEquals(0.0306, rate(shortest.atLevel(1, 1)), 0.001);
    FilterPolicy plain = FilterPolicy.parse("perLevel(cuckoo(0.5))");
    assertEquals(0.408, rate(plain.atLevel(1, 1)), 0.001);
    FilterPolicy semiSorted = FilterPolicy.parse("perLevel(semiSortedCuckoo(0.5))");
    assertEquals(0.221, rate(semiSorted.atLevel(1, 1)), 0.001);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bloom(10)", "none()", "perLevel(cuckoo(0.001))"})
  void onlyCuckooPoliciesCanBeSpentByLevel(String policy) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> FilterPolicy.perLevel(FilterPolicy.parse(policy)));
    assertTrue(String.valueOf(e.getMessage()).contains("such as windowedCuckoo"));
  }

  @Test
  void anyOtherPolicyIsTheSameAtEveryLevel() {
    FilterPolicy policy = FilterPolicy.bloom(10);
    assertEquals(policy, policy.atLevel(0.01, 0.9));
  }
}
