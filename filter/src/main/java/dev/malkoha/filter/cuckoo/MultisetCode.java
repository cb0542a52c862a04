package dev.malkoha.filter.cuckoo;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The numbering of the {@value #CODES} multisets of four 4-bit numbers, which fits 12 bits where
 * the numbers themselves take 16 (Fan et al., CoNEXT 2014, section 5.2).
 *
 * <p>A multiset is written as four nibbles in ascending order, the least in the low bits. With
 * {@code n0 <= n1 <= n2 <= n3}, the numbers {@code n0 < n1 + 1 < n2 + 2 < n3 + 3} are a combination
 * of 4 out of 19, and the code is its rank in the combinatorial number system: a sum of four
 * binomials, so encoding needs no table of all sequences. Four zeros have code 0.
 */
final class MultisetCode {

  /** Numbers in a multiset. */
  static final int SLOTS = 4;

  /** Bits of a number. */
  static final int NIBBLE_BITS = 4;

  /** Multisets: 19 choose 4. */
  static final int CODES = 3876;

  /** Bits of a code. */
  static final int BITS = 12;

  /** All bits of a code. */
  static final int MASK = (1 << BITS) - 1;

  private static final int NIBBLES = 1 << NIBBLE_BITS;

  /** The summands of the second, third and fourth number in the code. */
  private static final short[] SECOND = new short[NIBBLES];

  private static final short[] THIRD = new short[NIBBLES];
  private static final short[] FOURTH = new short[NIBBLES];

  /** The nibbles of each code; of numbers that are no code, too, so that no bytes can do harm. */
  private static final short[] DECODED = new short[1 << BITS];

  /** The tables of {@link #lanes}, by the width of a lane: four of them fit 64 bits. */
  private static final AtomicReferenceArray<long[]> TABLES =
      new AtomicReferenceArray<>(Long.SIZE / SLOTS + 1);

  static {
    for (int n = 0; n < NIBBLES; n++) {
      SECOND[n] = (short) ((n + 1) * n / 2);
      THIRD[n] = (short) ((n + 2) * (n + 1) * n / 6);
      FOURTH[n] = (short) ((n + 3) * (n + 2) * (n + 1) * n / 24);
    }
    for (int nibbles = 0; nibbles < 1 << (SLOTS * NIBBLE_BITS); nibbles++) {
      if (isAscending(nibbles)) {
        DECODED[encode(nibbles)] = (short) nibbles;
      }
    }
  }

  private MultisetCode() {}

  /** The code of four ascending nibbles, the least in the low bits. */
  static int encode(int nibbles) {
    return (nibbles & 0xf)
        + SECOND[(nibbles >>> 4) & 0xf]
        + THIRD[(nibbles >>> 8) & 0xf]
        + FOURTH[(nibbles >>> 12) & 0xf];
  }

  /** The four nibbles of a code, ascending from the low bits. */
  static int decode(int code) {
    return DECODED[code] & 0xffff;
  }

  private static boolean isAscending(int nibbles) {
    int n1 = (nibbles >>> 4) & 0xf;
    int n2 = (nibbles >>> 8) & 0xf;
    return (nibbles & 0xf) <= n1 && n1 <= n2 && n2 <= nibbles >>> 12;
  }

  /**
   * The four nibbles of each code, each in the low bits of its lane; not to be changed.
   *
   * <p>A table takes 32 KiB, is made when first asked for and is then every filter's. Spreading the
   * nibbles of an 8 KiB table at each look-up was measured to cost a third more time.
   *
   * @param laneBits 4 to 16
   */
  static long[] lanes(int laneBits) {
    long[] known = TABLES.get(laneBits);
    if (known != null) {
      return known;
    }
    long[] table = new long[1 << BITS];
    for (int code = 0; code < table.length; code++) {
      table[code] = spread(decode(code), laneBits);
    }
    TABLES.set(laneBits, table);
    return table;
  }

  private static long spread(int nibbles, int laneBits) {
    long lanes = 0;
    for (int i = 0; i < SLOTS; i++) {
      long nibble = (nibbles >>> (i * NIBBLE_BITS)) & 0xfL;
      lanes |= nibble << (i * laneBits);
    }
    return lanes;
  }
}
