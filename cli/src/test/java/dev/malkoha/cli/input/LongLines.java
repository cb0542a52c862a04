package dev.malkoha.cli.input;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;

/** Reads lines as long as they may be, and one that is longer, in a process with a small heap. */
final class LongLines {

  private LongLines() {}

  /** Prints what became of them. */
  public static void main(String[] args) {
    for (InputFormat format : InputFormat.values()) {
      long room = LineReader.MAX_LINE_BYTES - 100 & -2; // two digits make a byte
      System.out.println(
          format + " " + read(format, room) + ", longer: " + read(format, 300L << 20));
    }
  }

  private static String read(InputFormat format, long bytes) {
    long[] length = new long[1];
    try {
      EntryReader.read(
          line(format, bytes),
          format,
          false,
          (key, value) -> length[0] = value.length,
          (line, reason) -> {
            throw new AssertionError(reason);
          });
      long expected = format == InputFormat.LDB ? bytes / 2 : bytes;
      return length[0] == expected ? "whole" : "cut to " + length[0];
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static InputStream line(InputFormat format, long bytes) {
    String start =
        switch (format) {
          case TSV -> "k\t";
          case CSV -> "k,";
          case JSON -> "{\"key\":\"k\",\"value\":\"";
          case LDB -> "0x6b ==> 0x";
        };
    String end = format == InputFormat.JSON ? "\"}\n" : "\n";
    return new SequenceInputStream(
        new SequenceInputStream(text(start), new Letters(bytes)), text(end));
  }

  private static InputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(US_ASCII));
  }

  /** So many letters. */
  private static final class Letters extends InputStream {

    private long left;

    Letters(long count) {
      left = count;
    }

    @Override
    public int read() {
      return left-- > 0 ? 'f' : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      int count = (int) Math.min(length, left);
      left -= count;
      Arrays.fill(into, offset, offset + count, (byte) 'f');
      return count == 0 ? -1 : count;
    }
  }
}
