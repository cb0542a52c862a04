package dev.malkoha.engine.version;

import dev.malkoha.codec.Bytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The bytes of a manifest as places at which a record may begin. */
final class ManifestRecords {

  /** What is checked in search of a record without a header checksum before one is assumed. */
  private static final long SEARCH_BYTES_MAX = 64 << 20;

  private final byte[] bytes;
  private final boolean headersAreChecked;
  private final long number;

  ManifestRecords(byte[] bytes, int version, long number) {
    this.bytes = bytes;
    this.headersAreChecked = version >= ManifestFormat.HEADER_CRC_SINCE;
    this.number = number;
  }

  /** The bytes before a record's edit. */
  int headerBytes() {
    return headersAreChecked
        ? ManifestFormat.RECORD_HEADER_BYTES
        : ManifestFormat.RECORD_HEADER_BYTES_OLD;
  }

  /** The edit of the record at an offset; null if there is none that verifies. */
  byte @Nullable [] editAt(int offset) {
    int length = lengthAt(offset);
    if (length == 0) {
      return null;
    }
    int start = offset + headerBytes();
    byte[] edit = Arrays.copyOfRange(bytes, start, start + length);
    return editCrcAt(offset) == ManifestFormat.editCrc(number, offset, edit) ? edit : null;
  }

  /** The length of the edit that a record's header promises; 0 if it cannot be one. */
  private int lengthAt(int offset) {
    if (bytes.length - offset < headerBytes()) {
      return 0;
    }
    int length = Bytes.getInt(bytes, offset + ManifestFormat.LENGTH_OFFSET);
    boolean fits = length > 0 && length <= bytes.length - offset - headerBytes();
    return fits && headerVerifies(offset, length) ? length : 0;
  }

  private boolean headerVerifies(int offset, int length) {
    return !headersAreChecked
        || Bytes.getInt(bytes, offset + ManifestFormat.RECORD_CRC_OFFSET)
            == ManifestFormat.recordCrc(number, offset, length, editCrcAt(offset));
  }

  private int editCrcAt(int offset) {
    return Bytes.getInt(bytes, offset + ManifestFormat.EDIT_CRC_OFFSET);
  }

  /**
   * Tells a torn end from damage: every later place is tried as the start of a record.
   *
   * @return the first that is one, or that has to pass for one since there are too many to try; 0
   *     if there is none
   */
  int firstValidAfter(int offset) {
    long searched = 0;
    for (int place = offset + 1; place < bytes.length; place++) {
      int length = lengthAt(place);
      if (length > 0) {
        searched += length;
        if (headersAreChecked || searched > SEARCH_BYTES_MAX || editAt(place) != null) {
          return place;
        }
      }
    }
    return 0;
  }
}
