package dev.malkoha.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Arrays are as large as the heap's regions want them. */
final class MemoryTest {

  private static final int HEADER_BYTES = 16;

  /** One byte more, and an array of half a mebibyte takes a region of a whole one for itself. */
  @Test
  void withItsHeaderEachArrayIsAPowerOfTwo() {
    PartGrowth growth = new PartGrowth(new SpareParts(), 22, 0, 0);
    Memory memory = new Memory(growth);
    HashIndex index = new HashIndex(memory.arena(), growth);
    byte[] value = new byte[100];
    for (int i = 0; memory.allocated() < 8 << 20; i++) {
      memory.reserve(1, value.length);
      index.reserve();
      index.add(i * 0x9e3779b97f4a7c15L, i + 1);
      memory.takeRecord();
      memory.store(value, 0, value.length);
      Arena arena = memory.arena();
      IntStream.of(
              arena.bytes()[0].length,
              arena.records()[0].length * Integer.BYTES,
              (int) index.bytes())
          .forEach(bytes -> assertEquals(1, Integer.bitCount(bytes + HEADER_BYTES)));
    }
  }
}
