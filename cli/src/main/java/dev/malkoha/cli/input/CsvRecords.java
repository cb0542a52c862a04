package dev.malkoha.cli.input;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Records of comma-separated text. A quoted field may go over several lines; a quote that is never
 * closed spoils only the line it is on, because the lines after it are given back.
 */
final class CsvRecords {

  /** No honest field has more lines; a stray quote must not make the reader search a whole file. */
  private static final int MAX_LINES = 1_000;

  private final LineReader lines;

  CsvRecords(LineReader lines) {
    this.lines = lines;
  }

  /** The record that starts on this line. */
  Entry parse(LineReader.Line first) throws IOException, MalformedLineException {
    List<LineReader.Line> more = new ArrayList<>();
    String record;
    try {
      record = joined(first, more);
    } catch (MalformedLineException e) {
      lines.putBack(more);
      throw e;
    }
    return fields(record);
  }

  private String joined(LineReader.Line first, List<LineReader.Line> more)
      throws IOException, MalformedLineException {
    StringBuilder record = new StringBuilder(Entry.decode(first.bytes));
    boolean open = flipsQuotes(record, 0);
    while (open) {
      LineReader.Line line = more.size() < MAX_LINES ? lines.next() : null;
      if (line == null) {
        throw new MalformedLineException("a quote that is not closed");
      }
      more.add(line);
      int scanned = record.length();
      record.append('\n').append(Entry.decode(line.bytes));
      open = !flipsQuotes(record, scanned);
    }
    return record.toString();
  }

  /** Whether the text from there on holds an odd number of quotes. */
  private static boolean flipsQuotes(CharSequence text, int from) {
    boolean odd = false;
    for (int i = from; i < text.length(); i++) {
      odd ^= text.charAt(i) == '"';
    }
    return odd;
  }

  private static Entry fields(String text) throws MalformedLineException {
    CsvRecord record;
    try {
      record = CsvReader.builder().ofSingleCsvRecord(CsvRecordHandler.of(), text);
    } catch (CsvParseException e) {
      throw new MalformedLineException("not valid CSV");
    }
    if (record.getFieldCount() != 2) {
      throw new MalformedLineException(
          record.getFieldCount() + " columns where a key and a value are wanted");
    }
    return Entry.of(record.getField(0), record.getField(1));
  }
}
