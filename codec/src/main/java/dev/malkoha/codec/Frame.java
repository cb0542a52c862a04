package dev.malkoha.codec;

import java.util.Locale;

/**
 * What frames the content of a file: a header of {@value #HEADER_BYTES} bytes with magic number,
 * format version, the file's id and a checksum; and the checks that headers and footers share.
 */
public final class Frame {

  private static final int MAGIC_AT = 0;

  /** Where a header has its format version. */
  public static final int VERSION_AT = MAGIC_AT + Long.BYTES;

  /** Where a header has the file's id. */
  public static final int ID_AT = VERSION_AT + Integer.BYTES;

  /** Where a header has the checksum of all before. */
  public static final int CHECKSUM_AT = ID_AT + Long.BYTES;

  /** A header's length. */
  public static final int HEADER_BYTES = CHECKSUM_AT + Integer.BYTES;

  private Frame() {}

  /** The header of a file. */
  public static byte[] header(long magic, int version, long id) {
    byte[] header = new byte[HEADER_BYTES];
    Bytes.putLong(header, MAGIC_AT, magic);
    Bytes.putInt(header, VERSION_AT, version);
    Bytes.putLong(header, ID_AT, id);
    Bytes.putInt(header, CHECKSUM_AT, checksum(header));
    return header;
  }

  /** Whether bytes begin with a sound header that has this magic number. */
  public static boolean isHeader(byte[] bytes, long magic) {
    return Bytes.getLong(bytes, MAGIC_AT) == magic
        && Bytes.getInt(bytes, CHECKSUM_AT) == checksum(bytes);
  }

  /** Refuses bytes that do not begin with just this header. */
  public static void checkHeader(byte[] bytes, long magic, int version, long id) {
    checkMagic(magic, Bytes.getLong(bytes, MAGIC_AT));
    checkVersion(version, Bytes.getInt(bytes, VERSION_AT));
    checkChecksum(checksum(bytes), Bytes.getInt(bytes, CHECKSUM_AT));
    checkId(id, Bytes.getLong(bytes, ID_AT));
  }

  /** Refuses another magic number than expected. */
  public static void checkMagic(long expected, long found) {
    check("magic number", expected, found);
  }

  /** Refuses another version than the one that this release reads. */
  public static void checkVersion(int read, int found) {
    if (found != read) {
      throw new MalformedBytesException(
          "format version %s, but this release reads version %s only".formatted(found, read));
    }
  }

  /** Refuses a stored checksum that is not the one computed. */
  public static void checkChecksum(int computed, int stored) {
    check("checksum", Integer.toUnsignedLong(computed), Integer.toUnsignedLong(stored));
  }

  /** Refuses another file's id. */
  public static void checkId(long expected, long found) {
    check("file id", expected, found);
  }

  /** Refuses another number than expected. */
  public static void check(String what, long expected, long found) {
    if (expected != found) {
      throw new MalformedBytesException(
          String.format(Locale.ROOT, "%s: expected %016x, found %016x", what, expected, found));
    }
  }

  private static int checksum(byte[] header) {
    return Crc32c.of(header, 0, CHECKSUM_AT);
  }
}
