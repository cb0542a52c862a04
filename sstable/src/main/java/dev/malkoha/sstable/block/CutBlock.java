package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.Unpacker;
import java.io.IOException;

/**
 * A data block as it is stored in pieces: what a search needs first stands in front as it is,
 * header, prefix and slots, and runs of entries follow, each packed by itself, so that an entry is
 * reached without unpacking the ones before it. {@link BlockCutter} writes it.
 *
 * <pre>
 * header and prefix   as in {@link DataBlock}
 * slot*               the head's first bytes, as many as any key has there; the entry's start, u16
 * pieces              u16
 * piece*              how many entries it has, u16; its bytes here, u16
 * bytes*              of each piece: packed, or plain if they are as many as unpacked
 * </pre>
 *
 * <p>Whatever the stored bytes are, nothing outside the block is written, and bytes that are no
 * such block end in an {@link IOException}, or an {@link IndexOutOfBoundsException}, or unpack to
 * something else. Used by one thread at a time, for one block after another.
 */
public final class CutBlock {

  /** The longest block that is stored so, unpacked. */
  static final int LONGEST = 0xffff;

  static final int PIECE_ENTRIES = 0;
  static final int PIECE_STORED = PIECE_ENTRIES + Short.BYTES;
  static final int PIECE_LENGTH = PIECE_STORED + Short.BYTES;

  private static final byte[] NOTHING = {};

  private byte[] stored = NOTHING;
  private byte[] block = NOTHING;
  private int storedLength;
  private int rawLength;

  /** Where the table of the pieces begins, and where it ends and their bytes begin. */
  private int table;

  private int bytes;

  /** How many bytes of each head a block stores: a key goes no further, or has a tail. */
  static int headWidth(byte[] block) {
    return Math.clamp(DataBlock.maxKeyLength(block) - DataBlock.prefixLength(block), 0, Long.BYTES);
  }

  /**
   * Begins with a block: lays out all that stands before its entries.
   *
   * @param into has room for the block at its beginning, and {@link BlockFile#SLACK}
   */
  void start(byte[] source, int length, byte[] into, int blockLength) throws IOException {
    stored = source;
    storedLength = length;
    block = into;
    rawLength = blockLength;
    require(length > DataBlock.PREFIX && blockLength >= DataBlock.PREFIX && blockLength <= LONGEST);
    System.arraycopy(source, 0, into, 0, DataBlock.PREFIX);
    int width = headWidth(into);
    int slots = DataBlock.slots(into);
    table = slots + DataBlock.count(into) * (width + Short.BYTES) + Short.BYTES;
    require(table <= length && DataBlock.entries(into) <= blockLength);
    bytes = table + Bytes.getShort(source, table - Short.BYTES) * PIECE_LENGTH;
    require(bytes <= length);
    System.arraycopy(source, DataBlock.PREFIX, into, DataBlock.PREFIX, slots - DataBlock.PREFIX);
    widenSlots(slots, width);
  }

  /** Lays out the slots, with the zeros of short heads. */
  private void widenSlots(int slots, int width) {
    int count = DataBlock.count(block);
    if (width == Long.BYTES) {
      System.arraycopy(stored, slots, block, slots, count * DataBlock.SLOT_LENGTH);
      return;
    }
    long mask = DataBlock.mask(width);
    int from = slots;
    int to = slots;
    for (int i = 0; i < count; i++) {
      Bytes.putLong(block, to, Bytes.getLong(stored, from) & mask);
      Bytes.putShort(block, to + DataBlock.SLOT_START, Bytes.getShort(stored, from + width));
      from += width + Short.BYTES;
      to += DataBlock.SLOT_LENGTH;
    }
  }

  /**
   * Unpacks the entries from one to another, which is not among them.
   *
   * @return where the bytes end of the last piece that was needed
   */
  int unpack(int first, int behind, Unpacker unpacker) throws IOException {
    int from = bytes;
    int entry = 0;
    for (int at = table; entry < behind; at += PIECE_LENGTH) {
      require(at < bytes);
      int next = entry + entries(at);
      int length = Bytes.getShort(stored, at + PIECE_STORED);
      require(next <= DataBlock.count(block) && length <= storedLength - from);
      if (next > first) {
        int start = DataBlock.start(block, entry);
        require(start <= DataBlock.start(block, Math.max(entry, first)));
        unpackPiece(from, length, start, end(next), unpacker, end(Math.min(behind, next)));
      }
      from += length;
      entry = next;
    }
    return from;
  }

  /** Unpacks all entries, which must be all that is stored. */
  void unpackAll(Unpacker unpacker) throws IOException {
    int entries = 0;
    for (int at = table; at < bytes; at += PIECE_LENGTH) {
      entries += entries(at);
    }
    require(entries == DataBlock.count(block));
    require(unpack(0, entries, unpacker) == storedLength);
  }

  /** How many entries the piece has that the table tells of at a place. */
  private int entries(int at) throws IOException {
    int entries = Bytes.getShort(stored, at + PIECE_ENTRIES);
    require(entries > 0);
    return entries;
  }

  private void unpackPiece(int from, int length, int start, int end, Unpacker unpacker, int wanted)
      throws IOException {
    require(start <= end && end <= rawLength && wanted <= end);
    if (length == end - start) {
      System.arraycopy(stored, from, block, start, length);
      return;
    }
    unpacker.start(stored, from, length, block, start, end - start);
    if (wanted == end) {
      unpacker.toEnd();
    } else {
      unpacker.upTo(wanted);
    }
  }

  /** Where the entry before one ends. */
  private int end(int behind) {
    return DataBlock.end(block, behind - 1, rawLength);
  }

  /**
   * The length that a block has when it is unpacked, by what is stored of it alone. That length
   * alone says for certain whether the last piece is packed, so here the codec is asked.
   */
  public static long rawLength(byte[] stored, int length, Codec codec) throws IOException {
    require(length > DataBlock.PREFIX);
    int width = headWidth(stored);
    int slots = DataBlock.slots(stored);
    int slotLength = width + Short.BYTES;
    int count = DataBlock.count(stored);
    int table = slots + count * slotLength + Short.BYTES;
    require(table <= length);
    int last = table + (Bytes.getShort(stored, table - Short.BYTES) - 1) * PIECE_LENGTH;
    require(last >= table && last + PIECE_LENGTH <= length);
    int from = last + PIECE_LENGTH;
    int entry = 0;
    for (int at = table; at < last; at += PIECE_LENGTH) {
      entry += Bytes.getShort(stored, at + PIECE_ENTRIES);
      from += Bytes.getShort(stored, at + PIECE_STORED);
    }
    int rest = Bytes.getShort(stored, last + PIECE_STORED);
    require(entry < count && from + rest == length);
    long start =
        slots
            + (long) count * DataBlock.SLOT_LENGTH
            + Bytes.getShort(stored, slots + entry * slotLength + width);
    boolean isPacked = codec.hasPacked(stored, from, rest);
    return start + (isPacked ? codec.rawLength(stored, from, rest) : rest);
  }

  /** Lets go of the arrays. */
  void clear() {
    stored = NOTHING;
    block = NOTHING;
  }

  private static void require(boolean isSound) throws IOException {
    if (!isSound) {
      throw new IOException("the block's pieces do not add up");
    }
  }
}
