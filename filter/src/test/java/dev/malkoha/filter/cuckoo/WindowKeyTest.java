package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowKeyTest {

  @Test
  void eachWindowGivesTheOtherForEverySmallNumberOfWindows() {
    for (int windows = 1; windows <= 1000; windows++) {
      for (long fingerprint : new long[] {1, 2, 3, 30, 31, 510, 511, 4095, (1L << 26) - 1}) {
        for (int first = 0; first < windows; first++) {
          check(first, fingerprint, windows);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1 << 20, 1_000_003, 1L << 31, Integer.MAX_VALUE})
  void alsoForLargeNumbers(long windows) {
    SplittableRandom random = new SplittableRandom(Trials.seed());
    for (int i = 0; i < 100_000; i++) {
      long mixed = random.nextLong();
      long first = WindowKey.first(mixed, windows);
      assertTrue(first >= 0 && first < windows, () -> Trials.replay(WindowKeyTest.class));
      check(first, PartialKey.fingerprint(mixed, 511), windows);
    }
  }

  private static void check(long first, long fingerprint, long windows) {
    long second = WindowKey.second(first, fingerprint, windows);
    if (second < 0
        || second >= windows
        || WindowKey.firstOf(second, 1, fingerprint, windows) != first
        || WindowKey.firstOf(first, 0, fingerprint, windows) != first) {
      throw new AssertionError(first + " of " + windows + ", fingerprint " + fingerprint);
    }
  }

  @Test
  void bothWindowsAreEvenlySpread() {
    SplittableRandom random = new SplittableRandom(Trials.seed());
    int windows = 10;
    int keys = 1_000_000;
    long[] counts = new long[2 * windows];
    for (int i = 0; i < keys; i++) {
      long mixed = random.nextLong();
      long first = WindowKey.first(mixed, windows);
      counts[(int) first]++;
      counts[windows + (int) WindowKey.second(first, PartialKey.fingerprint(mixed, 31), windows)]++;
    }
    for (long count : counts) {
      assertEquals(
          keys / (double) windows,
          (double) count,
          0.02 * keys / windows,
          Trials.replay(WindowKeyTest.class));
    }
  }
}
