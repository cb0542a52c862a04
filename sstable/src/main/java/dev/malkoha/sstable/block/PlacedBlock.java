package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A plain data block where it lies in the memory of its file: what {@link DataBlock} is to an
 * array.
 *
 * <p>Whatever the bytes are, what is asked here either answers or throws {@link
 * IndexOutOfBoundsException}. One object serves one block after another, so that a look into one
 * allocates nothing.
 */
final class PlacedBlock {

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfLong BIG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final MemorySegment NOWHERE = MemorySegment.ofArray(new byte[0]).asReadOnly();

  private MemorySegment memory = NOWHERE;
  private long base;
  private long end;

  // What the header says.
  private int count;
  private int prefixLength;
  private int minKeyLength;
  private int tagWidth;
  private int keyLengthWidth;
  private long slots;
  private long entries;

  /**
   * Is the block of a place from now on, if the header there can be that of a block.
   *
   * @return whether it can: slots and entries lie within the block
   */
  boolean enter(MemorySegment file, long offset, int length) {
    memory = file;
    base = offset;
    end = offset + length;
    count = shortAt(base + DataBlock.COUNT);
    prefixLength = shortAt(base + DataBlock.PREFIX_LENGTH);
    minKeyLength = shortAt(base + DataBlock.MIN_KEY_LENGTH);
    int maxKeyLength = shortAt(base + DataBlock.MAX_KEY_LENGTH);
    tagWidth = memory.get(BYTE, base + DataBlock.TAG_WIDTH);
    keyLengthWidth = DataBlock.width(maxKeyLength - minKeyLength);
    slots = base + DataBlock.PREFIX + prefixLength;
    entries = slots + (long) count * DataBlock.SLOT_LENGTH;
    return count > 0
        && prefixLength <= minKeyLength
        && minKeyLength <= maxKeyLength
        && tagWidth >= 0
        && tagWidth <= Long.BYTES
        && entries + tagWidth + keyLengthWidth <= end;
  }

  /** Lets go of the file. */
  void leave() {
    memory = NOWHERE;
  }

  int count() {
    return count;
  }

  int prefixLength() {
    return prefixLength;
  }

  int firstOrdinal() {
    return memory.get(INT, base + DataBlock.FIRST_ORDINAL);
  }

  long head(int entry) {
    return memory.get(BIG, slots + (long) entry * DataBlock.SLOT_LENGTH);
  }

  /** The first entry whose head is not below a number: as {@link BlockSearch} finds it. */
  int lowerBound(long head) {
    MemorySegment file = memory;
    long wanted = head + Long.MIN_VALUE;
    long at = slots;
    int size = count;
    while (size > BlockSearch.MOST_COUNTED) {
      int half = size >>> 1;
      long middle = at + (long) half * DataBlock.SLOT_LENGTH;
      at = isLess(file, middle - DataBlock.SLOT_LENGTH, wanted) != 0 ? middle : at;
      size -= half;
    }
    long end = at + (long) size * DataBlock.SLOT_LENGTH;
    int strides = 0;
    for (long i = at + BlockSearch.STRIDE - DataBlock.SLOT_LENGTH;
        i < end;
        i += BlockSearch.STRIDE) {
      strides += isLess(file, i, wanted);
    }
    at += (long) strides * BlockSearch.STRIDE;
    end = Math.min(end, at + BlockSearch.STRIDE);
    int less = 0;
    for (long i = at; i < end; i += DataBlock.SLOT_LENGTH) {
      less += isLess(file, i, wanted);
    }
    return (int) ((at - slots) / DataBlock.SLOT_LENGTH) + less;
  }

  private static int isLess(MemorySegment file, long slot, long wanted) {
    return file.get(BIG, slot) + Long.MIN_VALUE < wanted ? 1 : 0;
  }

  /** Whether the block's prefix is in a key from a place on, which has as many bytes. */
  boolean hasPrefix(byte[] key, int at) {
    return same(base + DataBlock.PREFIX, key, at, prefixLength);
  }

  /** Where an entry starts; that of the count is where the block ends. */
  long start(int entry) {
    if (entry == count) {
      return end;
    }
    long slot = slots + (long) entry * DataBlock.SLOT_LENGTH;
    return entries + shortAt(slot + DataBlock.SLOT_START);
  }

  /** Whether an entry ends before the block does. */
  boolean endsInside(int entry) {
    return start(entry + 1) <= end;
  }

  long tag(long start) {
    return memory.get(LONG, base + DataBlock.MIN_TAG)
        + (memory.get(LONG, start) & DataBlock.mask(tagWidth));
  }

  int keyLength(long start) {
    return minKeyLength + (shortAt(start + tagWidth) & (int) DataBlock.mask(keyLengthWidth));
  }

  /** Bytes of an entry's key tail. */
  int tailLength(int keyLength) {
    return Math.max(0, keyLength - prefixLength - Long.BYTES);
  }

  /** Whether the tail of an entry is in a key from a place on. */
  boolean hasTail(long start, int tailLength, byte[] key, int at) {
    return same(tail(start), key, at, tailLength);
  }

  /** Compares the tail of an entry with the bytes of a key from a place on. */
  int compareTail(long start, int tailLength, byte[] key, int at, int length) {
    long tail = tail(start);
    int common = Math.min(tailLength, length);
    int i = 0;
    for (; i <= common - Long.BYTES; i += Long.BYTES) {
      long one = memory.get(BIG, tail + i);
      long other = Bytes.getLongBigEndian(key, at + i);
      if (one != other) {
        return Long.compareUnsigned(one, other);
      }
    }
    for (; i < common; i++) {
      int order = (memory.get(BYTE, tail + i) & 0xff) - (key[at + i] & 0xff);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(tailLength, length);
  }

  /** Bytes of an entry's value; below 0 or above the block's length only in a damaged block. */
  long valueLength(int entry, int tailLength) {
    return start(entry + 1) - tail(start(entry)) - tailLength;
  }

  /** Copies an entry's value to the beginning of an array. */
  void copyValue(long start, int tailLength, byte[] into, int length) {
    MemorySegment.copy(memory, BYTE, tail(start) + tailLength, into, 0, length);
  }

  private long tail(long start) {
    return start + tagWidth + keyLengthWidth;
  }

  /** Whether bytes of the file, behind a block's header, are those of a key from a place on. */
  private boolean same(long at, byte[] key, int keyAt, int length) {
    int last = length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      if (memory.get(LONG, at + i) != Bytes.getLong(key, keyAt + i)) {
        return false;
      }
    }
    if (last >= 0) {
      return memory.get(LONG, at + last) == Bytes.getLong(key, keyAt + last);
    }
    // The block's header lies before: eight bytes may be read that end here.
    return length == 0
        || memory.get(BIG, at + last) << (-last * Byte.SIZE) == Bytes.head(key, keyAt, length);
  }

  private int shortAt(long at) {
    return memory.get(SHORT, at) & 0xffff;
  }
}
