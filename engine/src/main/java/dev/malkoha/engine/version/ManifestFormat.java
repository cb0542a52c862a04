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
 * is found without reading an edit at every place. Before version 3 there was none.
 */
public final class ManifestFormat {

  static final long MANIFEST_MAGIC = 0x4D4B_4D41_4E49_4631L;

  /**
   * Raised when an older reader must not open what a newer writer wrote. From 2 on there are range
   * deletes and deletion vectors: who does not know them would bring back what they deleted. From 3
   * on files may bear draft names, and edits say how far the log is proven to reach. From 4 on
   * there are keyspaces. From 5 on the numbers of a table's entries may stand here and not in its
   * file. From 6 on values may lie in files of their own. From 7 on copies of a store have numbers.
   * From 8 on tables have notes, which readers of their properties must know.
   */
  static final int FORMAT_VERSION = 8;

  /** The oldest version that is read: it says nothing that the newest does not. */
  static final int FORMAT_VERSION_MIN = 1;

  /** The oldest version whose records have a header checksum. */
  static final int HEADER_CRC_SINCE = 3;

  static final int LENGTH_OFFSET = 0;
  static final int EDIT_CRC_OFFSET = LENGTH_OFFSET + Integer.BYTES;
  static final int RECORD_CRC_OFFSET = EDIT_CRC_OFFSET + Integer.BYTES;
  static final int RECORD_HEADER_BYTES = RECORD_CRC_OFFSET + Integer.BYTES;

  /** The file's header and that of its first record. */
  public static final int HEAD_BYTES = Frame.HEADER_BYTES + RECORD_HEADER_BYTES;

  /** The header of records without a header checksum. */
  static final int RECORD_HEADER_BYTES_OLD = RECORD_CRC_OFFSET;

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
