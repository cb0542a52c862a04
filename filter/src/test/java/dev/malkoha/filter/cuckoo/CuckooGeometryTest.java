package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CuckooGeometryTest {

  @ParameterizedTest
  @CsvSource({
    "0.5, 4",
    "0.03, 8",
    "0.01, 10",
    "0.002, 12",
    "0.001, 13",
    "1.2e-4, 16",
    "1.8e-9, 32"
  })
  void theFingerprintIsTheNarrowestThatKeepsTheRate(double rate, int bits) {
    assertEquals(bits, CuckooRates.fingerprintBitsFor(rate, 4));
    assertTrue(rateAtTarget(bits) <= rate);
    if (bits > CuckooGeometry.MIN_FINGERPRINT_BITS) {
      assertTrue(rateAtTarget(bits - 1) > rate);
    }
  }

  private static double rateAtTarget(int bits) {
    return CuckooGeometry.forKeys(950_000_000, bits, 4).falsePositiveRate(950_000_000);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.1, 0.51, 1, 1e-12, Double.NaN, Double.POSITIVE_INFINITY})
  void aRateOutOfRangeIsRefused(double rate) {
    assertThrows(IllegalArgumentException.class, () -> CuckooRates.fingerprintBitsFor(rate, 4));
  }

  @Test
  void sizesAreComputedInLongs() {
    CuckooGeometry large = new CuckooGeometry(32, 4, 130_000_000);
    assertEquals(130_000_000L * 16 + 8, large.payloadBytes());
    assertTrue(large.fits());
    assertFalse(new CuckooGeometry(32, 4, 135_000_000).fits());
    assertFalse(new CuckooGeometry(32, 4, 1L << 60).fits());
    assertFalse(CuckooGeometry.forKeys(Integer.MAX_VALUE, 12, 4).fits());
  }

  @Test
  void thereIsAlwaysABucketAndGrowthAlwaysGrows() {
    assertEquals(1, CuckooGeometry.forKeys(0, 12, 4).buckets());
    assertEquals(2, CuckooGeometry.forKeys(0, 12, 4).grown().buckets());
    assertEquals(1010, new CuckooGeometry(12, 4, 1000).grown().buckets());
  }
}
