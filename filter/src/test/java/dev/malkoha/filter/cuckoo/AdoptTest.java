package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.Filters;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.block.FilterKind;
import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that are no sound filter of the wanted kind are refused, whatever they are. */
class AdoptTest {

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  @ParameterizedTest
  @ValueSource(strings = {"bloom(10)", "blockedBloom(10)", "none()"})
  void aBlockOfAnotherKindIsRefused(String spec) {
    byte[] block = FilterPolicy.parse(spec).build(new long[] {1, 2}, 2, 3);
    checkRefused(block, "of kind " + (spec.equals("none()") ? "none" : "blo"));
  }

  @Test
  void mapsAndFiltersAreNotTakenForEachOther() {
    byte[] map = CuckooMap.of(12, 4, 10, 1).seal();
    byte[] filter = CuckooFilter.plain(16, 4, 10, 1).seal();
    assertEquals(
        "filter block of kind cuckoo-map, expected cuckoo or semi-sorted-cuckoo or windowed-cuckoo",
        refusal(CuckooFilter::open, map));
    assertEquals(
        "filter block of kind cuckoo, expected cuckoo-map", refusal(CuckooMap::open, filter));
  }

  static Stream<CuckooFilter> filters() {
    return Stream.of(
        CuckooFilter.plain(9, 4, 20, 1),
        CuckooFilter.semiSorted(9, 20, 2),
        CuckooFilter.windowed(9, 80, 3));
  }

  @ParameterizedTest
  @MethodSource("filters")
  void everyFlippedBitAndTruncationIsRefused(CuckooFilter filter) {
    random.longs(60).forEach(filter::add);
    byte[] block = filter.seal();
    for (int bit = 0; bit < block.length * 8; bit++) {
      block[bit >> 3] ^= (byte) (1 << (bit & 7));
      checkRefused(block, "");
      block[bit >> 3] ^= (byte) (1 << (bit & 7));
    }
    for (int length = 0; length < block.length; length++) {
      checkRefused(Arrays.copyOf(block, length), "");
    }
    assertEquals(60, CuckooFilter.open(block).size());
  }

  @Test
  void aCountThatIsNotTheContentsIsRefused() {
    CuckooFilter filter = CuckooFilter.plain(12, 4, 10, 5);
    filter.add(1);
    byte[] block = filter.seal();
    FilterBlock.seal(new CuckooGeometry(12, 4, 10).header(5, 0), block);
    checkRefused(block, "of 0 keys holds 1 fingerprints");
    FilterBlock.seal(new CuckooGeometry(12, 4, 10).header(5, 2), block);
    checkRefused(block, "of 2 keys holds 1 fingerprints");
  }

  /** A left slot of window -1, a right one of window 9 of 9, and tags without a fingerprint. */
  @ParameterizedTest
  @CsvSource({"0, 0x21", "0, 0x61", "9, 0x01", "9, 0x5f", "4, 0x20", "4, 0x40", "4, 0x60"})
  void aSlotThatNoKeyPutThereIsRefused(int slot, String content) {
    WindowGeometry shape = new WindowGeometry(5, 10);
    byte[] block = FilterBlock.allocate(shape.payloadBytes());
    new SlotArray(block, BlockHeader.BYTES, 7).set(slot, Long.decode(content));
    checkRefused(FilterBlock.seal(shape.header(5, 1), block), "no window");
    new SlotArray(block, BlockHeader.BYTES, 7).set(slot, slot == 9 ? 0x21 : 0x01);
    assertEquals(1, CuckooFilter.open(FilterBlock.seal(shape.header(5, 1), block)).size());
  }

  /** A filter that has seen more removals than it has slots is none the worse. */
  @ParameterizedTest
  @MethodSource("filters")
  void manyRemovalsAreNotTooManyKeys(CuckooFilter filter) {
    for (int i = 0; i < 1000; i++) {
      assertTrue(filter.add(i));
      assertTrue(filter.remove(i));
    }
    assertTrue(filter.add(7));
    byte[] block = filter.seal();
    assertEquals("", Filters.open(block, 0, block.length).problem());
    assertEquals(1000, CuckooFilter.open(block).removed());
  }

  /** With a right checksum and a right count, anything may be in the payload. */
  @Test
  void whateverIsAdoptedWorks() {
    int adopted = 0;
    for (int round = 0; round < 30_000; round++) {
      Layout shape = randomShape();
      byte[] block = FilterBlock.allocate(shape.payloadBytes());
      random.nextBytes(block);
      Arrays.fill(block, 9, 12, (byte) 0);
      FilterBlock.seal(shape.header(random.nextLong(), random.nextInt(5)), block);
      adopted += work(shape, block) ? 1 : 0;
    }
    int works = adopted;
    assertTrue(works > 300, () -> works + " adopted, " + Trials.replay(AdoptTest.class));
  }

  private Layout randomShape() {
    int bits = 1 + random.nextInt(32);
    int buckets = 1 + random.nextInt(random.nextBoolean() ? 2 : 10);
    return switch (random.nextInt(4)) {
      case 0 -> CuckooGeometry.semiSorted(Math.max(5, bits), buckets);
      case 1 -> new CuckooGeometry(bits, 2 << random.nextInt(3), buckets);
      case 2 -> new WindowGeometry(5 + bits % 22, 1 + buckets);
      default ->
          new CuckooGeometry(FilterKind.CUCKOO_MAP, bits, 1 + random.nextInt(16), 4, buckets);
    };
  }

  private boolean work(Layout shape, byte[] block) {
    boolean isMap = shape.header(0, 0).kind() == FilterKind.CUCKOO_MAP;
    try {
      if (isMap) {
        CuckooMap.open(block);
      } else {
        CuckooFilter.open(block);
      }
    } catch (IllegalArgumentException refused) {
      String message = String.valueOf(refused.getMessage());
      assertTrue(message.matches(".*( keys holds .*|than slots|no window)"), message);
      return false;
    }
    if (isMap) {
      workAsMap(CuckooMap.open(block));
    } else {
      workAsFilter(CuckooFilter.open(block));
    }
    return true;
  }

  private void workAsMap(CuckooMap map) {
    random.longs(30).forEach(hash -> map.add(hash, 1));
    random.longs(30).forEach(map::values);
    random.longs(30).forEach(hash -> map.remove(hash, 0));
    assertEquals(map.size(), CuckooMap.open(map.seal()).size());
  }

  private void workAsFilter(CuckooFilter filter) {
    random.longs(30).forEach(filter::add);
    random.longs(30).forEach(filter::contains);
    random.longs(30).forEach(filter::remove);
    assertEquals(filter.size(), CuckooFilter.open(filter.seal()).size());
  }

  private void checkRefused(byte[] block, String message) {
    String refusal = refusal(CuckooFilter::open, block);
    assertTrue(refusal.contains(message), refusal);
  }

  private static String refusal(Consumer<byte[]> open, byte[] block) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> open.accept(block)).getMessage());
  }
}
