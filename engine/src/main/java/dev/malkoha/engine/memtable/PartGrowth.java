package dev.malkoha.engine.memtable;

/**
 * How a memtable grows.
 *
 * @param source gives the arrays
 * @param shift the logarithm of the bytes in a full part
 * @param expectedBytes about how many bytes of keys and values there will be; 0 if nobody knows
 * @param expectedKeys about how many keys there will be; 0 if nobody knows
 */
record PartGrowth(PartSource source, int shift, long expectedBytes, int expectedKeys) {

  /**
   * Parts of 4 MiB. With its header an array then takes just that, which the heap's regions are
   * made for; it is too large to be moved, and is had in less than a millisecond.
   */
  private static final int SHIFT = 22;

  private static final int BYTES_MIN = 1 << 12;
  private static final int ARRAY_HEADER_BYTES = 16;
  private static final int HEADER_SLOTS = ARRAY_HEADER_BYTES / Long.BYTES;

  /**
   * Tables of the index. Few, so that of a memtable of common size each is as large as a part, and
   * not moved either: the collector copied eight of a mebibyte at each of its pauses.
   */
  static final int TABLES = 2;

  PartGrowth(PartSource source, long expectedBytes, int expectedKeys) {
    this(source, SHIFT, expectedBytes, expectedKeys);
  }

  int partBytes() {
    return 1 << shift;
  }

  /** How many bytes the next part takes, with its header, after {@code soFar} bytes. */
  private int nextBytes(long soFar) {
    long expected = expectedBytes >= 2L * partBytes() ? partBytes() : soFar;
    return Integer.highestOneBit(
        Math.clamp(expected, Math.min(BYTES_MIN, partBytes()), partBytes()));
  }

  /** The length of the next array of bytes, after {@code soFar} bytes. */
  int nextByteLength(long soFar) {
    return nextBytes(soFar) - ARRAY_HEADER_BYTES;
  }

  /** The length of the next array of ints, after {@code soFar} ints. */
  int nextIntLength(long soFar) {
    return (nextBytes(soFar * Integer.BYTES) - ARRAY_HEADER_BYTES) / Integer.BYTES;
  }

  /**
   * How many slots a table of the index has with this number of keys: twice as many as before until
   * half of them are enough.
   *
   * @param slots those before; 0 if there are none
   */
  long slotsFor(int slots, long keys) {
    long length = slots > 0 || keys == 0 ? slots : firstSlots();
    while (keys > length / 2) {
      length = 2 * (length + HEADER_SLOTS) - HEADER_SLOTS;
    }
    return length;
  }

  private long firstSlots() {
    long wanted = 2 * (expectedKeys + expectedKeys / 8L) / TABLES;
    long slots = Long.highestOneBit(Math.max(1, wanted - 1)) * 2;
    return Math.max(slots, HashIndex.SLOTS_MIN) - HEADER_SLOTS;
  }
}
