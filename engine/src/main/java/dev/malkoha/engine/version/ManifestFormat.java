package dev.malkoha.engine.version;

import dev.malkoha.engine.codec.LittleEndian;
import java.util.zip.CRC32C;

/**
 * The layout of a manifest and of CURRENT, shared by writers and readers. See
 * docs/format/manifest.md.
 *
 * <pre>
 * manifest := header, record*
 * header   := magic u64, format version u32, number u64, crc u32
 * record   := length u32, crc u32, edit[length]
 * current  := magic u64, number u64, crc u32
 * </pre>
 *
 * A record's checksum also covers the manifest's number and the record's offset, so that a record
 * that belongs elsewhere does not verify.
 */
final class ManifestFormat {

  static final long MANIFEST_MAGIC = 0x4D4B_4D41_4E49_4631L;
  static final long CURRENT_MAGIC = 0x4D4B_4355_5252_4E31L;

  /**
   * Raised when an older reader must not open what a newer writer wrote. From 2 on there are range
   * deletes and deletion vectors: who does not know them would bring back what they deleted.
   */
  static final int FORMAT_VERSION = 2;

  /** The oldest version that is read: it says nothing that the newest does not. */
  static final int FORMAT_VERSION_MIN = 1;

  static final int MAGIC_OFFSET = 0;
  static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;
  static final int NUMBER_OFFSET = VERSION_OFFSET + Integer.BYTES;
  static final int HEADER_CRC_OFFSET = NUMBER_OFFSET + Long.BYTES;
  static final int HEADER_BYTES = HEADER_CRC_OFFSET + Integer.BYTES;

  static final int LENGTH_OFFSET = 0;
  static final int RECORD_CRC_OFFSET = LENGTH_OFFSET + Integer.BYTES;
  static final int RECORD_HEADER_BYTES = RECORD_CRC_OFFSET + Integer.BYTES;

  static final int CURRENT_NUMBER_OFFSET = MAGIC_OFFSET + Long.BYTES;
  static final int CURRENT_CRC_OFFSET = CURRENT_NUMBER_OFFSET + Long.BYTES;
  static final int CURRENT_BYTES = CURRENT_CRC_OFFSET + Integer.BYTES;

  private ManifestFormat() {}

  static byte[] header(long number) {
    byte[] header = new byte[HEADER_BYTES];
    LittleEndian.putLong(header, MAGIC_OFFSET, MANIFEST_MAGIC);
    LittleEndian.putInt(header, VERSION_OFFSET, FORMAT_VERSION);
    LittleEndian.putLong(header, NUMBER_OFFSET, number);
    LittleEndian.putInt(header, HEADER_CRC_OFFSET, crc(header, 0, HEADER_CRC_OFFSET));
    return header;
  }

  static byte[] record(long number, long offset, byte[] edit) {
    byte[] record = new byte[RECORD_HEADER_BYTES + edit.length];
    LittleEndian.putInt(record, LENGTH_OFFSET, edit.length);
    LittleEndian.putInt(record, RECORD_CRC_OFFSET, recordCrc(number, offset, edit));
    System.arraycopy(edit, 0, record, RECORD_HEADER_BYTES, edit.length);
    return record;
  }

  static byte[] current(long number) {
    byte[] current = new byte[CURRENT_BYTES];
    LittleEndian.putLong(current, MAGIC_OFFSET, CURRENT_MAGIC);
    LittleEndian.putLong(current, CURRENT_NUMBER_OFFSET, number);
    LittleEndian.putInt(current, CURRENT_CRC_OFFSET, crc(current, 0, CURRENT_CRC_OFFSET));
    return current;
  }

  static int recordCrc(long number, long offset, byte[] edit) {
    byte[] place = new byte[2 * Long.BYTES + Integer.BYTES];
    LittleEndian.putLong(place, 0, number);
    LittleEndian.putLong(place, Long.BYTES, offset);
    LittleEndian.putInt(place, 2 * Long.BYTES, edit.length);
    CRC32C crc = new CRC32C();
    crc.update(place, 0, place.length);
    crc.update(edit, 0, edit.length);
    return (int) crc.getValue();
  }

  static int crc(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
