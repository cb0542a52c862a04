package dev.malkoha.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Arrays are as large as the heap's regions want them. */
final class ArrayLengthsTest {

  private static final int HEADER_BYTES = 16;

  /** One byte more, and an array of half a mebibyte takes a region of a whole one for itself. */
  @Test
  void withItsHeaderEachArrayIsAPowerOfTwo() {
    PartGrowth growth = new PartGrowth(new SpareParts(), 22, 0, 0);
    Parts<byte[]> bytes = new Parts<>(growth, byte[]::new, Byte.BYTES, 1 << 10, new byte[1][0]);
    Parts<int[]> ints = new Parts<>(growth, int[]::new, Integer.BYTES, 1 << 10, new int[1][4]);
    HashIndex index = new HashIndex(new Arena(growth), growth);
    for (int i = 0; bytes.allocated() < 8 << 20; i++) {
      bytes.reserve(100);
      ints.reserve(8);
      index.reserve();
      index.add(i * 0x9e3779b97f4a7c15L, i + 1);
      LongStream.of(
              bytes.array(bytes.take(100)).length,
              ints.array(ints.take(8)).length * (long) Integer.BYTES,
              index.bytes())
          .forEach(size -> assertEquals(1, Long.bitCount(size + HEADER_BYTES)));
    }
  }
}
