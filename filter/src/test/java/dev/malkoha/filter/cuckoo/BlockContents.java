package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.BlockHeader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The entries of each bucket of a cuckoo block, read bit by bit as the format's pages have it and
 * with nothing of the code under test but the header.
 */
final class BlockContents {

  private static final Map<Integer, int[]> NIBBLES = nibblesByCode();

  private BlockContents() {}

  /**
   * For each bucket its entries, 0 for empty slots, in ascending order. Each slot of the windowed
   * layout is a bucket here.
   */
  static List<List<Long>> of(byte[] block) {
    BlockHeader header = BlockHeader.read(block, 0);
    Long[][] buckets = new Long[(int) header.buckets()][];
    for (int bucket = 0; bucket < buckets.length; bucket++) {
      buckets[bucket] =
          switch (header.kind()) {
            case SEMI_SORTED_CUCKOO -> semiSorted(block, bucket, header.width());
            case WINDOWED_CUCKOO -> slot(block, bucket, header.width() + 2);
            default -> plain(block, bucket, header);
          };
      Arrays.sort(buckets[bucket]);
    }
    return Arrays.stream(buckets).map(List::of).toList();
  }

  /** How many slots are in use. */
  static long used(byte[] block) {
    return of(block).stream().flatMap(List::stream).filter(entry -> entry != 0).count();
  }

  private static Long[] plain(byte[] block, long bucket, BlockHeader header) {
    int width = header.width() + header.valueBits();
    Long[] slots = new Long[header.bucketSlots()];
    Arrays.setAll(slots, i -> bits(block, (bucket * slots.length + i) * width, width));
    return slots;
  }

  private static Long[] slot(byte[] block, long slot, int width) {
    return new Long[] {bits(block, slot * width, width)};
  }

  private static Long[] semiSorted(byte[] block, long bucket, int width) {
    long at = bucket * 4 * (width - 1);
    int direct = width - 4;
    int[] nibbles = NIBBLES.get((int) bits(block, at, 12));
    if (nibbles == null) {
      throw new AssertionError("bucket " + bucket + " has no code");
    }
    Long[] slots = new Long[4];
    Arrays.setAll(
        slots,
        i -> ((long) nibbles[i] << direct) | bits(block, at + 12 + (long) i * direct, direct));
    return slots;
  }

  private static long bits(byte[] block, long at, int width) {
    long bits = 0;
    for (int i = 0; i < width; i++) {
      long bit = at + i;
      long set = (block[BlockHeader.BYTES + (int) (bit >> 3)] >> (bit & 7)) & 1;
      bits |= set << i;
    }
    return bits;
  }

  private static Map<Integer, int[]> nibblesByCode() {
    Map<Integer, int[]> map = new HashMap<>();
    for (int a = 0; a < 16; a++) {
      for (int b = a; b < 16; b++) {
        for (int c = b; c < 16; c++) {
          for (int d = c; d < 16; d++) {
            map.put(a + choose(b + 1, 2) + choose(c + 2, 3) + choose(d + 3, 4), ints(a, b, c, d));
          }
        }
      }
    }
    return map;
  }

  private static int[] ints(int... numbers) {
    return numbers;
  }

  private static int choose(int n, int k) {
    return k == 0 ? 1 : n == 0 ? 0 : choose(n - 1, k - 1) + choose(n - 1, k);
  }
}
