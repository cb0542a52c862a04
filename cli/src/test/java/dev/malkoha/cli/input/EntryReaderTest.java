package dev.malkoha.cli.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class EntryReaderTest {

  private final List<String> entries = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  private EntryReader.Count read(String text, InputFormat format, boolean hex) throws IOException {
    return read(new ByteArrayInputStream(text.getBytes(UTF_8)), format, hex);
  }

  private EntryReader.Count read(InputStream in, InputFormat format, boolean hex)
      throws IOException {
    return EntryReader.read(
        in,
        format,
        hex,
        (key, value) -> entries.add(new String(key, UTF_8) + "=" + new String(value, UTF_8)),
        (line, reason) -> faults.add(line + ": " + reason));
  }

  @Test
  void tsvKeepsGoodLinesAndNumbersBadOnes() throws IOException {
    EntryReader.Count count =
        read(
            "a\t1\nno tab\n\nb\t2\t3\r\nc\t\n\td\ne\\q\tx\nf\\x4\t1\nlast\tline",
            InputFormat.TSV,
            false);

    assertEquals(List.of("a=1", "c=", "=d", "last=line"), entries);
    assertEquals(
        List.of(
            "2: no tab between key and value",
            "4: more than one tab; write a tab inside a value as \\t",
            "7: a backslash that starts no escape (\\\\ \\t \\n \\r \\xHH); write a plain one as \\\\",
            "8: \\x without two hexadecimal digits"),
        faults);
    assertEquals(new EntryReader.Count(4, 4), count);
  }

  @Test
  void ldbReadsWhatRocksDbsToolPrints() throws IOException {
    EntryReader.Count count =
        read(
            "0x6161 ==> 0x31\n0x62 : 0x3232\n0x63 ==> 0x\n0x6 ==> 0x31\nx ==> y\nKeys in range: 3\n",
            InputFormat.LDB,
            false);

    assertEquals(List.of("aa=1", "b=22", "c="), entries);
    assertEquals(
        List.of(
            "4: not an even number of hexadecimal digits",
            "5: not as 'ldb dump --hex' prints it: 0xKEY ==> 0xVALUE"),
        faults);
    assertEquals(new EntryReader.Count(3, 2), count);
  }

  @Test
  void tsvUnescapesWhatEscapesWrites() throws IOException {
    byte[] any = new byte[256];
    for (int i = 0; i < any.length; i++) {
      any[i] = (byte) i;
    }
    String line = Escapes.escape(any) + "\t" + Escapes.escape("ä→\uD83D\uDE00\\".getBytes(UTF_8));
    List<byte[]> read = new ArrayList<>();
    EntryReader.read(
        new ByteArrayInputStream(line.getBytes(UTF_8)),
        InputFormat.TSV,
        false,
        (key, value) -> {
          read.add(key);
          read.add(value);
        },
        (number, reason) -> faults.add(reason));

    assertEquals(List.of(), faults);
    assertEquals(new String(any, ISO_8859_1), new String(read.get(0), ISO_8859_1));
    assertEquals("ä→\uD83D\uDE00\\", new String(read.get(1), UTF_8));
  }

  @Test
  void csvReadsQuotesAndLinesInsideThem() throws IOException {
    read("a,1\n\"b,b\",\"say \"\"hi\"\"\"\nc,\"two\nlines\"\nd,4\n", InputFormat.CSV, false);

    assertEquals(List.of("a=1", "b,b=say \"hi\"", "c=two\nlines", "d=4"), entries);
    assertEquals(List.of(), faults);
  }

  /** RFC 4180: line ends between quotes belong to the field, as they are. */
  @Test
  void csvKeepsLineEndsInsideQuotes() throws IOException {
    read("a,\"1\r\n2\n3\r4\r\n\"\r\nb,2\r\n", InputFormat.CSV, false);

    assertEquals(List.of("a=1\r\n2\n3\r4\r\n", "b=2"), entries);
    assertEquals(List.of(), faults);
  }

  @Test
  void csvTakesAFieldOfAnyNumberOfLines() throws IOException {
    String lines = "x,y\n".repeat(5_000);
    read("a,\"" + lines + "\"\nb,2\n", InputFormat.CSV, false);

    assertEquals(List.of("a=" + lines, "b=2"), entries);
    assertEquals(List.of(), faults);
  }

  @Test
  void csvSaysWhereQuotesAreWrong() throws IOException {
    read("a\"b,1\n\"c\"d,2\ne,\"3\nf,\"4\"\ng\rh,5\ni,6\n", InputFormat.CSV, false);

    assertEquals(List.of("f=4", "i=6"), entries);
    assertEquals(
        List.of(
            "1: a quote inside a field that does not begin with one",
            "2: a character behind the closing quote of a field",
            "3: a character behind the closing quote of a field",
            "5: a carriage return inside a field that has no quotes"),
        faults);
  }

  /** Programs of Windows put one in front of UTF-8. */
  @Test
  void aByteOrderMarkIsNoPartOfTheFirstKey() throws IOException {
    read("\ufeffa\t1\n\ufeffb\t2\n", InputFormat.TSV, false);
    read("\ufeff\"c\",3\n", InputFormat.CSV, false);
    read("\ufeff{\"key\":\"d\",\"value\":\"4\"}\n", InputFormat.JSON, false);
    read("\ufeff0x65 ==> 0x35\n", InputFormat.LDB, false);

    assertEquals(List.of("a=1", "\ufeffb=2", "c=3", "d=4", "e=5"), entries);
    assertEquals(List.of(), faults);
  }

  @Test
  void aHeaderIsLeftOutWhereItIsAskedFor() {
    for (InputFormat format : List.of(InputFormat.TSV, InputFormat.CSV)) {
      char between = format == InputFormat.TSV ? '\t' : ',';
      String text = "\nkey|value\na|1\n".replace('|', between);
      EntryReader all = reader(text, format);
      EntryReader rows = reader(text, format);
      rows.skipHeader();

      assertEquals(List.of("key", "a"), keys(all));
      assertEquals(List.of("a"), keys(rows));
    }
    EntryReader several = reader("\"key\nof two lines\",v,w\na,1\n", InputFormat.CSV);
    several.skipHeader();
    assertEquals(List.of("a"), keys(several));
    assertEquals(List.of(), faults);
  }

  private EntryReader reader(String text, InputFormat format) {
    return new EntryReader(
        new ByteArrayInputStream(text.getBytes(UTF_8)),
        format,
        false,
        (line, reason) -> faults.add(line + ": " + reason));
  }

  private static List<String> keys(EntryReader reader) {
    List<String> keys = new ArrayList<>();
    reader.forEachRemaining(entry -> keys.add(new String(entry.getKey(), UTF_8)));
    return keys;
  }

  @Test
  void csvGoesOnBehindAQuoteThatIsNeverClosed() throws IOException {
    read("a,1\nb,\"open\nc,3\nd,4,5\nonly\ne,6\n", InputFormat.CSV, false);

    assertEquals(List.of("a=1", "c=3", "e=6"), entries);
    assertEquals(
        List.of(
            "2: a quote that is not closed",
            "4: 3 columns where a key and a value are wanted",
            "5: 1 columns where a key and a value are wanted"),
        faults);
  }

  @Test
  void csvTellsTheLineOfAFaultBehindARecordOfSeveralLines() throws IOException {
    read("a,\"1\n2\n3\"\nbad\n", InputFormat.CSV, false);

    assertEquals(List.of("4: 1 columns where a key and a value are wanted"), faults);
  }

  @Test
  void jsonTakesStringsAndKeepsOtherValuesAsTheyAre() throws IOException {
    read(
        """
        {"key": "a", "value": "1", "more": true}
        {"key": "b", "value": {"x": [1, 2.50]}}
        {"key": "c", "value": 7}
        {"key": "\\u00e4", "value": false}
        """,
        InputFormat.JSON,
        false);

    assertEquals(List.of("a=1", "b={\"x\":[1,2.50]}", "c=7", "ä=false"), entries);
    assertEquals(List.of(), faults);
  }

  @Test
  void jsonSaysWhatIsWrongWithALine() throws IOException {
    String deep = "{\"key\":\"d\",\"value\":" + "[".repeat(100_000) + "}";
    read(
        "{\"key\": 1, \"value\": 2}\n{\"value\": \"x\"}\n{\"key\": \"a\", \"value\": null}\n[1]\n"
            + "{\"key\": \"a\"\n{key: 'a', value: 1}\n{\"key\":\"a\",\"value\":1} {}\n"
            + deep
            + "\n{\"key\":\"z\",\"value\":\"ok\"}\n",
        InputFormat.JSON,
        false);

    assertEquals(List.of("z=ok"), entries);
    assertEquals(
        List.of(
            "1: the \"key\" is not a string",
            "2: no \"key\" in the object",
            "3: no \"value\" in the object",
            "4: not a JSON object",
            "5: not valid JSON",
            "6: not valid JSON",
            "7: not valid JSON",
            "8: not valid JSON"),
        faults);
  }

  /** No UTF-8 has it: a "?" in its place would make one key of two. */
  @Test
  void halfASurrogatePairIsAFault() throws IOException {
    read(
        """
        {"key": "\\ud800", "value": "1"}
        {"key": "\\ud801", "value": "2"}
        {"key": "a", "value": ["\\udfff"]}
        {"key": "\\ud83d\\ude00", "value": "ok"}
        """,
        InputFormat.JSON,
        false);

    assertEquals(List.of("\uD83D\uDE00=ok"), entries);
    assertEquals(List.of("1: not valid JSON", "2: not valid JSON", "3: not valid JSON"), faults);
  }

  /** A line of 300 MB was an OutOfMemoryError: the bound was above what a heap could hold. */
  @Tag("process")
  @Test
  void aLineThatTheHeapCannotHoldIsRefused() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                LongLines.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
    List<String> lines = said.lines().toList();
    assertEquals(InputFormat.values().length, lines.size(), said);
    for (String line : lines) {
      assertTrue(line.contains(" whole, longer: line 1 is longer than "), said);
    }
  }

  @Test
  void hexDigitsBecomeBytes() throws IOException {
    read("6162\t\n616\t63\n6g\t63\n", InputFormat.TSV, true);

    assertEquals(List.of("ab="), entries);
    assertEquals(
        List.of(
            "2: not an even number of hexadecimal digits",
            "3: not an even number of hexadecimal digits"),
        faults);
  }

  @Test
  void aKeyThatNoStoreTakesIsAFault() throws IOException {
    read("k".repeat(65_535) + "\t1\n" + "k".repeat(65_536) + "\t1\n", InputFormat.TSV, false);

    assertEquals(1, entries.size());
    assertEquals(List.of("2: a key of 65,536 bytes; at most 65,535 are possible"), faults);
  }

  @Test
  void textThatIsNotUtf8IsAFaultOfItsLineOnly() throws IOException {
    byte[] latin = "a,\u00e4\nb,\"\u00e4\nc,3\n".getBytes(ISO_8859_1);
    read(new ByteArrayInputStream(latin), InputFormat.CSV, false);

    assertEquals(List.of("c=3"), entries);
    assertEquals(List.of("1: not valid UTF-8", "2: not valid UTF-8"), faults);
  }

  @Test
  void aLineMayBeLongerThanTheBuffer() throws IOException {
    String value = "v".repeat(200_000);
    read("a\t" + value + "\nb\t2", InputFormat.TSV, false);

    assertEquals(List.of("a=" + value, "b=2"), entries);
  }

  @Test
  void aStreamThatFailsIsAnErrorAndNotAnEnd() {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("gone");
          }

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            throw new IOException("gone");
          }
        };

    assertThrows(IOException.class, () -> read(failing, InputFormat.TSV, false));
  }

  @Test
  void theNameTellsTheFormat() {
    assertEquals(InputFormat.CSV, InputFormat.ofName("a.CSV"));
    assertEquals(InputFormat.JSON, InputFormat.ofName("a.jsonl"));
    assertEquals(InputFormat.JSON, InputFormat.ofName("a.ndjson"));
    assertEquals(InputFormat.LDB, InputFormat.ofName("a.ldb"));
    assertEquals(InputFormat.TSV, InputFormat.ofName("a.txt"));
    assertEquals(InputFormat.TSV, InputFormat.ofName("-"));
  }
}
