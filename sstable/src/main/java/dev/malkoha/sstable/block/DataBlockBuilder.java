package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;
import java.util.Arrays;

/**
 * The entries of the data block being written, until {@link #build} lays them out as {@link
 * DataBlock} describes.
 */
public final class DataBlockBuilder {

  private static final int INITIAL_ENTRIES = 64;

  private final int targetLength;

  /** The keys and values as they came: key, value, key, value. */
  private byte[] bytes;

  private int bytesLength;
  private int[] keyStarts = new int[INITIAL_ENTRIES];
  private int[] keyLengths = new int[INITIAL_ENTRIES];
  private long[] tags = new long[INITIAL_ENTRIES];
  private int count;

  private int prefixLength;
  private long keyBytes;
  private int minKeyLength;
  private int maxKeyLength;
  private long minTag;
  private long maxTag;

  private byte[] block = {};

  /** A builder of blocks that have at most {@code targetLength} bytes, or one entry. */
  public DataBlockBuilder(int targetLength) {
    this.targetLength = targetLength;
    this.bytes = new byte[targetLength];
  }

  public int count() {
    return count;
  }

  /**
   * Adds an entry that comes after all others in order, unless the block would grow too long by it;
   * an empty block takes any. Returns whether the entry was added.
   */
  public boolean tryAdd(
      byte[] key,
      int keyOffset,
      int keyLength,
      long tag,
      byte[] value,
      int valueOffset,
      int valueLength) {
    if (count == 0) {
      startWith(keyLength, tag);
    } else if (!widenFor(key, keyOffset, keyLength, tag, valueLength)) {
      return false;
    }
    reserve(keyLength + valueLength);
    keyStarts[count] = bytesLength;
    keyLengths[count] = keyLength;
    tags[count] = tag;
    System.arraycopy(key, keyOffset, bytes, bytesLength, keyLength);
    System.arraycopy(value, valueOffset, bytes, bytesLength + keyLength, valueLength);
    bytesLength += keyLength + valueLength;
    keyBytes += keyLength;
    count++;
    return true;
  }

  private void startWith(int keyLength, long tag) {
    prefixLength = keyLength;
    minKeyLength = keyLength;
    maxKeyLength = keyLength;
    minTag = tag;
    maxTag = tag;
  }

  /** Widens the bounds to take in another entry, if the block then keeps to its target. */
  private boolean widenFor(byte[] key, int keyOffset, int keyLength, long tag, int valueLength) {
    int prefix = sharedWithFirst(key, keyOffset, keyLength);
    int minLength = Math.min(minKeyLength, keyLength);
    int maxLength = Math.max(maxKeyLength, keyLength);
    long lowTag = Long.compareUnsigned(tag, minTag) < 0 ? tag : minTag;
    long highTag = Long.compareUnsigned(tag, maxTag) > 0 ? tag : maxTag;
    int widths = DataBlock.width(highTag - lowTag) + DataBlock.width(maxLength - minLength);
    long values = bytesLength - keyBytes + valueLength;
    if (length(count + 1, prefix, widths, keyBytes + keyLength, values) > targetLength) {
      return false;
    }
    prefixLength = prefix;
    minKeyLength = minLength;
    maxKeyLength = maxLength;
    minTag = lowTag;
    maxTag = highTag;
    return true;
  }

  /** The block's length if it were built now. */
  public int estimatedLength() {
    int widths = DataBlock.width(maxTag - minTag) + DataBlock.width(maxKeyLength - minKeyLength);
    return count == 0
        ? 0
        : (int) length(count, prefixLength, widths, keyBytes, bytesLength - keyBytes);
  }

  /**
   * A block's length, exact when every key reaches to the end of its head. Where one does not, the
   * sum misses at most its eight bytes, which is less than {@link DataBlock#SLOT_LENGTH}: so an
   * entry's start, which does not count the slots, stays below the target.
   */
  private static long length(
      int count, int prefixLength, int widths, long keyBytes, long valueBytes) {
    long tails = Math.max(0, keyBytes - (long) count * (prefixLength + Long.BYTES));
    long entries = (long) count * (DataBlock.SLOT_LENGTH + widths);
    return DataBlock.PREFIX + prefixLength + entries + tails + valueBytes;
  }

  private int sharedWithFirst(byte[] key, int keyOffset, int keyLength) {
    int limit = Math.min(prefixLength, keyLength);
    int first = keyStarts[0];
    int shared = Arrays.mismatch(bytes, first, first + limit, key, keyOffset, keyOffset + limit);
    return shared < 0 ? limit : shared;
  }

  private void reserve(int length) {
    int needed = Math.addExact(bytesLength, length);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, needed);
    }
    if (count == tags.length) {
      keyStarts = Arrays.copyOf(keyStarts, count * 2);
      keyLengths = Arrays.copyOf(keyLengths, count * 2);
      tags = Arrays.copyOf(tags, count * 2);
    }
  }

  /** Lays the block out in {@link #block} and returns its length. */
  public int build(int firstOrdinal) {
    int tagWidth = DataBlock.width(maxTag - minTag);
    int keyLengthWidth = DataBlock.width(maxKeyLength - minKeyLength);
    int slots = DataBlock.PREFIX + prefixLength;
    int entries = slots + count * DataBlock.SLOT_LENGTH;
    reserveBlock(entries + count * (tagWidth + keyLengthWidth) + bytesLength);
    putHeader(
        block, count, prefixLength, minKeyLength, maxKeyLength, tagWidth, minTag, firstOrdinal);
    System.arraycopy(bytes, keyStarts[0], block, DataBlock.PREFIX, prefixLength);
    int at = entries;
    for (int i = 0; i < count; i++) {
      int keyStart = keyStarts[i];
      int keyLength = keyLengths[i];
      int slot = slots + i * DataBlock.SLOT_LENGTH;
      long head = Bytes.head(bytes, keyStart + prefixLength, keyLength - prefixLength);
      Bytes.putLongBigEndian(block, slot, head);
      Bytes.putShort(block, slot + DataBlock.SLOT_START, at - entries);
      Bytes.putLong(block, at, tags[i] - minTag);
      at += tagWidth;
      Bytes.putShort(block, at, keyLength - minKeyLength);
      at += keyLengthWidth;
      // The tail and the value lie together already.
      int from = keyStart + Math.min(keyLength, prefixLength + Long.BYTES);
      int to = i + 1 < count ? keyStarts[i + 1] : bytesLength;
      System.arraycopy(bytes, from, block, at, to - from);
      at += to - from;
    }
    return at;
  }

  private void reserveBlock(int longest) {
    if (block.length < longest + BlockFile.SLACK) {
      block = new byte[longest + BlockFile.SLACK];
    }
  }

  private static void putHeader(
      byte[] block,
      int count,
      int prefixLength,
      int minKeyLength,
      int maxKeyLength,
      int tagWidth,
      long minTag,
      int firstOrdinal) {
    Bytes.putShort(block, DataBlock.COUNT, count);
    Bytes.putShort(block, DataBlock.PREFIX_LENGTH, prefixLength);
    Bytes.putShort(block, DataBlock.MIN_KEY_LENGTH, minKeyLength);
    Bytes.putShort(block, DataBlock.MAX_KEY_LENGTH, maxKeyLength);
    block[DataBlock.TAG_WIDTH] = (byte) tagWidth;
    Bytes.putLong(block, DataBlock.MIN_TAG, minTag);
    Bytes.putInt(block, DataBlock.FIRST_ORDINAL, firstOrdinal);
  }

  /** The array that {@link #build} has filled, valid until the next build. */
  public byte[] block() {
    return block;
  }

  /** Forgets the entries. */
  public void clear() {
    count = 0;
    bytesLength = 0;
    keyBytes = 0;
  }

  /** Lays out what a block of a single entry has before its value. */
  public static byte[] headOfSingle(
      int firstOrdinal, byte[] key, int keyOffset, int keyLength, long tag) {
    byte[] head = new byte[DataBlock.PREFIX + keyLength + DataBlock.SLOT_LENGTH];
    putHeader(head, 1, keyLength, keyLength, keyLength, 0, tag, firstOrdinal);
    System.arraycopy(key, keyOffset, head, DataBlock.PREFIX, keyLength);
    return head;
  }

  /** Lays out a block of a single entry. */
  public static byte[] single(byte[] head, byte[] value, int valueOffset, int valueLength) {
    byte[] block = Arrays.copyOf(head, head.length + valueLength);
    System.arraycopy(value, valueOffset, block, head.length, valueLength);
    return block;
  }
}
