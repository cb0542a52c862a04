package dev.malkoha.filter.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BloomMathTest {

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "8, 6, 5", "10, 7, 6", "13, 9, 8", "16, 11, 9"})
  void probesAreThoseOfTheLowestRateOrNearlySo(int bitsPerKey, int standard, int blocked) {
    assertEquals(standard, BloomMath.standardProbes(bitsPerKey));
    assertEquals(blocked, BloomMath.blockedProbes(bitsPerKey, 512));
  }

  @Test
  void ratesAreThePublishedOnes() {
    assertEquals(0.00819, BloomMath.standardRate(10, 7), 0.00001);
    assertEquals(0.0019, BloomMath.standardRate(13, 9), 0.0001);
    assertEquals(0.0096, BloomMath.blockedRate(512, 51.2, 6), 0.0001);
    assertEquals(0, BloomMath.blockedRate(512, 0, 6));
  }

  @Test
  void aBlockOfMoreKeysThanCanBeIsSoonFoundFull() {
    assertEquals(1, BloomMath.blockedRate(512, 4e9, 1));
    assertEquals(0.745, BloomMath.blockedRate(512, 700, 1), 0.001);
    assertEquals(0.745, BloomMath.blockedRate(512, 700.5, 1), 0.001);
  }

  @Test
  void everyNumberOfBitsHasAllowedProbes() {
    for (int bits = BloomMath.MIN_BITS_PER_KEY; bits <= BloomMath.MAX_BITS_PER_KEY; bits++) {
      assertTrue(BloomMath.standardProbes(bits) <= BloomMath.MAX_PROBES);
      assertTrue(BloomMath.blockedProbes(bits, 512) <= BloomMath.standardProbes(bits));
    }
  }
}
