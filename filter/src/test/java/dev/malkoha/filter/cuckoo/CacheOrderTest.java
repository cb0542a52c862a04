package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.block.SaltedHash;
import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CacheOrderTest {

  private static final int KEYS = 50_000;
  private static final int PARTS = 1 << CacheOrder.BITS;

  private final SplittableRandom random = new SplittableRandom(Trials.seed());
  private final long[] hashes = random.longs(KEYS + 100).toArray();
  private final long salt = random.nextLong();

  static Stream<Layout> layouts() {
    return Stream.of(
        new CuckooGeometry(12, 4, 1).resized(KEYS),
        CuckooGeometry.semiSorted(13, 1).resized(KEYS),
        WindowGeometry.forKeys(KEYS, 9));
  }

  @Test
  void fewHashesAreLeftAsTheyAre() {
    assertSame(hashes, CacheOrder.of(hashes, KEYS, WindowGeometry.forKeys(KEYS, 9), salt));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void itHoldsTheSameHashesPartByPart(Layout layout) {
    long[] ordered = CacheOrder.ordered(hashes, KEYS, layout, salt);
    int[] parts = Arrays.stream(ordered).mapToInt(hash -> part(layout, hash)).toArray();
    int[] ascending = parts.clone();
    Arrays.sort(ascending);
    assertArrayEquals(ascending, parts, this::replay);
    assertEquals(0, parts[0]);
    assertEquals(PARTS * PARTS - 1, parts[KEYS - 1]);
    long[] given = Arrays.copyOf(hashes, KEYS);
    assertNotEquals(Arrays.hashCode(given), Arrays.hashCode(ordered), this::replay);
    Arrays.sort(given);
    Arrays.sort(ordered);
    assertArrayEquals(given, ordered, this::replay);
  }

  /** Within a part the second window is in one of two neighbouring parts of the filter. */
  @Test
  void theWindowsOfAPartAreNearEachOther() {
    WindowGeometry layout = new WindowGeometry(9, 4000 * PARTS + 1);
    for (int i = 0; i < KEYS; i++) {
      long mixed = SaltedHash.mix(hashes[i], SaltedHash.key(salt));
      long first = WindowKey.first(mixed, layout.windows());
      long fingerprint = PartialKey.fingerprint(mixed, layout.fingerprints());
      long second = WindowKey.second(first, fingerprint, layout.windows());
      int part = part(layout, hashes[i]);
      assertEquals(part / PARTS, first * PARTS / layout.windows(), this::replay);
      long beyond = second * PARTS / layout.windows() - (part / PARTS + part % PARTS);
      assertTrue(Math.floorMod(beyond, PARTS) <= 1, this::replay);
    }
  }

  /** As {@link #theWindowsOfAPartAreNearEachOther}, but the second bucket is a reflection. */
  @Test
  void theBucketsOfAPartAreNearEachOther() {
    CuckooGeometry layout = new CuckooGeometry(12, 4, 1000 * PARTS);
    for (int i = 0; i < KEYS; i++) {
      long mixed = SaltedHash.mix(hashes[i], SaltedHash.key(salt));
      long first = PartialKey.bucket(mixed, layout.buckets());
      long second =
          PartialKey.alternate(first, PartialKey.fingerprint(mixed, 4095), layout.buckets());
      int part = part(layout, hashes[i]);
      assertEquals(part / PARTS, first * PARTS / layout.buckets(), this::replay);
      long before = part % PARTS - part / PARTS - second * PARTS / layout.buckets();
      assertTrue(Math.floorMod(before, PARTS) <= 1, this::replay);
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void hashesInThisOrderFindPlacesAsWell(Layout layout) {
    long[] ordered = CacheOrder.ordered(hashes, KEYS, layout, salt);
    BlockHeader header = layout.header(salt, KEYS);
    byte[] block = FilterBlock.allocate(layout.payloadBytes());
    assertEquals(-1, layout.place(ordered, KEYS, header, block), this::replay);
    Filter filter = layout.open(header, block);
    for (int i = 0; i < KEYS; i++) {
      assertTrue(filter.mayContain(hashes[i]), this::replay);
    }
    assertEquals(KEYS, layout.openBuckets(block).used(), this::replay);
  }

  private int part(Layout layout, long hash) {
    return layout.part(SaltedHash.mix(hash, SaltedHash.key(salt)), CacheOrder.BITS);
  }

  private String replay() {
    return Trials.replay(CacheOrderTest.class);
  }
}
