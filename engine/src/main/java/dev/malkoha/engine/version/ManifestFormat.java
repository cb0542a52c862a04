package dev.malkoha.engine.version;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Crc32c;
import dev.malkoha.codec.Frame;

/**
 * The layout of a manifest, shared by writers and readers. See docs/format/manifest.md.
 *
 * <pre>
 * manifest := header, record*
 * header   := magic u64, format version u32, number u64, crc u32
 * record   := length u32, edit crc u32, header crc u32, edit[length]
 * </pre>
 *
 * A record's checksums also cover the manifest's number and the record's offset, so that a record
 * that belongs elsewhere does not verify. Its header has one of its own, so that one after damage
 * is found without reading an edit at every place.
 */
public final class ManifestFormat {

  static final long MANIFEST_MAGIC = 0x4D4B_4D41_4E49_4631L;

  /**
   * Raised when an older reader must not open what a newer writer wrote. No other version is read:
   * 8 is that of 0.1, and no release wrote one before.
   */
  static final int FORMAT_VERSION = 8;

  static final int LENGTH_OFFSET = 0;
  static final int EDIT_CRC_OFFSET = LENGTH_OFFSET + Integer.BYTES;
  static final int RECORD_CRC_OFFSET = EDIT_CRC_OFFSET + Integer.BYTES;
  static final int RECORD_HEADER_BYTES = RECORD_CRC_OFFSET + Integer.BYTES;

  /** The file's header and that of its first record. */
  public static final int HEAD_BYTES = Frame.HEADER_BYTES + RECORD_HEADER_BYTES;

  private ManifestFormat() {}

  /** The header of a file. */
  static byte[] header(long number) {
    return Frame.header(MANIFEST_MAGIC, FORMAT_VERSION, number);
  }

  static byte[] record(long number, long offset, byte[] edit) {
    byte[] record = new byte[RECORD_HEADER_BYTES + edit.length];
    int editCrc = editCrc(number, offset, edit);
    Bytes.putInt(record, LENGTH_OFFSET, edit.length);
    Bytes.putInt(record, EDIT_CRC_OFFSET, editCrc);
    Bytes.putInt(record, RECORD_CRC_OFFSET, recordCrc(number, offset, edit.length, editCrc));
    System.arraycopy(edit, 0, record, RECORD_HEADER_BYTES, edit.length);
    return record;
  }

  /** The checksum of an edit and of where it stands. */
  static int editCrc(long number, long offset, byte[] edit) {
    byte[] place = place(number, offset, edit.length, 0);
    return Crc32c.of(place, 0, place.length - Integer.BYTES, edit);
  }

  /** The checksum of a record's header and of where it stands. */
  static int recordCrc(long number, long offset, int length, int editCrc) {
    byte[] place = place(number, offset, length, editCrc);
    return Crc32c.of(place, 0, place.length);
  }

  private static byte[] place(long number, long offset, int length, int editCrc) {
    byte[] place = new byte[2 * Long.BYTES + 2 * Integer.BYTES];
    Bytes.putLong(place, 0, number);
    Bytes.putLong(place, Long.BYTES, offset);
    Bytes.putInt(place, 2 * Long.BYTES, length);
    Bytes.putInt(place, 2 * Long.BYTES + Integer.BYTES, editCrc);
    return place;
  }
}
