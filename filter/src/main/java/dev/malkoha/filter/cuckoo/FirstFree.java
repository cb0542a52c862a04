package dev.malkoha.filter.cuckoo;

/**
 * The choice among a key's free slots, as a table: a window with two of them before one with one,
 * the first window before the second, left before right.
 *
 * <p>A choice says which slot it is, and the label it gets (see {@link WindowSearch}): 1 while one
 * of the key's other slots is free, 2 when none is.
 */
final class FirstFree {

  private static final int LABEL_SHIFT = 2;

  /** Indexed by the free slots of the first window, and those of the second above them. */
  private static final byte[] TABLE = table();

  private FirstFree() {}

  /** The choice for these free slots of first and second window: 1 left, 2 right, 3 both. */
  static int of(int first, int second) {
    return TABLE[(first | second << 2) & 15];
  }

  /** The candidate slot, position and which window; of no choice any. */
  static int candidate(int choice) {
    return choice & 3;
  }

  /** The label of the slot; 0 if none is free. */
  static int label(int choice) {
    return choice >>> LABEL_SHIFT;
  }

  /** Whether a slot is free: 1 or 0. */
  static int placed(int choice) {
    return (choice >>> LABEL_SHIFT | choice >>> (LABEL_SHIFT + 1)) & 1;
  }

  private static byte[] table() {
    byte[] table = new byte[16];
    for (int free = 1; free < table.length; free++) {
      int first = free & 3;
      int second = free >> 2;
      boolean inFirst = first == 3 || (second != 3 && first != 0);
      int candidate = (inFirst ? 0 : 2) + Integer.numberOfTrailingZeros(inFirst ? first : second);
      int label = Integer.bitCount(free) > 1 ? 1 : 2;
      table[free] = (byte) (candidate | label << LABEL_SHIFT);
    }
    return table;
  }
}
