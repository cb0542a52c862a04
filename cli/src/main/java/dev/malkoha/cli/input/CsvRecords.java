package dev.malkoha.cli.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Records of comma-separated text, by RFC 4180. A line may also end with LF alone, and empty lines
 * mean nothing. A wrong quote spoils only the line on which its record begins, because the lines
 * after it are given back.
 */
final class CsvRecords {

  /** The memory of a line beside its bytes. */
  private static final int LINE_OVERHEAD_BYTES = 64;

  private final LineReader lines;

  CsvRecords(LineReader lines) {
    this.lines = lines;
  }

  /** The entry of a record that starts on this line. */
  Entry parse(LineReader.Line first) throws IOException, MalformedLineException {
    List<String> fields = fields(first);
    if (fields.size() != 2) {
      throw new MalformedLineException(
          fields.size() + " columns where a key and a value are wanted");
    }
    return Entry.of(fields.get(0), fields.get(1));
  }

  /**
   * The fields of the record that starts on this line.
   *
   * @throws IOException if it is too long for the heap, or its quote is never closed
   */
  List<String> fields(LineReader.Line first) throws IOException, MalformedLineException {
    List<LineReader.Line> more = new ArrayList<>();
    try {
      return fields(first, more);
    } catch (MalformedLineException e) {
      lines.putBack(more);
      throw e;
    }
  }

  private List<String> fields(LineReader.Line first, List<LineReader.Line> more)
      throws IOException, MalformedLineException {
    CsvFields fields = new CsvFields();
    LineReader.Line line = first;
    long held = 0;
    while (fields.goOn(Entry.decode(line.bytes))) {
      fields.lineEnd(line.end);
      line = lines.next();
      if (line == null) {
        throw new MalformedLineException("a quote that is not closed");
      }
      more.add(line);
      held += LINE_OVERHEAD_BYTES + line.bytes.length;
      if (held > LineReader.MAX_LINE_BYTES) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "the record of line %,d is longer than %,d bytes, or its quote is not closed;"
                    + " a larger heap takes longer ones",
                first.number,
                LineReader.MAX_LINE_BYTES));
      }
    }
    return fields.all();
  }
}
