package dev.malkoha.cli.input;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Any bytes as one printable line, and back: valid UTF-8 that prints stands for itself; a backslash
 * is {@code \\}, tab, line feed and return are {@code \t}, {@code \n} and {@code \r}, and every
 * other byte is {@code \xHH}.
 */
public final class Escapes {

  private static final String HEX = "0123456789abcdef";

  private Escapes() {}

  /** The bytes as text. */
  public static String escape(byte[] bytes) {
    StringBuilder out = new StringBuilder(bytes.length + 16);
    for (int at = 0; at < bytes.length; ) {
      int length = sequenceLength(bytes, at);
      int codePoint = length == 0 ? -1 : codePoint(bytes, at, length);
      if (codePoint < 0) {
        hex(bytes[at++], out);
      } else {
        append(codePoint, bytes, at, length, out);
        at += length;
      }
    }
    return out.toString();
  }

  private static void append(int codePoint, byte[] bytes, int at, int length, StringBuilder out) {
    switch (codePoint) {
      case '\\' -> out.append("\\\\");
      case '\t' -> out.append("\\t");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      default -> {
        if (prints(codePoint)) {
          out.appendCodePoint(codePoint);
        } else {
          for (int i = at; i < at + length; i++) {
            hex(bytes[i], out);
          }
        }
      }
    }
  }

  private static void hex(byte value, StringBuilder out) {
    out.append("\\x").append(HEX.charAt((value >> 4) & 0xf)).append(HEX.charAt(value & 0xf));
  }

  private static boolean prints(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** How long a UTF-8 sequence with this first byte is, or 0 if none starts or fits here. */
  private static int sequenceLength(byte[] bytes, int at) {
    int first = bytes[at] & 0xff;
    int length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    return first > 0xf4 || length > bytes.length - at ? 0 : length;
  }

  private static int codePoint(byte[] bytes, int at, int length) {
    if (length == 1) {
      return bytes[at];
    }
    try {
      CharBuffer decoded =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, at, length));
      return Character.codePointAt(decoded, 0);
    } catch (CharacterCodingException e) {
      return -1;
    }
  }

  /**
   * The bytes that a part of a line stands for.
   *
   * @throws MalformedLineException if a backslash is followed by something else than an escape
   */
  static byte[] unescape(byte[] line, int from, int to) throws MalformedLineException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(to - from);
    int at = from;
    while (at < to) {
      if (line[at] != '\\') {
        out.write(line[at++]);
        continue;
      }
      switch (at + 1 < to ? line[at + 1] : -1) {
        case '\\' -> out.write('\\');
        case 't' -> out.write('\t');
        case 'n' -> out.write('\n');
        case 'r' -> out.write('\r');
        case 'x' -> {
          out.write(hexByte(line, at + 2, to));
          at += 2;
        }
        default ->
            throw new MalformedLineException(
                "a backslash that starts no escape (\\\\ \\t \\n \\r \\xHH); write a plain one as \\\\");
      }
      at += 2;
    }
    return out.toByteArray();
  }

  private static int hexByte(byte[] line, int at, int to) throws MalformedLineException {
    int high = at < to ? Character.digit(line[at], 16) : -1;
    int low = at + 1 < to ? Character.digit(line[at + 1], 16) : -1;
    if (high < 0 || low < 0) {
      throw new MalformedLineException("\\x without two hexadecimal digits");
    }
    return high << 4 | low;
  }
}
