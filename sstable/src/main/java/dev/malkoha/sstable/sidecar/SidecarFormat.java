package dev.malkoha.sstable.sidecar;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Crc32c;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.storage.ReadableFile;
import java.io.IOException;

/** The frame of a sidecar file: header, sections' heads, footer. See docs/format/sidecar.md. */
public final class SidecarFormat {

  /** "MALKOHDV" in the file's first and last eight bytes. */
  static final long MAGIC = 0x5644484f_4b4c414dL;

  public static final int VERSION = 2;

  public static final int SECTION_LENGTH = 0;
  public static final int SECTION_TABLE = SECTION_LENGTH + Integer.BYTES;
  public static final int SECTION_CHECKSUM = SECTION_TABLE + Long.BYTES;
  public static final int SECTION_CONTENT = SECTION_CHECKSUM + Integer.BYTES;

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

  /** The header of a file. */
  static byte[] header(long fileId) {
    return Frame.header(MAGIC, VERSION, fileId);
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

  /** Completes the head of a section whose content is in place after it. */
  static SidecarSection seal(byte[] section, int length, long fileId, long offset, long table) {
    Bytes.putInt(section, SECTION_LENGTH, length);
    Bytes.putLong(section, SECTION_TABLE, table);
    int crc = sectionChecksum(section, length, fileId, offset, table);
    Bytes.putInt(section, SECTION_CHECKSUM, crc);
    return new SidecarSection(offset, length, crc);
  }

  /** The checksum of a section's content and of where and whose it is. */
  public static int sectionChecksum(
      byte[] section, int length, long fileId, long offset, long table) {
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
    return Crc32c.of(bytes, from, count, context);
  }

  /** Checks header and footer of a file; returns how many sections there are. */
  public static int checkFrame(ReadableFile file, long fileId) throws IOException {
    int shortest = Frame.HEADER_BYTES + FOOTER_LENGTH;
    if (file.size() < shortest) {
      throw new CorruptSidecarException(
          file.name(), 0, "expected at least " + shortest + " bytes, found " + file.size());
    }
    byte[] header = new byte[Frame.HEADER_BYTES];
    file.read(0, header, 0, header.length);
    byte[] footer = new byte[FOOTER_LENGTH];
    long end = sectionsEnd(file);
    file.read(end, footer, 0, FOOTER_LENGTH);
    long offset = 0;
    try {
      Frame.checkHeader(header, MAGIC, VERSION, fileId);
      offset = end;
      Frame.checkMagic(MAGIC, Bytes.getLong(footer, FOOTER_MAGIC));
      Frame.checkChecksum(
          footerChecksum(footer, fileId, end), Bytes.getInt(footer, FOOTER_CHECKSUM));
      return Bytes.getInt(footer, FOOTER_SECTIONS);
    } catch (MalformedBytesException e) {
      throw new CorruptSidecarException(file.name(), offset, e);
    }
  }

  /** Where the last section of a file ends. */
  public static long sectionsEnd(ReadableFile file) {
    return file.size() - FOOTER_LENGTH;
  }
}
