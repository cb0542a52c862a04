package dev.malkoha.sstable.compression;

import dev.malkoha.codec.Bytes;
import java.io.IOException;

/**
 * Snappy's raw format, unpacked step by step: the block's length, then literals and copies of what
 * lies before, each after a tag whose two lowest bits say which (format description of Snappy,
 * 2011).
 */
final class SnappyUnpacker extends Unpacker {

  private static final int LITERAL = 0;
  private static final int NEAR_COPY = 1;
  private static final int COPY = 2;

  /** Literals up to this length have it in their tag; a tag above says in how many bytes it is. */
  private static final int LONGEST_IN_TAG = 60;

  private static final int SHORTEST_NEAR_COPY = 4;
  private static final int LONGEST_CLAIM = 5;

  @Override
  void begin() throws IOException {
    long claimed = claimed(packed, in, end - in);
    while (packed[in++] < 0) {} // the claim itself
    int length = limit - out;
    if (claimed != length) {
      throw new IOException("expected a block of " + length + " bytes, found one of " + claimed);
    }
  }

  /** The length that packed bytes begin with. */
  static long claimed(byte[] packed, int offset, int length) throws IOException {
    long claimed = 0;
    for (int i = 0; i < LONGEST_CLAIM && i < length; i++) {
      byte next = packed[offset + i];
      claimed |= (next & 0x7fL) << (7 * i);
      if (next >= 0) {
        return claimed;
      }
    }
    throw malformed();
  }

  @Override
  void goOn(int wanted) throws IOException {
    byte[] source = packed;
    byte[] into = block;
    int first = begin;
    int from = in;
    int to = out;
    int behind = end;
    int last = limit;
    while (to < wanted) {
      require(from < behind);
      int tag = source[from++] & 0xff;
      int length = (tag >>> 2) + 1;
      int kind = tag & 3;
      if (kind == LITERAL) {
        if (length > LONGEST_IN_TAG) {
          int bytes = length - LONGEST_IN_TAG;
          length = number(source, from, bytes) + 1;
          from += bytes;
        }
        require(length > 0 && length <= last - to && length <= behind - from);
        copyLiteral(source, from, into, to, length, last);
        from += length;
      } else {
        int distance;
        if (kind == NEAR_COPY) {
          length = SHORTEST_NEAR_COPY + (tag >>> 2 & 7);
          distance = (tag >>> 5 << Byte.SIZE) | (source[from++] & 0xff);
        } else {
          int bytes = kind == COPY ? Short.BYTES : Integer.BYTES;
          distance = number(source, from, bytes);
          from += bytes;
        }
        require(distance > 0 && distance <= to - first && length <= last - to && from <= behind);
        copyMatch(into, to, distance, length, last);
      }
      to += length;
    }
    in = from;
    out = to;
  }

  @Override
  void finish() {
    // Nothing follows.
  }

  /** A number of one to four bytes. */
  private static int number(byte[] source, int at, int bytes) {
    if (at + Integer.BYTES <= source.length) {
      return Bytes.getInt(source, at) & -1 >>> (Integer.SIZE - bytes * Byte.SIZE);
    }
    int number = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      number = (number << Byte.SIZE) | (source[at + i] & 0xff);
    }
    return number;
  }
}
