package dev.malkoha.sstable.index;

/**
 * Ascending unsigned numbers, the heads of an index's separators, searched by way of a table.
 *
 * <p>The range of the numbers is cut into about as many equal parts as there are numbers, and the
 * table says where each part begins. Keys spread evenly have one or two numbers in a part, so that
 * a search touches the table and the number; keys that crowd into few parts cost a binary search
 * within the part, never more than one over all numbers.
 */
final class SortedHeads {

  private final long[] heads;
  private final long first;
  private final long last;
  private final int shift;

  /** By part, the index of the first number that is not below the part; one more at the end. */
  private final int[] partStarts;

  SortedHeads(long[] heads) {
    this.heads = heads;
    int count = heads.length;
    this.first = count == 0 ? 0 : heads[0];
    this.last = count == 0 ? 0 : heads[count - 1];
    this.shift = shiftFor(last - first, count);
    int parts = (int) ((last - first) >>> shift) + 1;
    this.partStarts = new int[parts + 1];
    int part = 0;
    for (int i = 0; i < count; i++) {
      int own = (int) ((heads[i] - first) >>> shift);
      while (part < own) {
        partStarts[++part] = i;
      }
    }
    partStarts[parts] = count;
  }

  /** The smallest shift that leaves no more parts than {@code count}, rounded up generously. */
  private static int shiftFor(long range, int count) {
    int rangeBits = Long.SIZE - Long.numberOfLeadingZeros(range);
    int partBits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
    return Math.max(0, rangeBits - partBits);
  }

  /** Their size in memory. */
  long heapBytes() {
    return (long) heads.length * Long.BYTES + (long) partStarts.length * Integer.BYTES;
  }

  long get(int index) {
    return heads[index];
  }

  /** The index of the first number not below {@code head}; the count if there is none. */
  int lowerBound(long head) {
    if (Long.compareUnsigned(head, first) <= 0) {
      return 0;
    }
    if (Long.compareUnsigned(head, last) > 0) {
      return heads.length;
    }
    int part = (int) ((head - first) >>> shift);
    int low = partStarts[part];
    int size = partStarts[part + 1] - low;
    long wanted = head + Long.MIN_VALUE;
    while (size > 0) {
      int half = (size + 1) >>> 1;
      low = heads[low + half - 1] + Long.MIN_VALUE < wanted ? low + half : low;
      size -= half;
    }
    return low;
  }
}
