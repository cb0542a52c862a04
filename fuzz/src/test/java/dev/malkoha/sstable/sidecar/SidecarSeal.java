package dev.malkoha.sstable.sidecar;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sets the checksums of a sidecar file right, whatever else it says. */
final class SidecarSeal {

  private SidecarSeal() {}

  /**
   * Seals header, sections and footer; a section that goes too far ends where the footer begins.
   */
  static void seal(byte[] file, long fileId) {
    int end = file.length - SidecarFormat.FOOTER_LENGTH;
    if (end < Frame.HEADER_BYTES) {
      return;
    }
    System.arraycopy(SidecarFormat.header(fileId), 0, file, 0, Frame.HEADER_BYTES);
    for (SidecarSection section : sections(file)) {
      int from = (int) section.offset();
      byte[] bytes = Arrays.copyOfRange(file, from, from + section.length());
      SidecarFormat.seal(bytes, section.length(), fileId, from, tableNumber(bytes));
      System.arraycopy(bytes, 0, file, from, bytes.length);
    }
    int count = Bytes.getInt(file, end + SidecarFormat.FOOTER_SECTIONS);
    byte[] footer = SidecarFormat.footer(fileId, end, count);
    System.arraycopy(footer, 0, file, end, footer.length);
  }

  private static long tableNumber(byte[] section) {
    return Bytes.getLong(section, SidecarFormat.SECTION_TABLE);
  }

  /** The sections, each as long as it says, if that fits. */
  static List<SidecarSection> sections(byte[] file) {
    List<SidecarSection> sections = new ArrayList<>();
    int end = file.length - SidecarFormat.FOOTER_LENGTH;
    int at = Frame.HEADER_BYTES;
    while (end - at >= SidecarFormat.SECTION_CONTENT) {
      int length = Bytes.getInt(file, at + SidecarFormat.SECTION_LENGTH);
      if (length < SidecarFormat.SECTION_CONTENT || length > end - at) {
        length = end - at;
      }
      int crc = Bytes.getInt(file, at + SidecarFormat.SECTION_CHECKSUM);
      sections.add(new SidecarSection(at, length, crc));
      at += length;
    }
    return sections;
  }
}
