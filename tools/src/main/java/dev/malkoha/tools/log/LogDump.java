package dev.malkoha.tools.log;

import dev.malkoha.storage.ReadableFile;
import dev.malkoha.wal.CorruptLogException;
import dev.malkoha.wal.LogFormat;
import dev.malkoha.wal.SegmentHeader;
import dev.malkoha.wal.SegmentReader;
import java.io.IOException;
import java.util.Locale;

/**
 * Shows one segment file as text: its header, each record, and why the records end where they do.
 */
public final class LogDump {

  private LogDump() {}

  /**
   * Writes the dump. Works on any file; what is not a segment is said to be none.
   *
   * @param printer puts each payload into words, at the end of the record's line
   * @throws CorruptLogException if the header is of another format version, or not sane
   * @throws IOException if the file cannot be read
   */
  public static void dump(ReadableFile file, Appendable out, RecordPrinter printer)
      throws IOException {
    SegmentHeader header = SegmentHeader.read(file);
    if (header == null) {
      out.append(file.name()).append(": no valid segment header: a free slot\n");
      return;
    }
    dump(file.name(), header, out);
    SegmentReader reader = new SegmentReader(file, header);
    while (reader.next()) {
      dump(reader, out);
      printer.print(reader.buffer(), reader.payloadOffset(), reader.payloadLength(), out);
      out.append('\n');
    }
    out.append(
        String.format(
            Locale.ROOT,
            "end at position %d (offset %d): found %s%n",
            reader.end(),
            reader.endOffset(),
            reader.problem()));
  }

  private static void dump(String name, SegmentHeader header, Appendable out) throws IOException {
    out.append(
        String.format(
            Locale.ROOT,
            """
            %s: segment %d, format version %d
              slot %d, %d bytes, generation %016x
              base position %d, first record %d, durable mark %d
              predecessor %s
            """,
            name,
            header.sequence(),
            LogFormat.VERSION,
            header.slot(),
            header.capacity(),
            header.generation(),
            header.base(),
            header.firstOrdinal(),
            header.durableMark(),
            predecessor(header)));
  }

  private static String predecessor(SegmentHeader header) {
    return header.predecessorSequence() == 0
        ? "none"
        : String.format(
            Locale.ROOT,
            "%d, generation %016x, positions %d to %d",
            header.predecessorSequence(),
            header.predecessorGeneration(),
            header.predecessorBase(),
            header.base());
  }

  private static void dump(SegmentReader reader, Appendable out) throws IOException {
    out.append(
        String.format(
            Locale.ROOT,
            "record %d at position %d: %d bytes, durable mark %d, checksum ok, ",
            reader.ordinal() - 1,
            reader.position(),
            reader.payloadLength(),
            reader.durableMark()));
  }
}
