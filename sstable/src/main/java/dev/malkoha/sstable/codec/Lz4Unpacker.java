package dev.malkoha.sstable.codec;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * One unpacking of a block in LZ4's block format: sequences of literals and a copy from what is
 * unpacked already.
 *
 * <p>Short pieces are moved eight bytes at a time, over their end if there is room: the bytes
 * behind are written again by the next sequence.
 */
final class Lz4Unpacker {

  static final int MIN_MATCH = 4;
  static final int LENGTH_ESCAPE = 15;
  static final int LENGTH_BITS = 4;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Literals up to this length are moved in two pieces. */
  private static final int SHORT_RUN = 16;

  private final byte[] in;
  private final int end;
  private final byte[] out;
  private final int outEnd;
  private int at;
  private int to;

  Lz4Unpacker(byte[] in, int offset, int length, byte[] out, int rawLength) {
    this.in = in;
    this.at = offset;
    this.end = offset + length;
    this.out = out;
    this.outEnd = rawLength;
  }

  /** Unpacks the block, which must fill its place to the last byte. */
  void run() throws IOException {
    boolean more = true;
    while (more) {
      int token = next();
      copyLiterals(lengthOf(token >>> LENGTH_BITS));
      more = at < end;
      if (more) {
        int distance = next() | next() << Byte.SIZE;
        copyMatch(distance, MIN_MATCH + (long) lengthOf(token & LENGTH_ESCAPE));
      }
    }
    if (to != outEnd) {
      throw new IOException("expected a block of " + outEnd + " bytes, found one of " + to);
    }
  }

  private int next() throws IOException {
    if (at >= end) {
      throw new IOException("the packed bytes end too early");
    }
    return in[at++] & 0xff;
  }

  /** A length whose first four bits are known; it is never more than the packed bytes can say. */
  private int lengthOf(int nibble) throws IOException {
    int length = nibble;
    if (nibble == LENGTH_ESCAPE) {
      int more = 0xff;
      while (more == 0xff) {
        more = next();
        length = Math.addExact(length, more);
      }
    }
    return length;
  }

  private void copyLiterals(int length) throws IOException {
    int from = at;
    int into = to;
    if (length > end - from || length > outEnd - into) {
      throw new IOException("a run of literals is longer than its block");
    }
    at = from + length;
    to = into + length;
    if (length <= SHORT_RUN && from + SHORT_RUN <= in.length && into + SHORT_RUN <= outEnd) {
      LONG.set(out, into, (long) LONG.get(in, from));
      LONG.set(out, into + Long.BYTES, (long) LONG.get(in, from + Long.BYTES));
    } else {
      System.arraycopy(in, from, out, into, length);
    }
  }

  private void copyMatch(int distance, long length) throws IOException {
    if (distance == 0 || distance > to || length > outEnd - to) {
      throw new IOException("a copy is from outside of its block");
    }
    int into = to;
    to = into + (int) length;
    if (distance >= Long.BYTES && to + Long.BYTES <= outEnd) {
      for (int i = into; i < to; i += Long.BYTES) {
        LONG.set(out, i, (long) LONG.get(out, i - distance));
      }
    } else if (distance >= length) {
      System.arraycopy(out, into - distance, out, into, (int) length);
    } else {
      repeat(into, distance);
    }
  }

  /** Copies bytes that the copy itself writes: ever longer pieces, each whole periods. */
  private void repeat(int start, int distance) {
    int from = start - distance;
    int into = start;
    while (into < to) {
      int piece = Math.min(into - from, to - into);
      System.arraycopy(out, from, out, into, piece);
      into += piece;
    }
  }
}
