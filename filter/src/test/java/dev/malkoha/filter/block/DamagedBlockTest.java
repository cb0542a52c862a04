package dev.malkoha.filter.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.Bytes;
import dev.malkoha.filter.Filter;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.Filters;
import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that are not a sound block answer "maybe", never "absent", and never throw. */
class DamagedBlockTest {

  private final SplittableRandom random = new SplittableRandom(Trials.seed());
  private final long[] hashes = random.longs(200).toArray();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cuckoo(0.002)",
        "cuckoo(1.0E-6)",
        "semiSortedCuckoo(0.001)",
        "windowedCuckoo(0.002)",
        "bloom(10)",
        "blockedBloom(10)",
        "none()"
      })
  void everyFlippedBitIsNoticed(String spec) {
    byte[] block = build(spec);
    for (int bit = 0; bit < block.length * 8; bit++) {
      block[bit >> 3] ^= (byte) (1 << (bit & 7));
      checkAlwaysMaybe(Filters.open(block, 0, block.length), block.length);
      block[bit >> 3] ^= (byte) (1 << (bit & 7));
    }
    assertEquals("", Filters.open(block, 0, block.length).problem(), this::replay);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cuckoo(0.002)",
        "semiSortedCuckoo(0.001)",
        "windowedCuckoo(0.002)",
        "bloom(10)",
        "blockedBloom(10)",
        "none()"
      })
  void everyTruncationAndExtensionIsNoticed(String spec) {
    byte[] block = build(spec);
    byte[] longer = Arrays.copyOf(block, block.length + 9);
    for (int length = 0; length <= longer.length; length++) {
      if (length != block.length) {
        checkAlwaysMaybe(Filters.open(longer, 0, length), length);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, wrong magic number",
    "4, 1, unknown version 1",
    "5, 0, unknown kind 0",
    "5, 200, unknown kind 200",
    "6, 9, unknown hash 9",
    "7, 0, fingerprints of 0 bits",
    "7, 3, wrong length",
    "7, 33, fingerprints of 33 bits",
    "7, 11, wrong length",
    "8, 3, buckets of 3 slots",
    "8, 2, wrong length",
    "9, 1, reserved byte",
    "15, 1, more keys than slots",
    "16, 1, wrong length",
    "23, 128, buckets in",
    "23, 64, buckets in",
    "35, 255, damaged"
  })
  void whatIsWrongIsSaid(int at, int value, String problem) {
    byte[] block = build("cuckoo(0.002)");
    block[at] = (byte) value;
    if (!problem.equals("damaged")) {
      reseal(block);
    }
    Filter filter = Filters.open(block, 0, block.length);
    checkAlwaysMaybe(filter, block.length);
    assertTrue(filter.problem().contains(problem), filter.problem());
  }

  /** The checksum is right, so every other check is on its own. */
  @Test
  void checksummedGarbageNeitherThrowsWhenOpenedNorWhenAsked() {
    FilterKind[] kinds = FilterKind.values();
    int sound = 0;
    for (int round = 0; round < 200_000; round++) {
      FilterKind kind = kinds[random.nextInt(kinds.length)];
      int length = random.nextInt(150);
      BlockHeader header = randomHeader(kind, length);
      byte[] block = FilterBlock.allocate(random.nextBoolean() ? length : slotBytes(header));
      random.nextBytes(block);
      Arrays.fill(block, BlockHeader.RESERVED_AT, BlockHeader.LIVE_AT, (byte) 0);
      FilterBlock.seal(header, block);
      Filter filter = Filters.open(block, 0, block.length);
      for (int i = 0; i < 4; i++) {
        filter.mayContain(random.nextLong());
      }
      filter.expectedFalsePositiveRate();
      sound += filter.problem().isEmpty() ? 1 : 0;
    }
    int sounds = sound;
    assertTrue(sounds > 2000, () -> sounds + " sound ones are too few to prove much; " + replay());
  }

  /** The length that a payload of few slots should have. */
  private static int slotBytes(BlockHeader header) {
    int more =
        switch (header.kind()) {
          case SEMI_SORTED_CUCKOO -> -1;
          case WINDOWED_CUCKOO -> 2;
          default -> header.valueBits();
        };
    int places = header.kind() == FilterKind.WINDOWED_CUCKOO ? 1 : header.bucketSlots();
    long bits = (header.buckets() & 63) * places * (header.width() + more);
    return (int) ((Math.max(bits, 0) + 7) / 8 + 8);
  }

  private BlockHeader randomHeader(FilterKind kind, int payloadLength) {
    long[] buckets = {
      random.nextInt(40), payloadLength * 8L, payloadLength / 64, random.nextLong(), 1L << 61, 0
    };
    return new BlockHeader(
        kind,
        random.nextInt(40),
        random.nextBoolean() ? 2 << random.nextInt(3) : random.nextInt(9),
        kind == FilterKind.CUCKOO_MAP ? random.nextInt(18) : 0,
        buckets[random.nextInt(buckets.length)],
        random.nextLong(),
        random.nextInt(10),
        random.nextInt(10));
  }

  @Test
  void randomBytesNeverThrow() {
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      if (round % 2 == 0 && bytes.length >= 4) {
        Bytes.putInt(bytes, 0, BlockHeader.MAGIC);
      }
      checkAlwaysMaybe(Filters.open(bytes, 0, bytes.length), bytes.length);
    }
  }

  @Test
  void aRangeOutsideTheArrayIsTheCallersMistake() {
    byte[] block = build("cuckoo(0.002)");
    assertThrows(IndexOutOfBoundsException.class, () -> Filters.open(block, 1, block.length));
    assertThrows(IndexOutOfBoundsException.class, () -> Filters.open(block, -1, 10));
    assertThrows(IndexOutOfBoundsException.class, () -> Filters.open(block, 0, -1));
  }

  private byte[] build(String spec) {
    return FilterPolicy.parse(spec).build(hashes, hashes.length, 5);
  }

  private static void reseal(byte[] block) {
    Bytes.putInt(block, BlockHeader.CHECKSUM_AT, FilterBlock.checksum(block, 0, block.length));
  }

  private void checkAlwaysMaybe(Filter filter, int length) {
    assertEquals("always-maybe", filter.kind(), this::replay);
    assertFalse(filter.problem().isEmpty(), this::replay);
    assertEquals(length, filter.sizeBytes(), this::replay);
    assertEquals(1, filter.expectedFalsePositiveRate());
    assertTrue(filter.mayContain(hashes[0]));
    assertTrue(filter.mayContain(~hashes[0]));
  }

  private String replay() {
    return Trials.replay(DamagedBlockTest.class);
  }
}
