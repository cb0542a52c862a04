package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;

/**
 * The unpacked form of a data block: what is where in it. {@link BlockSearch} searches it, a
 * table's cursor walks it, {@link DataBlockBuilder} writes it.
 *
 * <p>Every key is cut in three: the prefix that all keys of the block share (stored once), the head
 * (the next eight bytes, padded with zeros), and the tail (the rest, if any). The heads stand close
 * together in slots, so that a search compares numbers and touches little memory, and any entry is
 * reached without decoding the ones before it: forward, backward and random access cost the same.
 * Heads are the "poor man's normalised keys" of Graefe, Larson: "B-Tree Indexes and CPU Caches",
 * ICDE 2001.
 *
 * <p>An entry is its tag less the block's smallest tag, its key length less the block's smallest
 * key length, both in as many bytes as the block needs (often none), then the key's tail and the
 * value, which ends where the next entry starts.
 */
public final class DataBlock {

  /** The most bytes that a block of several entries is built to: a start has 16 bits. */
  public static final int MAX_TARGET_LENGTH = 64 << 10;

  static final int COUNT = 0;
  static final int PREFIX_LENGTH = COUNT + Short.BYTES;
  static final int MIN_KEY_LENGTH = PREFIX_LENGTH + Short.BYTES;
  static final int MAX_KEY_LENGTH = MIN_KEY_LENGTH + Short.BYTES;
  static final int TAG_WIDTH = MAX_KEY_LENGTH + Short.BYTES;
  static final int MIN_TAG = TAG_WIDTH + Byte.BYTES;
  static final int FIRST_ORDINAL = MIN_TAG + Long.BYTES;
  public static final int PREFIX = FIRST_ORDINAL + Integer.BYTES;

  /** A slot: an entry's head, and where the entry starts, counted from the first one. */
  public static final int SLOT_START = Long.BYTES;

  public static final int SLOT_LENGTH = SLOT_START + Short.BYTES;

  private DataBlock() {}

  /** The most bytes that a block of {@code count} entries, two at least, can have. */
  public static int longest(int count) {
    return MAX_TARGET_LENGTH + count * Long.BYTES;
  }

  public static int count(byte[] block) {
    return Bytes.getShort(block, COUNT);
  }

  public static int prefixLength(byte[] block) {
    return Bytes.getShort(block, PREFIX_LENGTH);
  }

  public static int minKeyLength(byte[] block) {
    return Bytes.getShort(block, MIN_KEY_LENGTH);
  }

  public static int maxKeyLength(byte[] block) {
    return Bytes.getShort(block, MAX_KEY_LENGTH);
  }

  public static int tagWidth(byte[] block) {
    return block[TAG_WIDTH];
  }

  public static long minTag(byte[] block) {
    return Bytes.getLong(block, MIN_TAG);
  }

  public static int firstOrdinal(byte[] block) {
    return Bytes.getInt(block, FIRST_ORDINAL);
  }

  /** Where the slots begin, after the prefix. */
  public static int slots(byte[] block) {
    return PREFIX + prefixLength(block);
  }

  public static long head(byte[] block, int position) {
    return Bytes.getLongBigEndian(block, slots(block) + position * SLOT_LENGTH);
  }

  /** Where the entries begin, after the slots. */
  public static int entries(byte[] block) {
    return slots(block) + count(block) * SLOT_LENGTH;
  }

  /** Bytes that a number of this size is stored in. */
  static int width(long number) {
    return (Long.SIZE - Long.numberOfLeadingZeros(number) + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** The bits of a number stored in {@code width} bytes. */
  public static long mask(int width) {
    return width == 0 ? 0 : -1L >>> (Long.SIZE - width * Byte.SIZE);
  }

  /** Where an entry starts. */
  public static int start(byte[] block, int position) {
    int slots = slots(block);
    return slots
        + count(block) * SLOT_LENGTH
        + Bytes.getShort(block, slots + position * SLOT_LENGTH + SLOT_START);
  }

  /** Where an entry ends. */
  public static int end(byte[] block, int position) {
    return end(block, position, BlockFile.rawLength(block));
  }

  /** The same in a block of this length, whose array may be longer. */
  static int end(byte[] block, int position, int length) {
    return position + 1 < count(block) ? start(block, position + 1) : length;
  }

  public static long tag(byte[] block, int position) {
    return minTag(block) + (Bytes.getLong(block, start(block, position)) & mask(tagWidth(block)));
  }

  public static int keyLengthWidth(byte[] block) {
    return width(maxKeyLength(block) - minKeyLength(block));
  }

  public static int keyLength(byte[] block, int position) {
    int at = start(block, position) + tagWidth(block);
    return minKeyLength(block) + (Bytes.getShort(block, at) & (int) mask(keyLengthWidth(block)));
  }

  /** Where an entry's key tail starts, if it has one. */
  public static int tail(byte[] block, int position) {
    return start(block, position) + tagWidth(block) + keyLengthWidth(block);
  }

  /** Where an entry's value starts; it ends with the entry. */
  public static int value(byte[] block, int position) {
    int tailLength = keyLength(block, position) - prefixLength(block) - Long.BYTES;
    return tail(block, position) + Math.max(0, tailLength);
  }

  /**
   * Whether the block, of a table whose index notes {@code count} entries for it, is laid out so
   * that no later access leaves it. Checked once, when a block is loaded; what follows trusts it.
   */
  public static boolean isSound(byte[] block, int count, long firstOrdinal) {
    int length = BlockFile.rawLength(block);
    return length >= PREFIX
        && count >= 1
        && count(block) == count
        && firstOrdinal(block) == firstOrdinal
        && hasSoundHeader(block, length)
        && start(block, 0) == entries(block)
        && areSound(block, 0, count, length);
  }

  /** Whether what stands before the entries fits together and into a block of this length. */
  static boolean hasSoundHeader(byte[] block, int length) {
    return prefixLength(block) <= minKeyLength(block)
        && minKeyLength(block) <= maxKeyLength(block)
        && tagWidth(block) >= 0
        && tagWidth(block) <= Long.BYTES
        && entries(block) <= length;
  }

  /** Whether entries, from one to another that is not among them, follow each other and fit. */
  static boolean areSound(byte[] block, int first, int behind, int length) {
    int count = count(block);
    int entries = entries(block);
    int tagWidth = tagWidth(block);
    int lengthWidth = keyLengthWidth(block);
    int lengthMask = (int) mask(lengthWidth);
    int shortest = minKeyLength(block);
    int longest = maxKeyLength(block);
    int beforeTail = prefixLength(block) + Long.BYTES;
    int nextStart = slots(block) + first * SLOT_LENGTH + SLOT_START;
    int start = start(block, first);
    for (int i = first + 1; i <= behind; i++) {
      nextStart += SLOT_LENGTH;
      int end = i < count ? entries + Bytes.getShort(block, nextStart) : length;
      int at = start + tagWidth;
      int keyLength = shortest + (Bytes.getShort(block, at) & lengthMask);
      int value = at + lengthWidth + Math.max(0, keyLength - beforeTail);
      if (keyLength > longest || value > end || end > length) {
        return false;
      }
      start = end;
    }
    return true;
  }
}
