package dev.malkoha.sstable.value;

import dev.malkoha.codec.Frame;

/**
 * The frame of a value file. See docs/format/value.md.
 *
 * <pre>
 * values := header, record*
 * record := stored bytes, how u8, checksum u32      as a table's blocks are sealed
 * </pre>
 */
final class ValueFormat {

  /** "MALKOVAL" in the file's first eight bytes. */
  static final long MAGIC = 0x4c41564f_4b4c414dL;

  static final int VERSION = 1;

  /** Where the first record begins. */
  static final int RECORDS = Frame.HEADER_BYTES;

  private ValueFormat() {}

  static byte[] header(long fileId) {
    return Frame.header(MAGIC, VERSION, fileId);
  }
}
