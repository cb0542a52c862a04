package dev.malkoha.sstable;

import dev.malkoha.storage.ReadableFile;
import java.io.IOException;

/** The reader of sidecar files' sections. */
public final class SidecarReader {

  private SidecarReader() {}

  /**
   * Reads what is deleted of one table, and proves it: file, section, and that it fits the table.
   *
   * @param fileId that the sidecar was written with
   * @param section where the table's section is
   * @param tableNumber that the section was written with
   * @param table the table, of which only what is resident is asked; of its filter only whether
   *     removals are possible
   * @throws CorruptSidecarException if file or section are damaged, or another table's
   */
  public static TableDeletions read(
      ReadableFile file, long fileId, SidecarSection section, long tableNumber, TableReader table)
      throws IOException {
    boolean hasBlocks = SidecarFormat.checkFrame(file, fileId).hasBlocks();
    byte[] bytes = section(file, fileId, section, tableNumber);
    VarintReader reader = content(file, section.offset(), bytes);
    try {
      return SidecarContent.decode(reader, hasBlocks).deletionsOf(table, reader);
    } catch (CorruptTableException e) {
      throw damaged(file, section.offset(), e);
    }
  }

  /** Reads a section and proves that it is the one that was noted. */
  private static byte[] section(
      ReadableFile file, long fileId, SidecarSection section, long tableNumber) throws IOException {
    byte[] bytes = bytes(file, section.offset(), section.length());
    String name = file.name();
    long offset = section.offset();
    SidecarFormat.check(
        name,
        offset,
        "section length",
        section.length(),
        Bytes.getInt(bytes, SidecarFormat.SECTION_LENGTH));
    SidecarFormat.check(
        name,
        offset,
        "table number",
        tableNumber,
        Bytes.getLong(bytes, SidecarFormat.SECTION_TABLE));
    int stored = Bytes.getInt(bytes, SidecarFormat.SECTION_CHECKSUM);
    SidecarFormat.checkChecksum(name, offset, section.crc(), stored);
    int computed =
        SidecarFormat.sectionChecksum(bytes, section.length(), fileId, offset, tableNumber);
    SidecarFormat.checkChecksum(name, offset, computed, stored);
    return bytes;
  }

  /** Reads the bytes of a section, which must lie between header and footer. */
  static byte[] bytes(ReadableFile file, long offset, int length) throws IOException {
    long end = SidecarFormat.sectionsEnd(file);
    if (offset < SidecarFormat.HEADER_LENGTH
        || length < SidecarFormat.SECTION_CONTENT
        || length > SidecarFormat.MAX_SECTION_LENGTH
        || offset > end - length) {
      throw new CorruptSidecarException(
          file.name(),
          offset,
          "a section of "
              + length
              + " bytes does not lie within the sections, which end at "
              + end);
    }
    byte[] bytes = new byte[length];
    file.read(offset, bytes, 0, length);
    return bytes;
  }

  /** The content of a section's bytes. */
  static VarintReader content(ReadableFile file, long offset, byte[] section) {
    return new VarintReader(
        file.name(), offset, section, SidecarFormat.SECTION_CONTENT, section.length);
  }

  /** The same damage, of a sidecar. */
  static CorruptSidecarException damaged(
      ReadableFile file, long offset, CorruptTableException cause) {
    return new CorruptSidecarException(file.name(), offset, cause.problem(), cause);
  }
}
