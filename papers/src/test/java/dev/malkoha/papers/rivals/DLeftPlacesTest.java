package dev.malkoha.papers.rivals;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DLeftPlacesTest {

  /** Every place of a subtable is the place of exactly one fingerprint: no false deletions. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 9})
  void everySubtablePermutesTheFingerprints(int bucketBits) {
    DLeftPlaces places = new DLeftPlaces(bucketBits);
    int buckets = 1 << bucketBits;
    for (int subtable = 0; subtable < DLeftCountingBloomFilter.SUBTABLES; subtable++) {
      BitSet seen = new BitSet();
      for (int bucket = 0; bucket < buckets; bucket++) {
        for (int remainder = 1; remainder <= DLeftBucket.REMAINDERS; remainder++) {
          long there = DLeftPlaces.remainderIn(subtable, bucket, remainder);
          long bucketThere = places.bucketIn(subtable, bucket, there);
          assertTrue(there >= 1 && there <= DLeftBucket.REMAINDERS);
          assertTrue(bucketThere >= 0 && bucketThere < buckets);
          int place = (int) (bucketThere * DLeftBucket.REMAINDERS + there - 1);
          assertFalse(seen.get(place));
          seen.set(place);
        }
      }
    }
  }
}
