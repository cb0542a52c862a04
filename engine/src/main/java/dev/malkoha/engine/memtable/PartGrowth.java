package dev.malkoha.engine.memtable;

/**
 * How a memtable grows by parts.
 *
 * @param source gives the arrays
 * @param shift the logarithm of the bytes in a full part; 13 at least, so that what a memtable has
 *     before its first part is smaller than one
 * @param expectedBytes about how many bytes of keys and values there will be; 0 if nobody knows
 * @param expectedKeys about how many keys there will be; 0 if nobody knows
 */
record PartGrowth(SpareParts source, int shift, long expectedBytes, int expectedKeys) {

  /**
   * Parts of 4 MiB. With its header an array then takes just that, which the heap's regions are
   * made for; it is too large to be moved, and is had in less than a millisecond.
   */
  private static final int SHIFT = 22;

  private static final int ARRAY_HEADER_BYTES = 16;

  /**
   * Tables of the index. Few, so that of a memtable of common size each is as large as a part, and
   * not moved either: the collector copied eight of a mebibyte at each of its pauses.
   */
  static final int TABLES = 2;

  PartGrowth(SpareParts source, long expectedBytes, int expectedKeys) {
    this(source, SHIFT, expectedBytes, expectedKeys);
  }

  int partBytes() {
    return 1 << shift;
  }

  private boolean expectsMuch() {
    return expectedBytes >= 2L * partBytes();
  }

  /** Whether an array that is to hold so much is to be followed by parts, not to grow. */
  boolean isDue(long bytes) {
    return expectsMuch() || bytes > partBytes() / 4;
  }

  /** The length of the next array of elements of a size, after {@code soFar} bytes of arrays. */
  int nextLength(long soFar, int elementBytes) {
    long doubled = Long.highestOneBit(Math.clamp(soFar, partBytes() / 4, partBytes()));
    return lengthIn(expectsMuch() ? partBytes() : doubled, elementBytes);
  }

  /** How many slots each table of the index has at first. */
  int slotsInTable() {
    long wanted = expectedKeys + expectedKeys / 8L;
    long slots = Long.highestOneBit(Math.max(1, 2 * wanted / TABLES - 1)) * 2;
    return lengthIn(
        Math.clamp(slots, HashIndex.SLOTS_MIN / TABLES, HashIndex.SLOTS_MAX) * (long) Long.BYTES,
        Long.BYTES);
  }

  /** The length of an array that takes this memory, its header included. */
  static int lengthIn(long bytes, int elementBytes) {
    return (int) ((bytes - ARRAY_HEADER_BYTES) / elementBytes);
  }

  /**
   * The length of an array that takes twice the memory, its header included: a power of two stays
   * one, so that it never takes a region of the heap more than it needs.
   *
   * @param elementBytes of an element
   */
  static long doubled(int length, int elementBytes) {
    int header = ARRAY_HEADER_BYTES / elementBytes;
    return 2L * (length + header) - header;
  }
}
