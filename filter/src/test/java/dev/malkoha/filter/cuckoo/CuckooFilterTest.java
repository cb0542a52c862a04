package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.Filters;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterKind;
import dev.malkoha.filter.block.SaltedHash;
import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CuckooFilterTest {

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  static Stream<Layout> shapes() {
    return Stream.of(
        new CuckooGeometry(12, 2, 500),
        new CuckooGeometry(12, 4, 251),
        new CuckooGeometry(17, 4, 250),
        new CuckooGeometry(8, 8, 125),
        new CuckooGeometry(12, 8, 124),
        CuckooGeometry.semiSorted(7, 250),
        CuckooGeometry.semiSorted(13, 251),
        CuckooGeometry.semiSorted(20, 250),
        new WindowGeometry(7, 1000),
        new WindowGeometry(13, 1001),
        new WindowGeometry(14, 1003),
        new WindowGeometry(26, 1000));
  }

  private static CuckooFilter empty(Layout shape, long salt) {
    BlockHeader header = shape.header(salt, 0);
    return switch (header.kind()) {
      case SEMI_SORTED_CUCKOO -> CuckooFilter.semiSorted(header.width(), header.buckets(), salt);
      case WINDOWED_CUCKOO -> CuckooFilter.windowed(header.width(), header.buckets(), salt);
      default -> CuckooFilter.plain(header.width(), header.bucketSlots(), header.buckets(), salt);
    };
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aFilterFillsToItsLoadKeepsAllAndForgetsAll(Layout shape) {
    CuckooFilter filter = empty(shape, random.nextLong());
    byte[] emptyBlock = filter.seal().clone();
    long[] added = random.longs(2 * shape.slots()).filter(filter::add).toArray();
    assertEquals(added.length, filter.size());
    double least = targetLoad(shape) - 0.06;
    assertTrue(filter.loadFactor() > least, () -> filter.loadFactor() + ", " + replay());
    assertEquals((double) added.length / shape.slots(), filter.loadFactor());
    for (long hash : added) {
      assertTrue(filter.contains(hash), this::replay);
    }
    for (int i = 0; i < added.length; i++) {
      assertTrue(filter.remove(added[i]), this::replay);
      assertEquals(added.length - i - 1, filter.size());
    }
    assertEquals(added.length, filter.removed());
    byte[] block = filter.seal();
    assertArrayEquals(payload(emptyBlock), payload(block), this::replay);
    assertFalse(filter.remove(added[0]));
  }

  private static double targetLoad(Layout shape) {
    return shape instanceof CuckooGeometry plain
        ? CuckooRates.targetLoad(plain.bucketSlots())
        : WindowGeometry.TARGET_LOAD;
  }

  private static byte[] payload(byte[] block) {
    return Arrays.copyOfRange(block, BlockHeader.BYTES, block.length);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void asManyEqualHashesFitAsBucketsHaveSlotsAndEachIsRemovedOnce(Layout shape) {
    for (int round = 0; round < 50; round++) {
      CuckooFilter filter = empty(shape, random.nextLong());
      long hash = random.nextLong();
      int copies = 0;
      while (filter.add(hash)) {
        copies++;
      }
      assertEquals(slotsOf(hash, filter.seal()), copies, this::replay);
      assertTrue(copies <= shape.mostEqual(), this::replay);
      assertEquals(copies, filter.size());
      for (; copies > 0; copies--) {
        assertTrue(filter.contains(hash), this::replay);
        assertTrue(filter.remove(hash), this::replay);
        assertEquals(copies - 1, filter.size());
      }
      assertFalse(filter.contains(hash), this::replay);
      assertFalse(filter.remove(hash), this::replay);
    }
  }

  /** How many slots the hash's two buckets have, which may be the same or overlap. */
  private static int slotsOf(long hash, byte[] block) {
    BlockHeader header = BlockHeader.read(block, 0);
    int slots = header.bucketSlots();
    long mixed = SaltedHash.mix(hash, SaltedHash.key(header.salt()));
    long fingerprints = CuckooGeometry.fingerprints(header.width());
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
    if (header.kind() == FilterKind.WINDOWED_CUCKOO) {
      long first = WindowKey.first(mixed, header.buckets() - 1);
      long second = WindowKey.second(first, fingerprint, header.buckets() - 1);
      return (int) (slots + Math.min(slots, Math.abs(first - second)));
    }
    long first = PartialKey.bucket(mixed, header.buckets());
    long second = PartialKey.alternate(first, fingerprint, header.buckets());
    return first == second ? slots : 2 * slots;
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void theRateIsTheExpectedOneAndFallsWithDeletes(Layout shape) {
    CuckooFilter filter = empty(shape, random.nextLong());
    long[] added = random.longs(shape.slots() * 8 / 10).filter(filter::add).toArray();
    checkRate(filter);
    for (int i = 0; i < added.length / 2; i++) {
      filter.remove(added[i]);
    }
    checkRate(filter);
  }

  private void checkRate(CuckooFilter filter) {
    int asked = 1_000_000;
    double expected = asked * filter.expectedFalsePositiveRate();
    long maybes = random.longs(asked).filter(filter::contains).count();
    assertEquals(
        expected, (double) maybes, 0.15 * expected + 6 * Math.sqrt(expected) + 3, this::replay);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aSealedFilterIsATablesFilterAndGoesOnWithoutACopy(Layout shape) {
    CuckooFilter filter = empty(shape, random.nextLong());
    long[] added = random.longs(shape.slots() / 2).filter(filter::add).toArray();
    filter.remove(added[0]);
    byte[] block = filter.seal();
    assertSame(block, filter.seal());
    assertEquals(block.length, filter.sizeBytes());
    Filter view = Filters.open(block, 0, block.length);
    assertEquals("", view.problem());
    assertEquals(shape.header(0, 0).kind().label(), view.kind());
    assertEquals(filter.size(), view.keys());
    assertEquals(filter.expectedFalsePositiveRate(), view.expectedFalsePositiveRate());
    CuckooFilter reopened = CuckooFilter.open(block);
    assertEquals(added.length - 1, reopened.size());
    assertEquals(1, reopened.removed());
    long more = random.nextLong();
    assertTrue(reopened.add(more));
    assertSame(block, reopened.seal());
    assertTrue(view.mayContain(more), "the view reads the same bytes");
    assertEquals(added.length, Filters.open(block, 0, block.length).keys());
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aTablesFilterGoesOn(Layout shape) {
    long[] hashes = random.longs(shape.slots() * 3 / 4).toArray();
    byte[] block = new OfflineBuild(hashes, hashes.length).build(shape, random.nextLong());
    CuckooFilter filter = CuckooFilter.open(block);
    assertEquals(hashes.length, filter.size());
    long more = random.nextLong();
    assertTrue(filter.add(more), this::replay);
    for (long hash : hashes) {
      assertTrue(filter.contains(hash), this::replay);
      assertTrue(filter.remove(hash), this::replay);
    }
    assertTrue(filter.contains(more), this::replay);
    assertEquals(1, filter.size());
  }

  /** Of 400 filters of each size fewer than five may be full before the last key. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5, 15, 30, 100, 1000, 10_000})
  void aFilterForSoManyKeysHasRoomForThem(int keys) {
    int full = 0;
    int rounds = Math.max(10, Math.min(400, 200_000 / (keys + 1)));
    for (int round = 0; round < rounds; round++) {
      CuckooFilter filter = CuckooFilter.forKeys(keys, 0.002, random.nextLong());
      assertEquals(12, filter.fingerprintBits());
      full += random.longs(keys).allMatch(filter::add) ? 0 : 1;
      assertTrue(filter.expectedFalsePositiveRate() <= 0.002);
    }
    assertTrue(full < 5, this::replay);
  }

  @Test
  void equalHistoriesGiveEqualBytes() {
    long salt = random.nextLong();
    long[] hashes = random.longs(1000).toArray();
    byte[][] blocks = new byte[2][];
    for (int i = 0; i < 2; i++) {
      CuckooFilter filter = CuckooFilter.forKeys(hashes.length, 0.01, salt);
      Arrays.stream(hashes).forEach(filter::add);
      blocks[i] = filter.seal();
    }
    assertArrayEquals(blocks[0], blocks[1]);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 4, 1, fingerprints of 0 bits",
    "33, 4, 1, fingerprints of 33 bits",
    "12, 3, 1, buckets of 3 slots",
    "12, 0, 1, buckets of 0 slots",
    "12, 16, 1, buckets of 16 slots",
    "12, 4, 0, at least one bucket",
    "12, 4, -1, at least one bucket",
    "32, 8, 100000000, too many",
    "1, 8, 1000000000, too many",
    "12, 4, 9223372036854775807, too many"
  })
  void aShapeOutOfRangeIsRefused(int bits, int slots, long buckets, String message) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> CuckooFilter.plain(bits, slots, buckets, 1));
    assertTrue(String.valueOf(refused.getMessage()).contains(message), refused.getMessage());
  }

  @Test
  void otherParametersOutOfRangeAreRefusedToo() {
    Class<IllegalArgumentException> refused = IllegalArgumentException.class;
    assertThrows(refused, () -> CuckooFilter.semiSorted(4, 1, 1));
    assertThrows(refused, () -> CuckooFilter.semiSorted(33, 1, 1));
    assertThrows(refused, () -> CuckooFilter.windowed(4, 10, 1));
    assertThrows(refused, () -> CuckooFilter.windowed(27, 10, 1));
    assertThrows(refused, () -> CuckooFilter.windowed(9, 1, 1));
    assertThrows(refused, () -> CuckooFilter.windowed(9, 0, 1));
    assertThrows(refused, () -> CuckooFilter.windowed(9, -5, 1));
    assertThrows(refused, () -> CuckooFilter.windowed(5, 1L << 31, 1));
    assertThrows(refused, () -> CuckooFilter.windowed(26, 700_000_000, 1));
    assertThrows(refused, () -> CuckooFilter.windowed(9, Long.MAX_VALUE, 1));
    assertThrows(refused, () -> CuckooFilter.forKeys(-1, 0.01, 1));
    assertThrows(refused, () -> CuckooFilter.forKeys(10, 0, 1));
    assertThrows(refused, () -> CuckooFilter.forKeys(1L << 60, 0.01, 1));
    long[] hashes = new long[3];
    assertThrows(refused, () -> CuckooFilter.build(12, 5, hashes, 3, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> CuckooFilter.build(12, 4, hashes, 4, 1));
  }

  private String replay() {
    return Trials.replay(CuckooFilterTest.class);
  }
}
