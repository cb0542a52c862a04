package dev.malkoha.cli.input;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The lines of a stream as bytes, each with its number; lines can be put back. */
final class LineReader {

  /** One line without its end, counted from 1, and its end: LF, CR LF, or none. */
  static final class Line {
    final long number;
    final byte[] bytes;
    final String end;

    Line(long number, byte[] bytes, String end) {
      this.number = number;
      this.bytes = bytes;
      this.end = end;
    }
  }

  /** The mark that programs of Windows put before UTF-8. */
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private static final int BUFFER_BYTES = 1 << 16;

  /** Room for the largest value in hexadecimal; a line is held in several forms at once. */
  static final long MAX_LINE_BYTES = Math.min(600 << 20, Runtime.getRuntime().maxMemory() / 12);

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final Deque<Line> returned = new ArrayDeque<>();
  private int position;
  private int limit;
  private long read;

  LineReader(InputStream in) {
    this.in = in;
  }

  /** The next line, or null after the last one. */
  @Nullable Line next() throws IOException {
    if (!returned.isEmpty()) {
      return returned.pop();
    }
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (fill()) {
      int end = position;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      append(line, end);
      if (end < limit) {
        position = end + 1;
        return line(line.toByteArray(), "\n");
      }
      position = end;
    }
    return line.size() == 0 ? null : line(line.toByteArray(), "");
  }

  /** Puts lines back, to be read again in the same order. */
  void putBack(List<Line> lines) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      returned.push(lines.get(i));
    }
  }

  private boolean fill() throws IOException {
    if (position == limit) {
      position = 0;
      limit = Math.max(0, in.read(buffer));
    }
    return limit > 0;
  }

  private void append(ByteArrayOutputStream line, int end) throws IOException {
    if (line.size() + (end - position) > MAX_LINE_BYTES) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "line %,d is longer than %,d bytes; is this a text file? A larger heap takes longer lines",
              read + 1,
              MAX_LINE_BYTES));
    }
    line.write(buffer, position, end - position);
  }

  /** A line end may be CR LF; a byte order mark in front of the first line is no part of it. */
  private Line line(byte[] bytes, String end) {
    int from = read == 0 && startsWithMark(bytes) ? MARK.length : 0;
    boolean cr = bytes.length > from && bytes[bytes.length - 1] == '\r';
    byte[] inside =
        from == 0 && !cr ? bytes : Arrays.copyOfRange(bytes, from, bytes.length - (cr ? 1 : 0));
    return new Line(++read, inside, cr ? "\r" + end : end);
  }

  private static boolean startsWithMark(byte[] bytes) {
    return bytes.length >= MARK.length
        && Arrays.equals(bytes, 0, MARK.length, MARK, 0, MARK.length);
  }
}
