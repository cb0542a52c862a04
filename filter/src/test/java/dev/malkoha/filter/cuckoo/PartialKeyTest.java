package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartialKeyTest {

  private static final long LOW_32 = 0xFFFF_FFFFL;

  @Test
  void theAlternateOfTheAlternateIsTheBucketForEverySmallNumberOfBuckets() {
    long[] fingerprints =
        LongStream.concat(
                LongStream.rangeClosed(1, 15),
                LongStream.of(255, 256, 4095, 65535, 65536, (1L << 31) - 1, LOW_32))
            .toArray();
    for (int buckets = 1; buckets <= 2000; buckets++) {
      for (long fingerprint : fingerprints) {
        checkEveryBucket(buckets, fingerprint);
      }
    }
  }

  private static void checkEveryBucket(int buckets, long fingerprint) {
    for (int bucket = 0; bucket < buckets; bucket++) {
      long other = PartialKey.alternate(bucket, fingerprint, buckets);
      if (other < 0
          || other >= buckets
          || PartialKey.alternate(other, fingerprint, buckets) != bucket) {
        throw new AssertionError(bucket + " of " + buckets + ", fingerprint " + fingerprint);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 1 << 20, (1 << 20) + 1, 1_000_003, 1L << 30, (1L << 31) - 1, 1L << 31})
  void itIsAlsoForLargeNumbers(long buckets) {
    SplittableRandom random = new SplittableRandom(Trials.seed());
    for (int i = 0; i < 100_000; i++) {
      long mixed = random.nextLong();
      long fingerprint = PartialKey.fingerprint(mixed, LOW_32);
      long bucket = PartialKey.bucket(mixed, buckets);
      long other = PartialKey.alternate(bucket, fingerprint, buckets);
      assertTrue(bucket >= 0 && bucket < buckets, () -> Trials.replay(PartialKeyTest.class));
      assertTrue(other >= 0 && other < buckets, () -> Trials.replay(PartialKeyTest.class));
      assertEquals(
          bucket,
          PartialKey.alternate(other, fingerprint, buckets),
          () -> Trials.replay(PartialKeyTest.class));
    }
  }

  @Test
  void fingerprintsReachBothEndsAndNeverZero() {
    for (int bits = 4; bits <= 32; bits++) {
      long fingerprints = (1L << bits) - 1;
      assertEquals(1, PartialKey.fingerprint(0, fingerprints));
      assertEquals(1, PartialKey.fingerprint(~LOW_32, fingerprints), "high bits play no part");
      assertEquals(fingerprints, PartialKey.fingerprint(LOW_32, fingerprints));
      assertEquals(fingerprints, PartialKey.fingerprint(-1, fingerprints));
    }
  }

  /** Mapping 0 to 1 would make that fingerprint twice as likely as each other. */
  @Test
  void narrowFingerprintsAreEquallyLikely() {
    int fingerprints = 15;
    long[] first = new long[fingerprints + 1];
    for (int f = 1; f <= fingerprints; f++) {
      first[f] = ((f - 1) * (LOW_32 + 1) + fingerprints - 1) / fingerprints;
      assertEquals(f, PartialKey.fingerprint(first[f], fingerprints));
      assertEquals(Math.max(1, f - 1), PartialKey.fingerprint(Math.max(0, first[f] - 1), 15));
    }
    for (int f = 1; f < fingerprints; f++) {
      assertEquals((LOW_32 + 1) / 15.0, (double) (first[f + 1] - first[f]), 1.0);
    }
  }
}
