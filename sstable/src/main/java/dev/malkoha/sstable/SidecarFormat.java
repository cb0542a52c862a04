package dev.malkoha.sstable;

import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import java.util.zip.CRC32C;

/** The frame of a sidecar file: header, sections' heads, footer. See docs/format/sidecar.md. */
final class SidecarFormat {

  /** "MALKOHDV" in the file's first and last eight bytes. */
  static final long MAGIC = 0x5644484f_4b4c414dL;

  static final int VERSION = 2;

  /** The version whose sections also say how many entries live in which block. */
  static final int VERSION_WITH_BLOCKS = 1;

  static final int HEADER_MAGIC = 0;
  static final int HEADER_VERSION = HEADER_MAGIC + Long.BYTES;
  static final int HEADER_FILE_ID = HEADER_VERSION + Integer.BYTES;
  static final int HEADER_CHECKSUM = HEADER_FILE_ID + Long.BYTES;
  static final int HEADER_LENGTH = HEADER_CHECKSUM + Integer.BYTES;

  static final int SECTION_LENGTH = 0;
  static final int SECTION_TABLE = SECTION_LENGTH + Integer.BYTES;
  static final int SECTION_CHECKSUM = SECTION_TABLE + Long.BYTES;
  static final int SECTION_CONTENT = SECTION_CHECKSUM + Integer.BYTES;

  static final int FOOTER_SECTIONS = 0;
  static final int FOOTER_CHECKSUM = FOOTER_SECTIONS + Integer.BYTES;
  static final int FOOTER_MAGIC = FOOTER_CHECKSUM + Integer.BYTES;
  static final int FOOTER_LENGTH = FOOTER_MAGIC + Long.BYTES;

  /** More than a table of 2^31 entries needs, all of them dead. */
  static final int MAX_SECTION_LENGTH = Integer.MAX_VALUE - 64;

  private static final int CONTEXT_FILE_ID = 0;
  private static final int CONTEXT_OFFSET = CONTEXT_FILE_ID + Long.BYTES;
  private static final int CONTEXT_LENGTH = CONTEXT_OFFSET + Long.BYTES;
  private static final int CONTEXT_TABLE = CONTEXT_LENGTH + Integer.BYTES;
  private static final int CONTEXT_BYTES = CONTEXT_TABLE + Long.BYTES;

  private SidecarFormat() {}

  /**
   * What header and footer say.
   *
   * @param version of the format
   * @param sections how many there are
   */
  record Frame(int version, int sections) {

    boolean hasBlocks() {
      return version == VERSION_WITH_BLOCKS;
    }
  }

  static byte[] header(long fileId) {
    return header(fileId, VERSION);
  }

  static byte[] header(long fileId, int version) {
    byte[] header = new byte[HEADER_LENGTH];
    Bytes.putLong(header, HEADER_MAGIC, MAGIC);
    Bytes.putInt(header, HEADER_VERSION, version);
    Bytes.putLong(header, HEADER_FILE_ID, fileId);
    Bytes.putInt(header, HEADER_CHECKSUM, TableFormat.checksum(header, 0, HEADER_CHECKSUM));
    return header;
  }

  static byte[] footer(long fileId, long offset, int sections) {
    byte[] footer = new byte[FOOTER_LENGTH];
    Bytes.putInt(footer, FOOTER_SECTIONS, sections);
    Bytes.putInt(footer, FOOTER_CHECKSUM, footerChecksum(footer, fileId, offset));
    Bytes.putLong(footer, FOOTER_MAGIC, MAGIC);
    return footer;
  }

  /** A footer's checksum says where it is, so no cut or longer file has a sound one at its end. */
  private static int footerChecksum(byte[] footer, long fileId, long offset) {
    return checksum(footer, 0, FOOTER_CHECKSUM, fileId, offset, FOOTER_LENGTH, 0);
  }

  /** Completes the head of a section whose content is in place behind it. */
  static SidecarSection seal(byte[] section, int length, long fileId, long offset, long table) {
    Bytes.putInt(section, SECTION_LENGTH, length);
    Bytes.putLong(section, SECTION_TABLE, table);
    int crc = sectionChecksum(section, length, fileId, offset, table);
    Bytes.putInt(section, SECTION_CHECKSUM, crc);
    return new SidecarSection(offset, length, crc);
  }

  /** The checksum of a section's content and of where and whose it is. */
  static int sectionChecksum(byte[] section, int length, long fileId, long offset, long table) {
    return checksum(
        section, SECTION_CONTENT, length - SECTION_CONTENT, fileId, offset, length, table);
  }

  private static int checksum(
      byte[] bytes, int from, int count, long fileId, long offset, int length, long table) {
    byte[] context = new byte[CONTEXT_BYTES];
    Bytes.putLong(context, CONTEXT_FILE_ID, fileId);
    Bytes.putLong(context, CONTEXT_OFFSET, offset);
    Bytes.putInt(context, CONTEXT_LENGTH, length);
    Bytes.putLong(context, CONTEXT_TABLE, table);
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, count);
    crc.update(context, 0, CONTEXT_BYTES);
    return (int) crc.getValue();
  }

  /** Checks header and footer of a file. */
  static Frame checkFrame(ReadableFile file, long fileId) throws IOException {
    int shortest = HEADER_LENGTH + FOOTER_LENGTH;
    if (file.size() < shortest) {
      throw new CorruptSidecarException(
          file.name(), 0, "expected at least " + shortest + " bytes, found " + file.size());
    }
    byte[] header = new byte[HEADER_LENGTH];
    file.read(0, header, 0, HEADER_LENGTH);
    int version = checkHeader(file.name(), header, fileId);
    long end = sectionsEnd(file);
    byte[] footer = new byte[FOOTER_LENGTH];
    file.read(end, footer, 0, FOOTER_LENGTH);
    check(file.name(), end, "magic number", MAGIC, Bytes.getLong(footer, FOOTER_MAGIC));
    checkChecksum(
        file.name(),
        end,
        footerChecksum(footer, fileId, end),
        Bytes.getInt(footer, FOOTER_CHECKSUM));
    return new Frame(version, Bytes.getInt(footer, FOOTER_SECTIONS));
  }

  /** Where the last section of a file ends. */
  static long sectionsEnd(ReadableFile file) {
    return file.size() - FOOTER_LENGTH;
  }

  /** Returns the format version. */
  private static int checkHeader(String file, byte[] header, long fileId)
      throws CorruptSidecarException {
    check(file, 0, "magic number", MAGIC, Bytes.getLong(header, HEADER_MAGIC));
    int version = Bytes.getInt(header, HEADER_VERSION);
    if (version != VERSION && version != VERSION_WITH_BLOCKS) {
      throw new CorruptSidecarException(
          file,
          0,
          "format version %d, but this release reads versions %d and %d only"
              .formatted(version, VERSION_WITH_BLOCKS, VERSION));
    }
    checkChecksum(
        file,
        0,
        TableFormat.checksum(header, 0, HEADER_CHECKSUM),
        Bytes.getInt(header, HEADER_CHECKSUM));
    check(file, 0, "file id", fileId, Bytes.getLong(header, HEADER_FILE_ID));
    return version;
  }

  static void checkChecksum(String file, long offset, int computed, int stored)
      throws CorruptSidecarException {
    check(
        file, offset, "checksum", Integer.toUnsignedLong(computed), Integer.toUnsignedLong(stored));
  }

  static void check(String file, long offset, String what, long expected, long found)
      throws CorruptSidecarException {
    if (expected != found) {
      throw new CorruptSidecarException(
          file, offset, "%s: expected %016x, found %016x".formatted(what, expected, found));
    }
  }
}
