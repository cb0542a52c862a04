package dev.malkoha.engine.version;

import dev.malkoha.engine.codec.LittleEndian;
import java.util.zip.CRC32C;

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
 * that belongs elsewhere does not verify. Its header has one of its own, so that one behind damage
 * is found without reading an edit at every place. Before version 3 there was none.
 */
final class ManifestFormat {

  static final long MANIFEST_MAGIC = 0x4D4B_4D41_4E49_4631L;

  /**
   * Raised when an older reader must not open what a newer writer wrote. From 2 on there are range
   * deletes and deletion vectors: who does not know them would bring back what they deleted. From 3
   * on files may bear draft names, and edits say how far the log is proven to reach.
   */
  static final int FORMAT_VERSION = 3;

  /** The oldest version that is read: it says nothing that the newest does not. */
  static final int FORMAT_VERSION_MIN = 1;

  /** The oldest version whose records have a header checksum. */
  static final int HEADER_CRC_SINCE = 3;

  static final int MAGIC_OFFSET = 0;
  static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;
  static final int NUMBER_OFFSET = VERSION_OFFSET + Integer.BYTES;
  static final int HEADER_CRC_OFFSET = NUMBER_OFFSET + Long.BYTES;
  static final int HEADER_BYTES = HEADER_CRC_OFFSET + Integer.BYTES;

  static final int LENGTH_OFFSET = 0;
  static final int EDIT_CRC_OFFSET = LENGTH_OFFSET + Integer.BYTES;
  static final int RECORD_CRC_OFFSET = EDIT_CRC_OFFSET + Integer.BYTES;
  static final int RECORD_HEADER_BYTES = RECORD_CRC_OFFSET + Integer.BYTES;

  /** Of records without a header checksum. */
  static final int RECORD_HEADER_BYTES_OLD = RECORD_CRC_OFFSET;

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
    int editCrc = editCrc(number, offset, edit);
    LittleEndian.putInt(record, LENGTH_OFFSET, edit.length);
    LittleEndian.putInt(record, EDIT_CRC_OFFSET, editCrc);
    LittleEndian.putInt(record, RECORD_CRC_OFFSET, recordCrc(number, offset, edit.length, editCrc));
    System.arraycopy(edit, 0, record, RECORD_HEADER_BYTES, edit.length);
    return record;
  }

  /** The checksum of an edit and of where it stands. */
  static int editCrc(long number, long offset, byte[] edit) {
    byte[] place = place(number, offset, edit.length, 0);
    CRC32C crc = new CRC32C();
    crc.update(place, 0, place.length - Integer.BYTES);
    crc.update(edit, 0, edit.length);
    return (int) crc.getValue();
  }

  /** The checksum of a record's header and of where it stands. */
  static int recordCrc(long number, long offset, int length, int editCrc) {
    byte[] place = place(number, offset, length, editCrc);
    return crc(place, 0, place.length);
  }

  private static byte[] place(long number, long offset, int length, int editCrc) {
    byte[] place = new byte[2 * Long.BYTES + 2 * Integer.BYTES];
    LittleEndian.putLong(place, 0, number);
    LittleEndian.putLong(place, Long.BYTES, offset);
    LittleEndian.putInt(place, 2 * Long.BYTES, length);
    LittleEndian.putInt(place, 2 * Long.BYTES + Integer.BYTES, editCrc);
    return place;
  }

  static int crc(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
