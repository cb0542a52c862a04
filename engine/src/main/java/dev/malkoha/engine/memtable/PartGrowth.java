package dev.malkoha.engine.memtable;

/**
 * How a memtable grows: by parts, or by replacement of each array with a longer copy.
 *
 * @param source gives the arrays
 * @param shift the logarithm of the bytes in a full part; 13 at least, so that what a memtable has
 *     before its first part is smaller than one
 * @param expectedBytes about how many bytes of keys and values there will be; 0 if nobody knows
 * @param expectedKeys about how many keys there will be; 0 if nobody knows
 */
record PartGrowth(SpareParts source, int shift, long expectedBytes, int expectedKeys) {

  private static final int NO_PARTS = Integer.SIZE - 1;

  /** By longer copies alone. */
  static final PartGrowth WHOLE = new PartGrowth(new SpareParts(), NO_PARTS, 0, 0);

  /**
   * Parts of 4 MiB. With its header an array then takes just that, which the heap's regions are
   * made for; it is too large to be moved, and is had in less than a millisecond.
   */
  private static final int SHIFT = 22;

  /** A share of a budget so small that what many stores leave unused of a part is little of it. */
  private static final int PARTS_IN_BUDGET = 256;

  /** Below it memory is too little for parts: a batch takes just what it needs, in one piece. */
  private static final long PARTED_BUDGET_MIN = 16 << 20;

  static final int ARRAY_HEADER_BYTES = 16;

  PartGrowth(SpareParts source, long expectedBytes, int expectedKeys) {
    this(source, SHIFT, expectedBytes, expectedKeys);
  }

  /** By parts that suit a number of bytes which memtables of any number of stores share. */
  static PartGrowth within(long budgetBytes, SpareParts source) {
    long part = Long.highestOneBit(Math.min(budgetBytes / PARTS_IN_BUDGET, 1L << SHIFT));
    boolean isWhole = budgetBytes < PARTED_BUDGET_MIN;
    int shift = isWhole ? NO_PARTS : Long.numberOfTrailingZeros(part);
    return new PartGrowth(source, shift, 0, 0);
  }

  boolean isWhole() {
    return shift == NO_PARTS;
  }

  long partBytes() {
    return 1L << shift;
  }

  private boolean expectsMuch() {
    return expectedBytes >= 2 * partBytes();
  }

  /** Whether arrays that are to hold so much in all are to be followed by parts, not to grow. */
  boolean isDue(int arrays, long bytes) {
    return arrays > 1 || (!isWhole() && (expectsMuch() || bytes > partBytes() / 4));
  }

  /** The length of the next part of elements of a size, after {@code soFar} bytes of arrays. */
  int nextLength(long soFar, int elementBytes) {
    long doubled = Long.highestOneBit(Math.clamp(soFar, partBytes() / 4, partBytes()));
    return lengthIn(expectsMuch() ? partBytes() : doubled, elementBytes);
  }

  /** A table of the index: of a length, or as long as is expected. */
  long[] slots(int length) {
    long wanted = expectedKeys + expectedKeys / 8L;
    long expected = Long.highestOneBit(Math.max(1, 2 * wanted - 1)) * 2;
    long first = Math.clamp(expected, HashIndex.SLOTS_MIN, HashIndex.SLOTS_MAX);
    return source.longs(Math.max(length, lengthIn(first * Long.BYTES, Long.BYTES)));
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
