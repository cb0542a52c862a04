package dev.malkoha.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Space and false positive rates are what is claimed. */
class FilterQualityTest {

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cuckoo(0.45)",
        "cuckoo(0.03)",
        "cuckoo(0.01)",
        "cuckoo(0.002)",
        "cuckoo(0.001)",
        "windowedCuckoo(0.03)",
        "windowedCuckoo(0.01)",
        "semiSortedCuckoo(0.001)",
        "windowedCuckoo(0.002)",
        "windowedCuckoo(0.001)",
        "bloom(5)",
        "bloom(10)",
        "bloom(13)",
        "blockedBloom(5)",
        "blockedBloom(10)",
        "blockedBloom(13)"
      })
  void theMeasuredRateIsTheExpectedOne(String spec) {
    Filter filter = build(spec, 200_000);
    double expected = filter.expectedFalsePositiveRate();
    int asked = 2_000_000;
    double measured = random.longs(asked).filter(filter::mayContain).count() / (double) asked;
    assertTrue(
        measured < 1.2 * expected && measured > expected / 1.2,
        () -> measured + " for " + expected + ", " + Trials.replay(FilterQualityTest.class));
  }

  @ParameterizedTest
  @CsvSource({
    "cuckoo, 0.45",
    "cuckoo, 0.03",
    "cuckoo, 0.002",
    "cuckoo, 0.00012",
    "cuckoo, 1.8e-9",
    "windowedCuckoo, 0.45",
    "windowedCuckoo, 0.03",
    "windowedCuckoo, 0.002",
    "windowedCuckoo, 0.00012",
    "windowedCuckoo, 1.5e-8"
  })
  void aCuckooFilterKeepsTheRateItWasAskedFor(String kind, double rate) {
    for (int count : new int[] {1, 10, 1000, 33_333}) {
      Filter filter = build(kind + "(" + rate + ")", count);
      assertTrue(
          filter.expectedFalsePositiveRate() <= rate, () -> Trials.replay(FilterQualityTest.class));
    }
  }

  @Test
  void aCuckooFilterOfTwoPerMilleTakes1263BitsAKey() {
    Filter filter = build("cuckoo(0.002)", 500_000);
    assertEquals(
        12.63,
        filter.sizeBytes() * 8.0 / 500_000,
        0.01,
        () -> Trials.replay(FilterQualityTest.class));
    assertEquals(0.00185, filter.expectedFalsePositiveRate(), 0.00001);
  }

  @Test
  void aSemiSortedFilterTakesTheSameForHalfTheRate() {
    Filter filter = build("semiSortedCuckoo(0.001)", 500_000);
    assertEquals(
        12.63,
        filter.sizeBytes() * 8.0 / 500_000,
        0.01,
        () -> Trials.replay(FilterQualityTest.class));
    assertEquals(0.00093, filter.expectedFalsePositiveRate(), 0.00001);
  }

  @ParameterizedTest
  @CsvSource({"1000, 1.05", "10000, 1.01", "10007, 1.01", "65537, 1.01", "131073, 1.01"})
  void spaceFollowsTheFormulaForAnyNumberOfKeys(int keys, double factor) {
    double formulaBytes = keys * 12 / 0.95 / 8;
    Filter filter = build("cuckoo(0.002)", keys);
    assertTrue(
        filter.sizeBytes() <= factor * formulaBytes, () -> Trials.replay(FilterQualityTest.class));
  }

  @ParameterizedTest
  @CsvSource({"bloom(10), 100000", "blockedBloom(10), 100000", "bloom(13), 31"})
  void bloomFiltersTakeTheBitsTheyWereGiven(String spec, int keys) {
    double bits = Integer.parseInt(spec.replaceAll("\\D", ""));
    assertTrue(build(spec, keys).sizeBytes() <= keys * bits / 8 + 1 + 40 + 63);
  }

  private Filter build(String spec, int keys) {
    long[] hashes = random.longs(keys).toArray();
    byte[] block = FilterPolicy.parse(spec).build(hashes, keys, random.nextLong());
    Filter filter = Filters.open(block, 0, block.length);
    assertEquals("", filter.problem(), () -> Trials.replay(FilterQualityTest.class));
    return filter;
  }
}
