package dev.malkoha.tools.table;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.sidecar.CorruptSidecarException;
import dev.malkoha.sstable.sidecar.SidecarFormat;
import dev.malkoha.sstable.sidecar.SidecarReader;
import dev.malkoha.sstable.sidecar.SidecarSection;
import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The reading of a sidecar that may be damaged. */
public final class SidecarSalvage {

  private SidecarSalvage() {}

  /**
   * Reads the dead entries of each table, by the table's number. Sections after one whose length is
   * damaged are not found.
   *
   * @param fileId that it was written with
   * @param problems takes a sentence about each part that cannot be read
   */
  public static Map<Long, DeletionVector> remains(
      ReadableFile file, long fileId, Consumer<String> problems) throws IOException {
    Map<Long, DeletionVector> found = new HashMap<>();
    long offset = Frame.HEADER_BYTES;
    long end = file.size(); // a file that was cut has no footer
    try {
      SidecarFormat.checkFrame(file, fileId);
      end = SidecarFormat.sectionsEnd(file);
    } catch (CorruptSidecarException e) {
      problems.accept(String.valueOf(e.getMessage()));
    }
    while (offset + SidecarFormat.SECTION_CONTENT <= end) {
      byte[] head = new byte[SidecarFormat.SECTION_CONTENT];
      file.read(offset, head, 0, head.length);
      int length = Bytes.getInt(head, SidecarFormat.SECTION_LENGTH);
      if (length < SidecarFormat.SECTION_CONTENT || length > end - offset) {
        problems.accept("no section that verifies begins at offset " + offset);
        return found;
      }
      long table = Bytes.getLong(head, SidecarFormat.SECTION_TABLE);
      int crc = Bytes.getInt(head, SidecarFormat.SECTION_CHECKSUM);
      DeletionVector dead =
          SidecarReader.vector(file, fileId, new SidecarSection(offset, length, crc), table);
      if (dead == null) {
        problems.accept("its section at offset " + offset + " does not verify");
      } else {
        found.put(table, dead);
      }
      offset += length;
    }
    return found;
  }
}
