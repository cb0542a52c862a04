package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.Filters;
import dev.malkoha.filter.block.SaltedHash;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CuckooMapTest {

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  /** Exactly the values of the pairs with the same fingerprint and pair of buckets. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 9, 12, 16, 17, 24, 31, 32})
  void itIsTheMultimapThroughAnyHistory(int bits) {
    for (int valueBits : new int[] {1, 3, 4, 8, 11, 16}) {
      for (int buckets : new int[] {1, 2, 3, 7, 16}) {
        run(bits, valueBits, buckets);
      }
    }
  }

  private void run(int bits, int valueBits, int buckets) {
    long salt = random.nextLong();
    CuckooMap map = CuckooMap.of(bits, valueBits, buckets, salt);
    Map<List<Long>, List<Integer>> model = new HashMap<>();
    long[] hashes = random.longs(buckets * 6L).toArray();
    long size = 0;
    for (int step = 0; step < 300; step++) {
      long hash = hashes[random.nextInt(hashes.length)];
      int value = random.nextInt(Math.min(3, 1 << valueBits)) << (valueBits - 1) >>> 1;
      List<Integer> values =
          model.computeIfAbsent(key(hash, bits, buckets, salt), k -> new ArrayList<>());
      if (random.nextInt(5) < 3) {
        List<List<Long>> before = BlockContents.of(map.seal());
        if (map.add(hash, value)) {
          values.add(value);
          size++;
        } else {
          assertEquals(before, BlockContents.of(map.seal()), this::replay);
        }
      } else {
        boolean present = values.remove(Integer.valueOf(value));
        assertEquals(present, map.remove(hash, value), this::replay);
        size -= present ? 1 : 0;
      }
      if (step % 50 == 0) {
        map = CuckooMap.open(map.seal());
      }
      checkValues(map, hash, values);
      assertEquals(size, map.size(), this::replay);
    }
    for (long hash : hashes) {
      checkValues(map, hash, model.getOrDefault(key(hash, bits, buckets, salt), List.of()));
    }
  }

  private void checkValues(CuckooMap map, long hash, List<Integer> values) {
    int[] expected = values.stream().mapToInt(Integer::intValue).sorted().toArray();
    int[] actual = Arrays.stream(map.values(hash)).sorted().toArray();
    assertArrayEquals(expected, actual, this::replay);
    assertEquals(actual.length > 0, map.contains(hash), this::replay);
  }

  private static List<Long> key(long hash, int bits, int buckets, long salt) {
    long mixed = SaltedHash.mix(hash, SaltedHash.key(salt));
    long fingerprint = PartialKey.fingerprint(mixed, CuckooGeometry.fingerprints(bits));
    long first = PartialKey.bucket(mixed, buckets);
    long second = PartialKey.alternate(first, fingerprint, buckets);
    return List.of(fingerprint, Math.min(first, second), Math.max(first, second));
  }

  /** "1 + e values on average for each existing item and e for each non-existing one." */
  @Test
  void aHashGetsItsValueAndFewOthers() {
    int keys = 9500;
    CuckooMap map = CuckooMap.of(10, 16, 2500, random.nextLong());
    long[] hashes = random.longs(keys).toArray();
    for (int i = 0; i < keys; i++) {
      assertTrue(map.add(hashes[i], i), this::replay);
    }
    assertEquals(0.95, map.loadFactor());
    long candidates = 0;
    for (int i = 0; i < keys; i++) {
      int value = i;
      int[] values = map.values(hashes[i]);
      assertTrue(Arrays.stream(values).anyMatch(v -> v == value), this::replay);
      candidates += values.length;
    }
    assertEquals(1 + 7.6 / 1023, candidates / (double) keys, 0.006, this::replay);
    double absent = random.longs(100_000).map(h -> map.values(h).length).average().orElse(9);
    assertEquals(7.6 / 1023, absent, 0.0025, this::replay);
    assertEquals(map.expectedFalsePositiveRate(), absent, 0.0025, this::replay);
  }

  @Test
  void asAFilterItAnswersForTheHashes() {
    CuckooMap map = CuckooMap.of(12, 5, 300, random.nextLong());
    long[] hashes = random.longs(1000).toArray();
    Arrays.stream(hashes).forEach(hash -> map.add(hash, (int) (hash & 31)));
    assertTrue(map.remove(hashes[0], (int) (hashes[0] & 31)));
    byte[] block = map.seal();
    assertSame(block, map.seal());
    assertEquals(block.length, map.sizeBytes());
    Filter filter = Filters.open(block, 0, block.length);
    assertEquals("", filter.problem());
    assertEquals("cuckoo-map", filter.kind());
    assertEquals(999, filter.keys());
    assertEquals(map.expectedFalsePositiveRate(), filter.expectedFalsePositiveRate());
    for (int i = 1; i < hashes.length; i++) {
      assertTrue(filter.mayContain(hashes[i]), this::replay);
    }
    int asked = 1_000_000;
    double rate = random.longs(asked).filter(filter::mayContain).count() / (double) asked;
    assertEquals(filter.expectedFalsePositiveRate(), rate, 0.0005, this::replay);
    CuckooMap reopened = CuckooMap.open(block);
    assertEquals(5, reopened.valueBits());
    assertEquals(12, reopened.fingerprintBits());
    assertEquals(999, reopened.size());
  }

  @ParameterizedTest
  @CsvSource({"0, 4, 1", "33, 4, 1", "12, 0, 1", "12, 17, 1", "12, 4, 0", "32, 16, 1000000000"})
  void aShapeOutOfRangeIsRefused(int bits, int valueBits, long buckets) {
    assertThrows(IllegalArgumentException.class, () -> CuckooMap.of(bits, valueBits, buckets, 1));
  }

  @Test
  void aValueOutOfRangeIsRefused() {
    CuckooMap map = CuckooMap.of(12, 4, 10, 1);
    assertThrows(IllegalArgumentException.class, () -> map.add(1, 16));
    assertThrows(IllegalArgumentException.class, () -> map.add(1, -1));
    assertThrows(IllegalArgumentException.class, () -> map.remove(1, 16));
    assertEquals(0, map.size());
    assertFalse(map.contains(1));
    assertTrue(map.add(1, 15));
    assertArrayEquals(new int[] {15}, map.values(1));
  }

  private String replay() {
    return Trials.replay(CuckooMapTest.class);
  }
}
