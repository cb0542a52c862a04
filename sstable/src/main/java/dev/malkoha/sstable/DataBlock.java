package dev.malkoha.sstable;

import java.util.Arrays;

/**
 * The unpacked form of a data block: where things are in it, and how it is searched.
 *
 * <p>Every key is cut in three: the prefix that all keys of the block share (stored once), the head
 * (the next eight bytes, padded with zeros), and the tail (the rest, if any). The heads stand in
 * one dense column, so that a search is a binary search over numbers that touches little memory,
 * and any entry is reached without decoding the ones before it: forward, backward and random access
 * cost the same. A normalised key prefix of this kind is from Graefe, "Modern B-Tree Techniques",
 * section 3.5.
 *
 * <p>An entry is its tag less the block's smallest tag, its key length less the block's smallest
 * key length, both in as many bytes as the block needs (often none), then the key's tail and the
 * value, which ends where the next entry starts.
 */
final class DataBlock {

  static final int COUNT = 0;
  static final int PREFIX_LENGTH = COUNT + Short.BYTES;
  static final int MIN_KEY_LENGTH = PREFIX_LENGTH + Short.BYTES;
  static final int MAX_KEY_LENGTH = MIN_KEY_LENGTH + Short.BYTES;
  static final int TAG_WIDTH = MAX_KEY_LENGTH + Short.BYTES;
  static final int MIN_TAG = TAG_WIDTH + Byte.BYTES;
  static final int HEADS = MIN_TAG + Long.BYTES;

  /** Bytes an entry takes besides its tag, key length, tail and value. */
  static final int ENTRY_OVERHEAD = Long.BYTES + Short.BYTES;

  private DataBlock() {}

  static int count(byte[] block) {
    return Bytes.getShort(block, COUNT);
  }

  static int prefixLength(byte[] block) {
    return Bytes.getShort(block, PREFIX_LENGTH);
  }

  static int minKeyLength(byte[] block) {
    return Bytes.getShort(block, MIN_KEY_LENGTH);
  }

  static int maxKeyLength(byte[] block) {
    return Bytes.getShort(block, MAX_KEY_LENGTH);
  }

  static int tagWidth(byte[] block) {
    return block[TAG_WIDTH];
  }

  static long minTag(byte[] block) {
    return Bytes.getLong(block, MIN_TAG);
  }

  static long head(byte[] block, int position) {
    return Bytes.getLongBigEndian(block, HEADS + position * Long.BYTES);
  }

  /** Where the column of entry starts begins. */
  static int starts(int count) {
    return HEADS + count * Long.BYTES;
  }

  /** Where the shared prefix begins; behind it, the entries. */
  static int prefix(int count) {
    return HEADS + count * ENTRY_OVERHEAD;
  }

  /** Bytes that a number of this size is stored in. */
  static int width(long number) {
    return (Long.SIZE - Long.numberOfLeadingZeros(number) + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** The bits of a number stored in {@code width} bytes. */
  static long mask(int width) {
    return width == 0 ? 0 : -1L >>> (Long.SIZE - width * Byte.SIZE);
  }

  /**
   * The position of the first entry at or after (key, tag) if that entry is of this very key; else
   * the complement (~) of its position, which may be the count.
   */
  static int search(byte[] block, byte[] key, int offset, int length, long tag) {
    int count = count(block);
    int prefixLength = prefixLength(block);
    if (prefixLength > 0) {
      int order = comparePrefix(block, prefix(count), prefixLength, key, offset, length);
      if (order != 0) {
        return order > 0 ? ~0 : ~count;
      }
    }
    int rest = length - prefixLength;
    long head = Bytes.head(key, offset + prefixLength, rest);
    int position = lowerBound(block, count, head);
    if (position == count || head(block, position) != head) {
      return ~position;
    }
    return amongEqualHeads(block, position, key, offset, length, tag);
  }

  /** Compares the block's prefix with the same number of bytes of a key; a shorter key is less. */
  private static int comparePrefix(
      byte[] block, int prefix, int prefixLength, byte[] key, int offset, int length) {
    return Arrays.compareUnsigned(
        block, prefix, prefix + prefixLength, key, offset, offset + Math.min(length, prefixLength));
  }

  /** The position of the first head not below the given one. Free of hard-to-guess branches. */
  private static int lowerBound(byte[] block, int count, long head) {
    long wanted = head + Long.MIN_VALUE;
    int base = 0;
    int size = count;
    while (size > 1) {
      int half = size >>> 1;
      base = head(block, base + half - 1) + Long.MIN_VALUE < wanted ? base + half : base;
      size -= half;
    }
    return head(block, base) + Long.MIN_VALUE < wanted ? base + 1 : base;
  }

  /** Goes on with {@link #search} from the first position whose head equals the wanted one. */
  private static int amongEqualHeads(
      byte[] block, int first, byte[] key, int offset, int length, long tag) {
    int byKey = compareKey(block, first, key, offset, length);
    if (byKey == 0 && Long.compareUnsigned(tag(block, first), tag) <= 0) {
      return first;
    }
    if (byKey > 0) {
      return ~first;
    }
    int position = binarySearch(block, first + 1, key, offset, length, tag);
    boolean found =
        position < count(block)
            && head(block, position) == head(block, first)
            && compareKey(block, position, key, offset, length) == 0;
    return found ? position : ~position;
  }

  /** The first position from {@code from} on at or after (key, tag), by whole comparisons. */
  private static int binarySearch(
      byte[] block, int from, byte[] key, int offset, int length, long tag) {
    long head = Bytes.head(key, offset + prefixLength(block), length - prefixLength(block));
    int low = from;
    int high = count(block);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (head(block, middle) == head && compare(block, middle, key, offset, length, tag) < 0) {
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
    return byKey != 0 ? byKey : Long.compareUnsigned(tag, tag(block, position));
  }

  /** Compares an entry's key with one whose prefix, if equal in length, is known to be the same. */
  private static int compareKey(byte[] block, int position, byte[] key, int offset, int length) {
    int prefixLength = prefixLength(block);
    int entryLength = keyLength(block, position);
    if (Math.min(entryLength, length) <= prefixLength + Long.BYTES) {
      return Integer.compare(entryLength, length);
    }
    int tail = tail(block, position);
    return Arrays.compareUnsigned(
        block,
        tail,
        tail + entryLength - prefixLength - Long.BYTES,
        key,
        offset + prefixLength + Long.BYTES,
        offset + length);
  }

  /** Where an entry starts. */
  static int start(byte[] block, int position) {
    int count = count(block);
    return prefix(count)
        + prefixLength(block)
        + Bytes.getShort(block, starts(count) + position * Short.BYTES);
  }

  /** Where an entry ends. */
  static int end(byte[] block, int position) {
    return position + 1 < count(block) ? start(block, position + 1) : BlockFile.rawLength(block);
  }

  static long tag(byte[] block, int position) {
    return minTag(block) + (Bytes.getLong(block, start(block, position)) & mask(tagWidth(block)));
  }

  static int keyLengthWidth(byte[] block) {
    return width(maxKeyLength(block) - minKeyLength(block));
  }

  static int keyLength(byte[] block, int position) {
    int at = start(block, position) + tagWidth(block);
    return minKeyLength(block) + (Bytes.getShort(block, at) & (int) mask(keyLengthWidth(block)));
  }

  private static int tail(byte[] block, int position) {
    return start(block, position) + tagWidth(block) + keyLengthWidth(block);
  }

  /** Where an entry's value starts; it ends with the entry. */
  static int value(byte[] block, int position) {
    int tailLength = keyLength(block, position) - prefixLength(block) - Long.BYTES;
    return tail(block, position) + Math.max(0, tailLength);
  }

  /**
   * Whether the block, of a table whose index notes {@code count} entries for it, is laid out so
   * that no later access leaves it. Checked once, when a block is loaded; what follows trusts it.
   */
  static boolean isSound(byte[] block, int count) {
    int length = BlockFile.rawLength(block);
    if (length < HEADS || count < 1 || count(block) != count) {
      return false;
    }
    boolean lengthsFit =
        prefixLength(block) <= minKeyLength(block)
            && minKeyLength(block) <= maxKeyLength(block)
            && tagWidth(block) >= 0
            && tagWidth(block) <= Long.BYTES
            && prefix(count) + prefixLength(block) <= length
            && Bytes.getShort(block, starts(count)) == 0;
    return lengthsFit && entriesAreSound(block, count);
  }

  private static boolean entriesAreSound(byte[] block, int count) {
    for (int i = 0; i < count; i++) {
      int end = end(block, i);
      boolean fits =
          end <= BlockFile.rawLength(block)
              && keyLength(block, i) <= maxKeyLength(block)
              && value(block, i) <= end;
      if (!fits) {
        return false;
      }
    }
    return true;
  }
}
