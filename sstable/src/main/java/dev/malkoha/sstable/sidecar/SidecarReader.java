package dev.malkoha.sstable.sidecar;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

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
    SidecarFormat.checkFrame(file, fileId);
    byte[] bytes = bytes(file, section.offset(), section.length());
    try {
      check(bytes, fileId, section, tableNumber);
      return SidecarContent.decode(content(bytes)).deletionsOf(table);
    } catch (MalformedBytesException e) {
      throw new CorruptSidecarException(file.name(), section.offset(), e);
    }
  }

  /**
   * The dead entries of a table by one section; null if that does not verify.
   *
   * @param tableNumber that the section was written with
   */
  public static @Nullable DeletionVector vector(
      ReadableFile file, long fileId, SidecarSection section, long tableNumber) throws IOException {
    if (section.offset() + section.length() > file.size()) {
      return null;
    }
    byte[] bytes = new byte[section.length()];
    file.read(section.offset(), bytes, 0, bytes.length);
    try {
      check(bytes, fileId, section, tableNumber);
      return SidecarContent.decode(content(bytes)).vector();
    } catch (MalformedBytesException e) {
      return null;
    }
  }

  /** Proves that a section is the one that was noted. */
  private static void check(byte[] bytes, long fileId, SidecarSection section, long tableNumber) {
    int length = section.length();
    Frame.check("section length", length, Bytes.getInt(bytes, SidecarFormat.SECTION_LENGTH));
    Frame.check("table number", tableNumber, Bytes.getLong(bytes, SidecarFormat.SECTION_TABLE));
    int stored = Bytes.getInt(bytes, SidecarFormat.SECTION_CHECKSUM);
    Frame.checkChecksum(section.crc(), stored);
    Frame.checkChecksum(
        SidecarFormat.sectionChecksum(bytes, length, fileId, section.offset(), tableNumber),
        stored);
  }

  /** Reads the bytes of a section, which must lie between header and footer. */
  public static byte[] bytes(ReadableFile file, long offset, int length) throws IOException {
    long end = SidecarFormat.sectionsEnd(file);
    if (offset < Frame.HEADER_BYTES
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
  public static ByteReader content(byte[] section) {
    return new ByteReader(section, SidecarFormat.SECTION_CONTENT, section.length);
  }
}
