package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;

/**
 * Where a block lies in its file.
 *
 * @param offset of the block's first byte in the file
 * @param storedLength bytes in the file, without the trailer
 * @param rawLength bytes when unpacked
 */
public record BlockHandle(long offset, int storedLength, int rawLength) {

  static final int OFFSET = 0;
  static final int STORED_LENGTH = OFFSET + Long.BYTES;
  static final int RAW_LENGTH = STORED_LENGTH + Integer.BYTES;
  public static final int LENGTH = RAW_LENGTH + Integer.BYTES;

  /** The offset after the block and its trailer. */
  public long end() {
    return offset + storedLength + TableFormat.TRAILER_LENGTH;
  }

  public void encode(byte[] into, int at) {
    Bytes.putLong(into, at + OFFSET, offset);
    Bytes.putInt(into, at + STORED_LENGTH, storedLength);
    Bytes.putInt(into, at + RAW_LENGTH, rawLength);
  }

  public static BlockHandle decode(byte[] bytes, int at) {
    return new BlockHandle(
        Bytes.getLong(bytes, at + OFFSET),
        Bytes.getInt(bytes, at + STORED_LENGTH),
        Bytes.getInt(bytes, at + RAW_LENGTH));
  }
}
