package dev.malkoha.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;

/**
 * Reads the entries of a text file, in its order. A line that holds none is told with its number
 * and its fault, and the reading goes on behind it. Empty lines mean nothing.
 */
public final class EntryReader {

  /** The longest key that a store takes. */
  private static final int MAX_KEY_BYTES = 65_535;

  private final InputFormat format;
  private final boolean hex;
  private final Sink sink;
  private final Problems problems;
  private long entries;
  private long malformed;

  private EntryReader(InputFormat format, boolean hex, Sink sink, Problems problems) {
    this.format = format;
    this.hex = hex;
    this.sink = sink;
    this.problems = problems;
  }

  /** Where entries go. */
  public interface Sink {

    /** Takes one entry; the arrays are the taker's. */
    void entry(byte[] key, byte[] value);
  }

  /** Where faults go. */
  public interface Problems {

    /** The line with this number, counted from 1, holds no entry; the reason shows none of it. */
    void malformed(long line, String reason);
  }

  /** How much was read. */
  public record Count(long entries, long malformed) {}

  /**
   * Reads a stream to its end and leaves it open.
   *
   * @param hex whether keys and values are written in hexadecimal
   * @throws IOException if the stream cannot be read
   */
  public static Count read(
      InputStream in, InputFormat format, boolean hex, Sink sink, Problems problems)
      throws IOException {
    EntryReader reader = new EntryReader(format, hex, sink, problems);
    reader.readAll(new LineReader(in));
    return new Count(reader.entries, reader.malformed);
  }

  private void readAll(LineReader lines) throws IOException {
    CsvRecords csv = new CsvRecords(lines);
    for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
      if (line.bytes.length == 0) {
        continue;
      }
      try {
        switch (format) {
          case TSV -> take(TsvLine.parse(line.bytes));
          case JSON -> take(JsonLine.parse(line.bytes));
          case CSV -> takeCsv(csv, line);
        }
      } catch (MalformedLineException e) {
        malformed++;
        problems.malformed(line.number, e.reason());
      }
    }
  }

  private void takeCsv(CsvRecords csv, LineReader.Line line)
      throws IOException, MalformedLineException {
    Entry entry = csv.parse(line);
    boolean header = line.number == 1 && entry.is("key", "value");
    if (!header) {
      take(entry);
    }
  }

  private void take(Entry entry) throws MalformedLineException {
    byte[] key = hex ? parseHex(entry.key()) : entry.key();
    byte[] value = hex ? parseHex(entry.value()) : entry.value();
    if (key.length > MAX_KEY_BYTES) {
      throw new MalformedLineException(
          "a key of %,d bytes; at most %,d are possible".formatted(key.length, MAX_KEY_BYTES));
    }
    entries++;
    sink.entry(key, value);
  }

  private static byte[] parseHex(byte[] digits) throws MalformedLineException {
    try {
      return HexFormat.of().parseHex(Entry.text(digits));
    } catch (IllegalArgumentException e) {
      throw new MalformedLineException("not an even number of hexadecimal digits");
    }
  }
}
