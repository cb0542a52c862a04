package dev.malkoha.sstable;

import java.util.zip.CRC32C;

/** The frame of a table file: limits, header and block trailer. See docs/format/table.md. */
final class TableFormat {

  /** Bytes a key may have. */
  static final int MAX_KEY_LENGTH = 65_535;

  /** Bytes a value may have. */
  static final int MAX_VALUE_LENGTH = 256 << 20;

  /** Bytes a block may have, unpacked: the largest entry and room for what surrounds it. */
  static final int MAX_BLOCK_LENGTH = MAX_VALUE_LENGTH + MAX_KEY_LENGTH + 1024;

  /** Bytes that every data block has in the file, without its trailer, however it is packed. */
  static final int MIN_STORED_LENGTH = 6;

  /** Bytes the properties may have: two keys and what is noted beside them. */
  static final int MAX_PROPERTIES_LENGTH = 2 * MAX_KEY_LENGTH + 128;

  /** Bytes that separators may have, all together, beside one for each byte of the data blocks. */
  static final long SEPARATORS_FREE = 4 << 20;

  private static final long INDEX_FREE = 4 << 20;
  private static final long INDEX_RATIO = 4;

  /** "MALKOSST" in the file's first and last eight bytes. */
  static final long MAGIC = 0x5453534f_4b4c414dL;

  static final int VERSION = 1;

  static final int HEADER_MAGIC = 0;
  static final int HEADER_VERSION = HEADER_MAGIC + Long.BYTES;
  static final int HEADER_FILE_ID = HEADER_VERSION + Integer.BYTES;
  static final int HEADER_CHECKSUM = HEADER_FILE_ID + Long.BYTES;
  static final int HEADER_LENGTH = HEADER_CHECKSUM + Integer.BYTES;

  static final int TRAILER_CODEC = 0;
  static final int TRAILER_CHECKSUM = TRAILER_CODEC + Byte.BYTES;
  static final int TRAILER_LENGTH = TRAILER_CHECKSUM + Integer.BYTES;

  private static final int CONTEXT_FILE_ID = Byte.BYTES;
  private static final int CONTEXT_OFFSET = CONTEXT_FILE_ID + Long.BYTES;
  private static final int CONTEXT_LENGTH = CONTEXT_OFFSET + Long.BYTES;

  private TableFormat() {}

  /** The longest index that so many stored bytes may be unpacked to. */
  static long mostIndexLength(int stored) {
    return INDEX_FREE + INDEX_RATIO * stored;
  }

  static byte[] header(long fileId) {
    byte[] header = new byte[HEADER_LENGTH];
    Bytes.putLong(header, HEADER_MAGIC, MAGIC);
    Bytes.putInt(header, HEADER_VERSION, VERSION);
    Bytes.putLong(header, HEADER_FILE_ID, fileId);
    Bytes.putInt(header, HEADER_CHECKSUM, checksum(header, 0, HEADER_CHECKSUM));
    return header;
  }

  static void checkHeader(String file, byte[] header, long fileId) throws CorruptTableException {
    checkMagicAndVersion(
        file, 0, Bytes.getLong(header, HEADER_MAGIC), Bytes.getInt(header, HEADER_VERSION));
    checkChecksum(
        file, 0, checksum(header, 0, HEADER_CHECKSUM), Bytes.getInt(header, HEADER_CHECKSUM));
    checkFileId(file, 0, fileId, Bytes.getLong(header, HEADER_FILE_ID));
  }

  static void checkMagicAndVersion(String file, long offset, long magic, int version)
      throws CorruptTableException {
    if (magic != MAGIC) {
      throw mismatch(file, offset, "magic number", MAGIC, magic);
    }
    if (version != VERSION) {
      throw new CorruptTableException(
          file,
          offset,
          "format version " + version + ", but this release reads version " + VERSION + " only");
    }
  }

  static void checkFileId(String file, long offset, long expected, long found)
      throws CorruptTableException {
    if (expected != found) {
      throw mismatch(file, offset, "file id", expected, found);
    }
  }

  static void checkChecksum(String file, long offset, int computed, int stored)
      throws CorruptTableException {
    if (computed != stored) {
      throw mismatch(
          file,
          offset,
          "checksum",
          Integer.toUnsignedLong(computed),
          Integer.toUnsignedLong(stored));
    }
  }

  private static CorruptTableException mismatch(
      String file, long offset, String what, long expected, long found) {
    return new CorruptTableException(
        file, offset, "%s: expected %016x, found %016x".formatted(what, expected, found));
  }

  /** CRC-32C of a range. */
  static int checksum(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }

  /**
   * The checksum in a block's trailer: CRC-32C of the stored bytes and of where and how they are
   * stored, so that a sound block in the wrong place, or of another file, does not pass.
   */
  static int blockChecksum(
      byte[] bytes, int offset, int length, byte codec, long fileId, long fileOffset) {
    byte[] context = new byte[CONTEXT_LENGTH];
    context[0] = codec;
    Bytes.putLong(context, CONTEXT_FILE_ID, fileId);
    Bytes.putLong(context, CONTEXT_OFFSET, fileOffset);
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    crc.update(context, 0, CONTEXT_LENGTH);
    return (int) crc.getValue();
  }
}
