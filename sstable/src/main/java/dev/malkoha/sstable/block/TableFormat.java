package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Crc32c;
import dev.malkoha.codec.Frame;

/**
 * The frame of a table file: limits, and what stands after each block. See docs/format/table.md.
 */
public final class TableFormat {

  /** Bytes a key may have. */
  public static final int MAX_KEY_LENGTH = 65_535;

  /** Bytes a value may have. */
  public static final int MAX_VALUE_LENGTH = 256 << 20;

  /** Bytes a block may have, unpacked: the largest entry and room for what surrounds it. */
  public static final int MAX_BLOCK_LENGTH = MAX_VALUE_LENGTH + MAX_KEY_LENGTH + 1024;

  /** Bytes that every data block has in the file, without its trailer, however it is packed. */
  public static final int MIN_STORED_LENGTH = 6;

  /** Bytes that a writer's own note may have. */
  public static final int MAX_NOTE_LENGTH = 1 << 16;

  /** Bytes the properties may have: two keys and what is noted beside them. */
  public static final int MAX_PROPERTIES_LENGTH = 2 * MAX_KEY_LENGTH + MAX_NOTE_LENGTH + 128;

  /** Bytes that separators may have, all together, beside one for each byte of the data blocks. */
  public static final long SEPARATORS_FREE = 4 << 20;

  private static final long INDEX_FREE = 4 << 20;
  private static final long INDEX_RATIO = 4;

  /** "MALKOSST" in the file's first and last eight bytes. */
  public static final long MAGIC = 0x5453534f_4b4c414dL;

  public static final int VERSION = 1;

  public static final int TRAILER_CODEC = 0;
  public static final int TRAILER_CHECKSUM = TRAILER_CODEC + Byte.BYTES;
  public static final int TRAILER_LENGTH = TRAILER_CHECKSUM + Integer.BYTES;

  /** Beside the codec's number in a trailer: the block is stored as {@link CutBlock} has it. */
  public static final int IN_PIECES = 1 << 4;

  private static final int CONTEXT_FILE_ID = Byte.BYTES;
  private static final int CONTEXT_OFFSET = CONTEXT_FILE_ID + Long.BYTES;
  private static final int CONTEXT_LENGTH = CONTEXT_OFFSET + Long.BYTES;

  private TableFormat() {}

  /** The longest index that {@code stored} bytes may be unpacked to. */
  public static long mostIndexLength(int stored) {
    return INDEX_FREE + INDEX_RATIO * stored;
  }

  /** The header of a file. */
  public static byte[] header(long fileId) {
    return Frame.header(MAGIC, VERSION, fileId);
  }

  /**
   * The checksum in a block's trailer: CRC-32C of the stored bytes and of where and how they are
   * stored, so that a sound block in the wrong place, or of another file, does not pass.
   */
  public static int blockChecksum(
      byte[] bytes, int offset, int length, byte codec, long fileId, long fileOffset) {
    return blockChecksum(new byte[0], bytes, offset, length, codec, fileId, fileOffset);
  }

  /** The same of a block in two places. */
  static int blockChecksum(
      byte[] head, byte[] bytes, int offset, int length, byte codec, long fileId, long at) {
    byte[] context = new byte[CONTEXT_LENGTH];
    context[0] = codec;
    Bytes.putLong(context, CONTEXT_FILE_ID, fileId);
    Bytes.putLong(context, CONTEXT_OFFSET, at);
    return Crc32c.of(head, bytes, offset, length, context);
  }
}
