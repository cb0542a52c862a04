package dev.malkoha.cli.input;

import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line that RocksDB's {@code ldb dump --hex} or {@code ldb scan --hex} prints. */
final class LdbLine {

  private static final Pattern LINE =
      Pattern.compile("0x([0-9A-Fa-f]*) (?:==>|:) 0x([0-9A-Fa-f]*)");

  private LdbLine() {}

  /** Whether the line is of the tool's own, and none of an entry. */
  static boolean isSummary(byte[] line) {
    return Entry.text(line).startsWith("Keys in range: ");
  }

  static Entry parse(byte[] line) throws MalformedLineException {
    Matcher entry = LINE.matcher(Entry.text(line));
    if (!entry.matches()) {
      throw new MalformedLineException("not as 'ldb dump --hex' prints it: 0xKEY ==> 0xVALUE");
    }
    return new Entry(bytes(entry.group(1)), bytes(entry.group(2)));
  }

  private static byte[] bytes(String digits) throws MalformedLineException {
    try {
      return HexFormat.of().parseHex(digits);
    } catch (IllegalArgumentException e) {
      throw new MalformedLineException("not an even number of hexadecimal digits");
    }
  }
}
