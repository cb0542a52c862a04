package dev.malkoha.tools.table;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.sstable.sidecar.CorruptSidecarException;
import dev.malkoha.sstable.sidecar.SidecarContent;
import dev.malkoha.sstable.sidecar.SidecarFormat;
import dev.malkoha.sstable.sidecar.SidecarReader;
import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import java.util.Locale;
import org.roaringbitmap.RoaringBitmap;

/** A sidecar as text, for people who look for what went wrong; the tables need not be at hand. */
public final class SidecarDump {

  private SidecarDump() {}

  /**
   * Writes all sections: their places, whose they are, dead entries as ranges of ordinals, and
   * filter removals.
   *
   * @param fileId that the sidecar was written with
   * @throws CorruptSidecarException at the first thing that is wrong; what is before it is written
   */
  public static void write(ReadableFile file, long fileId, Appendable out) throws IOException {
    int sections = SidecarFormat.checkFrame(file, fileId);
    out.append(
        "sidecar %s: version %s, %s sections, %s bytes\n"
            .formatted(file.name(), SidecarFormat.VERSION, sections, file.size()));
    long offset = Frame.HEADER_BYTES;
    for (int i = 0; i < sections; i++) {
      offset += writeSection(file, fileId, offset, out);
    }
    try {
      Frame.check("end of the sections", SidecarFormat.sectionsEnd(file), offset);
    } catch (MalformedBytesException e) {
      throw new CorruptSidecarException(file.name(), offset, e);
    }
  }

  /** Writes the section at a place; returns its length. */
  private static int writeSection(ReadableFile file, long fileId, long offset, Appendable out)
      throws IOException {
    byte[] head = SidecarReader.bytes(file, offset, SidecarFormat.SECTION_CONTENT);
    int length = Bytes.getInt(head, SidecarFormat.SECTION_LENGTH);
    long table = Bytes.getLong(head, SidecarFormat.SECTION_TABLE);
    int stored = Bytes.getInt(head, SidecarFormat.SECTION_CHECKSUM);
    byte[] bytes = SidecarReader.bytes(file, offset, length);
    try {
      Frame.checkChecksum(
          SidecarFormat.sectionChecksum(bytes, length, fileId, offset, table), stored);
      out.append(
          String.format(
              Locale.ROOT,
              "section of table %d: offset %d, %d bytes, checksum %08x\n",
              table,
              offset,
              length,
              stored));
      writeContent(SidecarContent.decode(SidecarReader.content(bytes)), out);
    } catch (MalformedBytesException e) {
      throw new CorruptSidecarException(file.name(), offset, e);
    }
    return length;
  }

  private static void writeContent(SidecarContent content, Appendable out) throws IOException {
    out.append(
        "  entries %s, dead %s, dead keys %s\n"
            .formatted(content.entries(), content.dead(), content.deadKeys()));
    writeOrdinals(content.bitmap(), out);
    for (int i = 0; i < content.removalCount(); i++) {
      long removal = content.removal(i);
      out.append(
          String.format(
              Locale.ROOT,
              "  removal: bucket %d, fingerprint %x\n",
              removal >>> Integer.SIZE,
              (int) removal));
    }
  }

  private static void writeOrdinals(RoaringBitmap bitmap, Appendable out) throws IOException {
    long first = bitmap.nextValue(0);
    while (first >= 0) {
      long behind = bitmap.nextAbsentValue((int) first);
      out.append(
          behind == first + 1
              ? "  dead: entry %s\n".formatted(first)
              : "  dead: entries %s to %s\n".formatted(first, behind - 1));
      first = bitmap.nextValue((int) behind);
    }
  }
}
