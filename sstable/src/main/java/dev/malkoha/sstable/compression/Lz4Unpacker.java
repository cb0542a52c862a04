package dev.malkoha.sstable.compression;

import dev.malkoha.codec.Bytes;
import java.io.IOException;

/**
 * LZ4's block format, unpacked step by step: sequences of literals and a copy of what lies before,
 * each after a token with the beginnings of both lengths; the last one has literals alone (LZ4
 * block format description, 2011 to 2022).
 */
final class Lz4Unpacker extends Unpacker {

  /** Half of a token that says its length goes on, byte by byte while they are all ones. */
  private static final int GOES_ON = 15;

  private static final int SHORTEST_COPY = 4;

  @Override
  void begin() {
    // A block begins with its first sequence.
  }

  @Override
  void goOn(int wanted) throws IOException {
    while (out < wanted) {
      sequence();
    }
  }

  /** A block may end with a token of nothing: an empty one has no other. */
  @Override
  void finish() throws IOException {
    if (in < end) {
      sequence();
    }
  }

  /** The length of all sequences together; nothing is copied. */
  static long rawLength(byte[] packed, int offset, int length) throws IOException {
    int end = offset + length;
    int from = offset;
    long sum = 0;
    try {
      while (from < end) {
        int token = packed[from++] & 0xff;
        int literals = token >>> 4;
        if (literals == GOES_ON) {
          int more;
          do {
            more = packed[from++] & 0xff;
            literals += more;
          } while (more == 0xff);
        }
        require(literals >= 0 && literals <= end - from);
        from += literals;
        sum += literals;
        if (from < end) {
          from += Short.BYTES;
          int copied = token & GOES_ON;
          if (copied == GOES_ON) {
            int more;
            do {
              more = packed[from++] & 0xff;
              copied += more;
            } while (more == 0xff);
          }
          sum += copied + SHORTEST_COPY;
        }
      }
    } catch (IndexOutOfBoundsException e) {
      throw malformed();
    }
    require(from == end);
    return sum;
  }

  private void sequence() throws IOException {
    byte[] source = packed;
    byte[] into = block;
    int last = limit;
    int from = in;
    int to = out;
    require(from < end);
    int token = source[from++] & 0xff;
    int literals = token >>> 4;
    if (literals == GOES_ON) {
      int more;
      do {
        more = source[from++] & 0xff;
        literals += more;
      } while (more == 0xff);
    }
    require(literals >= 0 && literals <= last - to && literals <= end - from);
    copyLiteral(source, from, into, to, literals, last);
    from += literals;
    to += literals;
    if (from < end) {
      int distance = Bytes.getShort(source, from);
      from += Short.BYTES;
      int length = token & GOES_ON;
      if (length == GOES_ON) {
        int more;
        do {
          more = source[from++] & 0xff;
          length += more;
        } while (more == 0xff);
      }
      length += SHORTEST_COPY;
      require(distance > 0 && distance <= to - begin && length > 0 && length <= last - to);
      copyMatch(into, to, distance, length, last);
      to += length;
    }
    require(from <= end);
    in = from;
    out = to;
  }
}
