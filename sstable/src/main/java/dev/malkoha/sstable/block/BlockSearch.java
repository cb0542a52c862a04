package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;

/** The search for an entry in an unpacked data block. */
public final class BlockSearch {

  /** Slots up to which a search counts; one of more slots is halved first. */
  static final int MOST_COUNTED = 128;

  /** Slots, and bytes, from one head to the next in the first round of counting. */
  private static final int STRIDE_SLOTS = 8;

  static final int STRIDE = STRIDE_SLOTS * DataBlock.SLOT_LENGTH;

  private BlockSearch() {}

  /**
   * The position of the first entry at or after (key, tag) if that entry is of this very key; else
   * the complement (~) of its position, which may be the count.
   */
  public static int find(byte[] block, byte[] key, int offset, int length, long tag) {
    int prefixLength = DataBlock.prefixLength(block);
    if (length < prefixLength || !Bytes.same(block, DataBlock.PREFIX, key, offset, prefixLength)) {
      return isBeforePrefix(block, prefixLength, key, offset, length)
          ? ~0
          : ~DataBlock.count(block);
    }
    long head = Bytes.head(key, offset + prefixLength, length - prefixLength);
    int position = lowerBound(block, head);
    if (position == DataBlock.count(block) || DataBlock.head(block, position) != head) {
      return ~position;
    }
    return amongEqualHeads(block, position, DataBlock.count(block), key, offset, length, tag);
  }

  /** Whether an entry has this key. */
  public static boolean hasKey(byte[] block, int position, byte[] key, int offset, int length) {
    int prefixLength = DataBlock.prefixLength(block);
    return length >= prefixLength
        && DataBlock.head(block, position)
            == Bytes.head(key, offset + prefixLength, length - prefixLength)
        && Bytes.same(block, DataBlock.PREFIX, key, offset, prefixLength)
        && isKey(block, position, key, offset, length);
  }

  private static boolean isBeforePrefix(
      byte[] block, int prefixLength, byte[] key, int offset, int length) {
    int compared = Math.min(length, prefixLength);
    return Bytes.compare(block, DataBlock.PREFIX, prefixLength, key, offset, compared) > 0;
  }

  /**
   * The position of the first head not below the given one.
   *
   * <p>Within {@link #MOST_COUNTED} slots no step waits for the one before: all heads at a stride
   * are counted that are less, then those between two of them. A processor can overlap these
   * accesses, and in a block that is in no processor cache that decides.
   */
  static int lowerBound(byte[] block, long head) {
    long wanted = head + Long.MIN_VALUE;
    int slots = DataBlock.slots(block);
    int base = 0;
    int size = DataBlock.count(block);
    while (size > MOST_COUNTED) {
      int half = size >>> 1;
      base += isLess(block, slots + (base + half - 1) * DataBlock.SLOT_LENGTH, wanted) * half;
      size -= half;
    }
    int end = slots + (base + size) * DataBlock.SLOT_LENGTH;
    int at = slots + base * DataBlock.SLOT_LENGTH;
    int strides = 0;
    for (int i = at + STRIDE - DataBlock.SLOT_LENGTH; i < end; i += STRIDE) {
      strides += isLess(block, i, wanted);
    }
    at += strides * STRIDE;
    int position = base + strides * STRIDE_SLOTS;
    end = Math.min(end, at + STRIDE);
    for (int i = at; i < end; i += DataBlock.SLOT_LENGTH) {
      position += isLess(block, i, wanted);
    }
    return position;
  }

  /** The first position from one on that has another head, or the count. */
  static int behindEqualHeads(byte[] block, int position, long head) {
    int count = DataBlock.count(block);
    int behind = position;
    while (behind < count && DataBlock.head(block, behind) == head) {
      behind++;
    }
    return behind;
  }

  /** 1 if the head of the slot at this place is less than a wanted one (less 2^63), else 0. */
  private static int isLess(byte[] block, int slot, long wanted) {
    return Bytes.getLongBigEndian(block, slot) + Long.MIN_VALUE < wanted ? 1 : 0;
  }

  /**
   * Goes on with {@link #find} from the first position whose head equals the wanted one.
   *
   * @param end no entry from this position on is read: it may be one that is not unpacked
   */
  static int amongEqualHeads(
      byte[] block, int first, int end, byte[] key, int offset, int length, long tag) {
    if (isKey(block, first, key, offset, length)) {
      if (Long.compareUnsigned(DataBlock.tag(block, first), tag) <= 0) {
        return first;
      }
    } else if (compareKey(block, first, key, offset, length) > 0) {
      return ~first;
    }
    int position = binarySearch(block, first + 1, end, key, offset, length, tag);
    boolean found =
        position < end
            && DataBlock.head(block, position) == DataBlock.head(block, first)
            && isKey(block, position, key, offset, length);
    return found ? position : ~position;
  }

  /** The first position of a range at or after (key, tag), by whole comparisons; or its end. */
  private static int binarySearch(
      byte[] block, int from, int end, byte[] key, int offset, int length, long tag) {
    long head =
        Bytes.head(
            key, offset + DataBlock.prefixLength(block), length - DataBlock.prefixLength(block));
    int low = from;
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (DataBlock.head(block, middle) == head
          && compare(block, middle, key, offset, length, tag) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Compares an entry with (key, tag), whose prefix and head are known to be the entry's. */
  private static int compare(
      byte[] block, int position, byte[] key, int offset, int length, long tag) {
    int byKey = compareKey(block, position, key, offset, length);
    return byKey != 0 ? byKey : Long.compareUnsigned(tag, DataBlock.tag(block, position));
  }

  /** Compares an entry's key with one whose prefix, if equal in length, is known to be the same. */
  private static int compareKey(byte[] block, int position, byte[] key, int offset, int length) {
    int prefixLength = DataBlock.prefixLength(block);
    int entryLength = DataBlock.keyLength(block, position);
    if (Math.min(entryLength, length) <= prefixLength + Long.BYTES) {
      return Integer.compare(entryLength, length);
    }
    int beforeTail = prefixLength + Long.BYTES;
    return Bytes.compare(
        block,
        DataBlock.tail(block, position),
        entryLength - beforeTail,
        key,
        offset + beforeTail,
        length - beforeTail);
  }

  /** Whether an entry has this key, whose prefix and head are known to be the entry's. */
  private static boolean isKey(byte[] block, int position, byte[] key, int offset, int length) {
    int beforeTail = DataBlock.prefixLength(block) + Long.BYTES;
    return DataBlock.keyLength(block, position) == length
        && (length <= beforeTail
            || Bytes.same(
                block,
                DataBlock.tail(block, position),
                key,
                offset + beforeTail,
                length - beforeTail));
  }
}
