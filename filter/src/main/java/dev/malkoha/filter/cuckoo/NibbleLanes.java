package dev.malkoha.filter.cuckoo;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The decoding tables of {@link MultisetCode} for lanes of some width: the four nibbles of each
 * code, each in the low bits of its lane.
 *
 * <p>A table takes 32 KiB, is made when first asked for and is then every filter's. Spreading the
 * nibbles of an 8 KiB table at each look-up was measured to cost a third more time.
 */
final class NibbleLanes {

  /** Four lanes fit 64 bits. */
  private static final int MAX_LANE_BITS = Long.SIZE / MultisetCode.SLOTS;

  private static final AtomicReferenceArray<long[]> TABLES =
      new AtomicReferenceArray<>(MAX_LANE_BITS + 1);

  private NibbleLanes() {}

  /** The table, by code, of lanes of 4 to 16 bits; not to be changed. */
  static long[] table(int laneBits) {
    long[] known = TABLES.get(laneBits);
    if (known != null) {
      return known;
    }
    long[] table = new long[1 << MultisetCode.BITS];
    for (int code = 0; code < table.length; code++) {
      table[code] = spread(MultisetCode.decode(code), laneBits);
    }
    TABLES.set(laneBits, table);
    return table;
  }

  private static long spread(int nibbles, int laneBits) {
    long lanes = 0;
    for (int i = 0; i < MultisetCode.SLOTS; i++) {
      long nibble = (nibbles >>> (i * MultisetCode.NIBBLE_BITS)) & 0xfL;
      lanes |= nibble << (i * laneBits);
    }
    return lanes;
  }
}
