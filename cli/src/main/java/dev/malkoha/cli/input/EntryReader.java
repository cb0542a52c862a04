package dev.malkoha.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of a text file, in its order. A line that holds none is told with its number
 * and its fault, and the reading continues after it. Empty lines mean nothing.
 */
public final class EntryReader implements Iterator<Map.Entry<byte[], byte[]>> {

  /** The longest key that a store takes. */
  private static final int MAX_KEY_BYTES = 65_535;

  private final InputFormat format;
  private final boolean hex;
  private final Problems problems;
  private final LineReader lines;
  private final CsvRecords csv;

  /** The entry to be taken next; null if it has to be looked for. */
  private Map.@Nullable Entry<byte[], byte[]> found;

  private boolean header;
  private long entries;
  private long malformed;

  /**
   * Begins to read a stream, which it leaves open. Where it cannot be read, {@link
   * UncheckedIOException} is thrown.
   *
   * @param hex whether keys and values are written in hexadecimal
   */
  public EntryReader(InputStream in, InputFormat format, boolean hex, Problems problems) {
    this.format = format;
    this.hex = hex;
    this.problems = problems;
    this.lines = new LineReader(in);
    this.csv = new CsvRecords(lines);
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
    EntryReader reader = new EntryReader(in, format, hex, problems);
    try {
      while (reader.hasNext()) {
        Map.Entry<byte[], byte[]> entry = reader.next();
        sink.entry(entry.getKey(), entry.getValue());
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return reader.count();
  }

  /** Leaves out the first row, which names the columns. */
  public void skipHeader() {
    header = true;
  }

  /** How much was read so far. */
  public Count count() {
    return new Count(entries, malformed);
  }

  @Override
  public boolean hasNext() {
    try {
      LineReader.Line line = found == null ? lines.next() : null;
      while (line != null && !read(line)) {
        line = lines.next();
      }
      return found != null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Map.Entry<byte[], byte[]> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("all entries were read");
    }
    Map.Entry<byte[], byte[]> next = Objects.requireNonNull(found);
    found = null;
    return next;
  }

  /** Whether there was an entry in a line, or several that it begins. */
  private boolean read(LineReader.Line line) throws IOException {
    if (line.bytes.length == 0) {
      return false;
    }
    boolean names = header;
    header = false;
    try {
      return switch (format) {
        case TSV -> !names && take(TsvLine.parse(line.bytes));
        case JSON -> take(JsonLine.parse(line.bytes));
        case CSV -> names ? skipRow(line) : take(csv.parse(line));
        case LDB -> !LdbLine.isSummary(line.bytes) && add(LdbLine.parse(line.bytes));
      };
    } catch (MalformedLineException e) {
      malformed++;
      problems.malformed(line.number, e.reason());
      return false;
    }
  }

  private boolean skipRow(LineReader.Line line) throws IOException, MalformedLineException {
    csv.fields(line);
    return false;
  }

  private boolean take(Entry entry) throws MalformedLineException {
    return add(hex ? new Entry(parseHex(entry.key()), parseHex(entry.value())) : entry);
  }

  private boolean add(Entry entry) throws MalformedLineException {
    byte[] key = entry.key();
    if (key.length > MAX_KEY_BYTES) {
      throw new MalformedLineException(
          String.format(
              Locale.ROOT,
              "a key of %,d bytes; at most %,d are possible",
              key.length,
              MAX_KEY_BYTES));
    }
    entries++;
    found = Map.entry(key, entry.value());
    return true;
  }

  private static byte[] parseHex(byte[] digits) throws MalformedLineException {
    try {
      return HexFormat.of().parseHex(Entry.text(digits));
    } catch (IllegalArgumentException e) {
      throw new MalformedLineException("not an even number of hexadecimal digits");
    }
  }
}
