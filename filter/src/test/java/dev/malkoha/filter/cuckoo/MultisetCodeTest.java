package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class MultisetCodeTest {

  @Test
  void everySequenceOfFourNibblesHasTheCodeOfItsMultiset() {
    BitSet codes = new BitSet();
    for (int nibbles = 0; nibbles < 1 << 16; nibbles++) {
      int sorted = sorted(nibbles);
      int code = MultisetCode.encode(sorted);
      assertTrue(code >= 0 && code < MultisetCode.CODES, () -> "code " + code);
      assertEquals(sorted, MultisetCode.decode(code));
      codes.set(code);
    }
    assertEquals(MultisetCode.CODES, codes.cardinality(), "each multiset has a code of its own");
  }

  @Test
  void theCodesAreThoseOfTheFormat() {
    assertEquals(0, MultisetCode.encode(0x0000));
    assertEquals(1, MultisetCode.encode(0x1000));
    assertEquals(0x27, MultisetCode.encode(0x4200));
    assertEquals(MultisetCode.CODES - 1, MultisetCode.encode(0xffff));
  }

  @Test
  void everyTwelveBitNumberIsDecodedToSomething() {
    for (int code = MultisetCode.CODES; code < 1 << MultisetCode.BITS; code++) {
      assertEquals(0, MultisetCode.decode(code));
    }
  }

  @Test
  void theNibblesAreInTheirLanesForEveryWidth() {
    for (int laneBits = 4; laneBits <= 16; laneBits++) {
      long[] table = MultisetCode.lanes(laneBits);
      for (int code = 0; code < table.length; code++) {
        for (int lane = 0; lane < 4; lane++) {
          long expected = (MultisetCode.decode(code) >>> (4 * lane)) & 0xfL;
          assertEquals(expected, lane(table[code], lane, laneBits));
        }
      }
    }
  }

  private static long lane(long lanes, int lane, int laneBits) {
    return (lanes >>> (lane * laneBits)) & ((1L << laneBits) - 1);
  }

  private static int sorted(int nibbles) {
    int[] numbers = new int[4];
    Arrays.setAll(numbers, i -> (nibbles >>> (4 * i)) & 0xf);
    Arrays.sort(numbers);
    return numbers[0] | numbers[1] << 4 | numbers[2] << 8 | numbers[3] << 12;
  }
}
