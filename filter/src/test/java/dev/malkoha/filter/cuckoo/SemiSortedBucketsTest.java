package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SemiSortedBucketsTest {

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  static IntStream widths() {
    return IntStream.rangeClosed(5, 32);
  }

  /** Each of the 65,536 sequences of high bits, with random direct bits, in a bucket each. */
  @ParameterizedTest
  @MethodSource("widths")
  void everySequenceOfHighBitsIsEncoded(int width) {
    CuckooGeometry shape = CuckooGeometry.semiSorted(width, 1 << 16);
    CuckooGeometry plain = new CuckooGeometry(width, 4, 1 << 16);
    SlotArray slots = new SlotArray(new byte[(int) plain.payloadBytes()], 0, width);
    for (int nibbles = 0; nibbles < 1 << 16; nibbles++) {
      for (int slot = 0; slot < 4; slot++) {
        long direct = random.nextLong(1L << (width - 4));
        long nibble = (nibbles >>> (4 * slot)) & 0xfL;
        slots.set(nibbles * 4L + slot, nibble << (width - 4) | direct);
      }
    }
    byte[] block = FilterBlock.allocate(shape.payloadBytes());
    new SemiSortedBuckets(shape, block, BlockHeader.BYTES).encode(slots);
    checkEqual(shape, block, slots);
  }

  private void checkEqual(CuckooGeometry shape, byte[] block, SlotArray slots) {
    FilterBlock.seal(shape.header(1, 1), block);
    List<List<Long>> contents = BlockContents.of(block);
    for (int bucket = 0; bucket < shape.buckets(); bucket++) {
      List<Long> expected = new ArrayList<>();
      for (int slot = 0; slot < 4; slot++) {
        expected.add(slots.get(bucket * 4L + slot));
      }
      Collections.sort(expected);
      assertEquals(
          expected, contents.get(bucket), () -> Trials.replay(SemiSortedBucketsTest.class));
    }
  }

  /** Neighbours of few different values; the bits are a function of what a bucket holds. */
  @ParameterizedTest
  @MethodSource("widths")
  void puttingTakingAndEvictingTouchOneBucketOnly(int width) {
    CuckooGeometry shape = CuckooGeometry.semiSorted(width, 5);
    byte[] block = FilterBlock.allocate(shape.payloadBytes());
    SemiSortedBuckets buckets = new SemiSortedBuckets(shape, block, BlockHeader.BYTES);
    long[][] model = new long[5][4];
    for (int step = 0; step < 3000; step++) {
      int bucket = random.nextInt(5);
      long entry = 1 + randomOf(width);
      change(buckets, model[bucket], bucket, entry);
    }
    SlotArray slots = new SlotArray(new byte[5 * 4 * 4 + 8], 0, width);
    for (int slot = 0; slot < 20; slot++) {
      slots.set(slot, model[slot / 4][slot % 4]);
    }
    checkEqual(shape, block, slots);
    byte[] encodedAtOnce = FilterBlock.allocate(shape.payloadBytes());
    new SemiSortedBuckets(shape, encodedAtOnce, BlockHeader.BYTES).encode(slots);
    assertArrayEquals(block, FilterBlock.seal(shape.header(1, 1), encodedAtOnce));
  }

  /** Few high bits and few low bits, so that there are equal ones and equal in part. */
  private long randomOf(int width) {
    long fingerprints = CuckooGeometry.fingerprints(width);
    long few = (random.nextLong(3) << (width - 2)) | random.nextLong(3);
    return (random.nextBoolean() ? few : random.nextLong(fingerprints)) % fingerprints;
  }

  private void change(SemiSortedBuckets buckets, long[] model, int bucket, long entry) {
    int empty = indexOf(model, 0);
    int same = indexOf(model, entry);
    if (random.nextBoolean()) {
      assertEquals(
          same >= 0,
          buckets.remove(bucket, entry),
          () -> Trials.replay(SemiSortedBucketsTest.class));
      if (same >= 0) {
        model[same] = 0;
      }
    } else if (empty >= 0) {
      assertEquals(
          true, buckets.put(bucket, entry), () -> Trials.replay(SemiSortedBucketsTest.class));
      model[empty] = entry;
    } else {
      assertEquals(
          false, buckets.put(bucket, entry), () -> Trials.replay(SemiSortedBucketsTest.class));
      long position = bucket * 4L + random.nextInt(4);
      long evicted = buckets.evict(position, entry);
      if (random.nextBoolean()) {
        buckets.restore(position, entry, evicted);
      } else {
        model[indexOf(model, evicted)] = entry;
      }
    }
  }

  private static int indexOf(long[] slots, long content) {
    for (int i = 0; i < slots.length; i++) {
      if (slots[i] == content) {
        return i;
      }
    }
    return -1;
  }
}
