package dev.malkoha.cli.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import dev.malkoha.trials.Trials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Documents of random characters, read here and by fastcsv, which reads RFC 4180 as well. */
final class CsvRecordsTest {

  private static final int DOCUMENTS = Trials.count(100_000);
  private static final String[] PIECES = {"a", "ä", "\uD83D\uDE00", ",", "\"", "\r\n", "\n", "\r"};

  private static final CsvReader.CsvReaderBuilder STRICT =
      CsvReader.builder()
          .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
          .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
          .allowUnclosedQuote(false);

  private record Read(List<String> entries, List<String> faults) {}

  private static Read ours(String text) throws IOException {
    Read read = new Read(new ArrayList<>(), new ArrayList<>());
    EntryReader.read(
        new ByteArrayInputStream(text.getBytes(UTF_8)),
        InputFormat.CSV,
        false,
        (key, value) -> read.entries.add(new String(key, UTF_8) + "=" + new String(value, UTF_8)),
        (line, reason) -> read.faults.add(line + ": " + reason));
    return read;
  }

  /** What fastcsv makes of it: a record without two columns, or no CSV, is a fault. */
  private static Read theirs(String text) throws IOException {
    Read read = new Read(new ArrayList<>(), new ArrayList<>());
    try (CsvReader<CsvRecord> reader = STRICT.ofCsvRecord(text)) {
      for (CsvRecord one : reader) {
        if (one.getFieldCount() == 2) {
          read.entries.add(one.getField(0) + "=" + one.getField(1));
        } else {
          read.faults.add(one.getStartingLineNumber() + ": columns");
        }
      }
    } catch (CsvParseException e) {
      read.faults.add(String.valueOf(e.getMessage()));
    }
    return read;
  }

  private static String text(SplittableRandom random, int pieces) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  private static String shown(String text) {
    return Escapes.escape(text.getBytes(UTF_8)) + "\n" + Trials.replay(CsvRecordsTest.class);
  }

  /** Any fields, as fastcsv writes them, come back as they were. */
  @Test
  void whatFastcsvWritesIsReadAsItWas() throws IOException {
    SplittableRandom random = new SplittableRandom(Trials.seed());
    for (int i = 0; i < DOCUMENTS; i++) {
      List<String> wanted = new ArrayList<>();
      StringWriter document = new StringWriter();
      try (CsvWriter writer = writer(random, document)) {
        for (int row = random.nextInt(4); row > 0; row--) {
          String key = text(random, random.nextInt(5));
          String value = text(random, random.nextInt(12));
          writer.writeRecord(key, value);
          wanted.add(key + "=" + value);
        }
      }
      Read read = ours(document.toString());
      assertEquals(List.of(), read.faults(), shown(document.toString()));
      assertEquals(wanted, read.entries(), shown(document.toString()));
    }
  }

  private static CsvWriter writer(SplittableRandom random, StringWriter into) {
    CsvWriter.CsvWriterBuilder builder =
        CsvWriter.builder()
            .lineDelimiter(random.nextBoolean() ? LineDelimiter.CRLF : LineDelimiter.LF);
    if (random.nextBoolean()) {
      builder.quoteStrategy(QuoteStrategies.ALWAYS);
    }
    return builder.build(into);
  }

  /**
   * Characters in any order: where nothing is wrong here, fastcsv reads the same; where it finds
   * something wrong, so is it here. It is more lenient with quotes and returns in plain fields.
   */
  @Test
  void anyCharactersAreReadAsFastcsvReadsThem() throws IOException {
    SplittableRandom random = new SplittableRandom(Trials.seed());
    int same = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      String document = text(random, random.nextInt(14));
      Read ours = ours(document);
      Read theirs = theirs(document);
      if (ours.faults().isEmpty()) {
        assertEquals(List.of(), theirs.faults(), shown(document));
        assertEquals(theirs.entries(), ours.entries(), shown(document));
        same += ours.entries().isEmpty() ? 0 : 1;
      }
      assertTrue(theirs.faults().isEmpty() || !ours.faults().isEmpty(), shown(document));
    }
    assertTrue(same > DOCUMENTS / 100, "only " + same + " documents held an entry");
  }
}
