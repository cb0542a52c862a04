package dev.malkoha.cli.input;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of a stream as bytes, each with its number; lines can be put back. */
final class LineReader {

  /** One line without its end, counted from 1. */
  static final class Line {
    final long number;
    final byte[] bytes;

    Line(long number, byte[] bytes) {
      this.number = number;
      this.bytes = bytes;
    }
  }

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
        return line(line.toByteArray());
      }
      position = end;
    }
    return line.size() == 0 ? null : line(line.toByteArray());
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
          "line %,d is longer than %,d bytes; is this a text file? A larger heap takes longer lines"
              .formatted(read + 1, MAX_LINE_BYTES));
    }
    line.write(buffer, position, end - position);
  }

  /** A line end may be CR LF. */
  private Line line(byte[] bytes) {
    boolean cr = bytes.length > 0 && bytes[bytes.length - 1] == '\r';
    return new Line(++read, cr ? Arrays.copyOf(bytes, bytes.length - 1) : bytes);
  }
}
