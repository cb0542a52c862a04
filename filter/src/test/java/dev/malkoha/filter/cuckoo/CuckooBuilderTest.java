package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.Filters;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.SaltedHash;
import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CuckooBuilderTest {

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  @Test
  void everyKeyIsFoundForEveryWidthAndSmallSize() {
    for (int bits = 4; bits <= 32; bits++) {
      for (int count = 0; count <= 100; count++) {
        checkFoundExactlyOnce(bits, count);
      }
    }
  }

  @Test
  void everyKeyIsFoundForEveryWidthAndRandomSizes() {
    for (int bits = 4; bits <= 32; bits++) {
      for (int round = 0; round < 3; round++) {
        checkFoundExactlyOnce(bits, random.nextInt(100_000));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 12, 17})
  void everyKeyOfAMillionIsFound(int bits) {
    checkFoundExactlyOnce(bits, 1_000_000);
  }

  /** Every key is found, and each has a slot of its own. */
  private void checkFoundExactlyOnce(int bits, int count) {
    long[] hashes = random.longs(count).toArray();
    byte[] block = build(bits, hashes, random.nextLong());
    Filter filter = openSound(block);
    for (long hash : hashes) {
      assertTrue(filter.mayContain(hash), this::replay);
    }
    assertEquals(count, BlockContents.used(block), this::replay);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 12, 32})
  void eightEqualHashesEachKeepASlot(int bits) {
    long[] hashes = random.longs(1000).toArray();
    Arrays.fill(hashes, 100, 108, hashes[0]);
    hashes[0] = random.nextLong();
    byte[] block = build(bits, hashes, random.nextLong());
    Filter filter = openSound(block);
    for (long hash : hashes) {
      assertTrue(filter.mayContain(hash), this::replay);
    }
    assertEquals(1000, BlockContents.used(block), this::replay);
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 10, 5000})
  void moreThanEightEqualHashesGiveAnAlwaysMaybeBlock(int equal) {
    long[] hashes = random.longs(5000).toArray();
    Arrays.fill(hashes, 0, equal, hashes[17]);
    checkAlwaysMaybe(hashes);
  }

  @Test
  void nothingButGroupsOfEightEqualHashesGivesAnAlwaysMaybeBlock() {
    long[] hashes = random.longs(80_000).toArray();
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = hashes[i & ~7];
    }
    checkAlwaysMaybe(hashes);
  }

  private void checkAlwaysMaybe(long[] hashes) {
    byte[] block = build(12, hashes, random.nextLong());
    Filter filter = Filters.open(block, 0, block.length);
    assertEquals("always-maybe", filter.kind(), this::replay);
    assertTrue(filter.problem().contains("no placement"), filter.problem());
    assertEquals(hashes.length, filter.keys());
    assertEquals(block.length, filter.sizeBytes());
    for (long hash : hashes) {
      assertTrue(filter.mayContain(hash));
    }
    assertTrue(filter.mayContain(random.nextLong()));
  }

  /** Distinct hashes that all want the same eight slots: another salt parts them. */
  @Test
  void hashesThatCollideUnderTheGivenSaltAreSaltedAnew() {
    long salt = random.nextLong();
    long[] hashes = random.longs(100).toArray();
    long buckets = CuckooGeometry.forKeys(hashes.length, 4, 4).buckets();
    for (int i = 0; i < 9; i++) {
      while (PartialKey.bucket(SaltedHash.mix(hashes[i], SaltedHash.key(salt)), buckets) != 0
          || PartialKey.fingerprint(SaltedHash.mix(hashes[i], SaltedHash.key(salt)), 15) != 1) {
        hashes[i] = random.nextLong();
      }
    }
    byte[] block = build(4, hashes, salt);
    Filter filter = openSound(block);
    assertNotEquals(salt, BlockHeader.read(block, 0).salt());
    for (long hash : hashes) {
      assertTrue(filter.mayContain(hash), this::replay);
    }
  }

  /** 272 MB of payload: the last slots lie beyond bit 2^31. */
  @Test
  void bitOffsetsBeyondAnIntAreReached() {
    long[] hashes = random.longs(2000).toArray();
    long buckets = 17_000_000;
    CuckooGeometry geometry = new CuckooGeometry(32, 4, buckets);
    long salt = random.nextLong();
    byte[] block = new OfflineBuild(hashes, hashes.length).build(geometry, salt);
    Filter filter = openSound(block);
    long far = 0;
    for (long hash : hashes) {
      assertTrue(filter.mayContain(hash), this::replay);
      far += (PartialKey.bucket(SaltedHash.mix(hash, SaltedHash.key(salt)), buckets) * 128) >>> 31;
    }
    assertTrue(far > 0, this::replay);
    assertEquals(0, random.longs(100_000).filter(filter::mayContain).count(), this::replay);
  }

  @Test
  void theBytesAreAFunctionOfHashesAndSalt() {
    long[] hashes = random.longs(10_000).toArray();
    long[] longer = Arrays.copyOf(hashes, 11_000);
    long salt = random.nextLong();
    byte[] block = build(12, hashes, salt);
    assertArrayEquals(block, build(12, hashes.clone(), salt), this::replay);
    assertArrayEquals(
        block,
        new OfflineBuild(longer, 10_000).build(CuckooGeometry.forKeys(10_000, 12, 4), salt),
        this::replay);
    assertNotEquals(
        Arrays.hashCode(block), Arrays.hashCode(build(12, hashes, salt + 1)), this::replay);
  }

  private static byte[] build(int bits, long[] hashes, long salt) {
    CuckooGeometry geometry = CuckooGeometry.forKeys(hashes.length, bits, 4);
    return new OfflineBuild(hashes, hashes.length).build(geometry, salt);
  }

  private Filter openSound(byte[] block) {
    Filter filter = Filters.open(block, 0, block.length);
    assertEquals("cuckoo", filter.kind(), this::replay);
    assertEquals("", filter.problem(), this::replay);
    return filter;
  }

  private String replay() {
    return Trials.replay(CuckooBuilderTest.class);
  }
}
