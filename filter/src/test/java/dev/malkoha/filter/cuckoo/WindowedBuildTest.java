package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.Filters;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.SaltedHash;
import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowedBuildTest {

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  @ParameterizedTest
  @ValueSource(ints = {5, 9, 14, 15, 26})
  void everyKeyHasASlotOfItsOwnInOneOfItsWindows(int bits) {
    for (int count : new int[] {0, 1, 2, 3, 10, 1000, 50_000}) {
      long[] hashes = random.longs(count).toArray();
      byte[] block = build(bits, hashes, random.nextLong());
      assertArrayEquals(placesWanted(block, hashes), placesHeld(block), this::replay);
    }
  }

  /** First window and fingerprint of each hash, sorted. */
  private static long[] placesWanted(byte[] block, long[] hashes) {
    BlockHeader header = BlockHeader.read(block, 0);
    WindowGeometry geometry = new WindowGeometry(header.width(), header.buckets());
    long key = SaltedHash.key(header.salt());
    return Arrays.stream(hashes)
        .map(hash -> SaltedHash.mix(hash, key))
        .map(
            mixed ->
                WindowKey.first(mixed, geometry.windows()) << 32
                    | PartialKey.fingerprint(mixed, geometry.fingerprints()))
        .sorted()
        .toArray();
  }

  /** First window and fingerprint that each slot in use tells of, sorted. */
  private static long[] placesHeld(byte[] block) {
    BlockHeader header = BlockHeader.read(block, 0);
    WindowGeometry geometry = new WindowGeometry(header.width(), header.buckets());
    SlotArray slots = new SlotArray(block, BlockHeader.BYTES, geometry.slotBits());
    long[] held = new long[Math.toIntExact(geometry.slots())];
    int used = 0;
    for (long slot = 0; slot < geometry.slots(); slot++) {
      long content = slots.get(slot);
      if (content != 0) {
        long fingerprint = content & geometry.fingerprints();
        int tag = (int) (content >>> geometry.fingerprintBits());
        long first = WindowKey.firstOf(slot - (tag & 1), tag >> 1, fingerprint, geometry.windows());
        held[used++] = first << 32 | fingerprint;
      }
    }
    long[] places = Arrays.copyOf(held, used);
    Arrays.sort(places);
    return places;
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 9, 26})
  void fourEqualHashesEachKeepASlot(int bits) {
    long[] hashes = random.longs(1000).toArray();
    Arrays.fill(hashes, 100, 104, hashes[0]);
    hashes[0] = random.nextLong();
    byte[] block = build(bits, hashes, random.nextLong());
    openSound(block);
    assertArrayEquals(placesWanted(block, hashes), placesHeld(block), this::replay);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 6, 1000})
  void moreThanFourEqualHashesGiveAnAlwaysMaybeBlock(int equal) {
    long[] hashes = random.longs(5000).toArray();
    Arrays.fill(hashes, 0, equal, hashes[17]);
    byte[] block = build(9, hashes, random.nextLong());
    Filter filter = Filters.open(block, 0, block.length);
    assertEquals("always-maybe", filter.kind(), this::replay);
    assertTrue(filter.problem().contains("no placement"), filter.problem());
    assertEquals(hashes.length, filter.keys());
    assertTrue(filter.mayContain(random.nextLong()));
  }

  /** Distinct hashes that all want the same four slots: another salt parts them. */
  @Test
  void hashesThatCollideUnderTheGivenSaltAreSaltedAnew() {
    long salt = random.nextLong();
    long key = SaltedHash.key(salt);
    long[] hashes = random.longs(100).toArray();
    long windows = WindowGeometry.forKeys(hashes.length, 5).windows();
    for (int i = 0; i < 5; i++) {
      while (WindowKey.first(SaltedHash.mix(hashes[i], key), windows) != 7
          || PartialKey.fingerprint(SaltedHash.mix(hashes[i], key), 31) != 1) {
        hashes[i] = random.nextLong();
      }
    }
    byte[] block = build(5, hashes, salt);
    openSound(block);
    assertNotEquals(salt, BlockHeader.read(block, 0).salt());
    assertArrayEquals(placesWanted(block, hashes), placesHeld(block), this::replay);
  }

  @Test
  void theBytesAreAFunctionOfHashesAndSalt() {
    long[] hashes = random.longs(10_000).toArray();
    long salt = random.nextLong();
    byte[] block = build(9, hashes, salt);
    assertArrayEquals(block, build(9, hashes.clone(), salt), this::replay);
    long[] longer = Arrays.copyOf(hashes, 11_000);
    assertArrayEquals(
        block, FilterPolicy.windowedCuckoo(0.002).build(longer, 10_000, salt), this::replay);
    assertNotEquals(
        Arrays.hashCode(block), Arrays.hashCode(build(9, hashes, salt + 1)), this::replay);
  }

  private static byte[] build(int bits, long[] hashes, long salt) {
    return new OfflineBuild(hashes, hashes.length)
        .build(WindowGeometry.forKeys(hashes.length, bits), salt);
  }

  private Filter openSound(byte[] block) {
    Filter filter = Filters.open(block, 0, block.length);
    assertEquals("windowed-cuckoo", filter.kind(), this::replay);
    assertEquals("", filter.problem(), this::replay);
    return filter;
  }

  private String replay() {
    return Trials.replay(WindowedBuildTest.class);
  }
}
