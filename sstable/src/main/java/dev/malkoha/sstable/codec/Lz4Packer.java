package dev.malkoha.sstable.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * One packing of a block to LZ4's block format: greedy, with one candidate for each hash of four
 * bytes, and longer steps the longer nothing is found.
 */
final class Lz4Packer {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** The format has the last bytes of a block as literals, and no match begin shortly before. */
  private static final int LAST_LITERALS = 5;

  private static final int LAST_MATCH_START = 12;
  private static final int MAX_DISTANCE = 0xffff;

  private static final int MIN_TABLE_BITS = 6;
  private static final int MAX_TABLE_BITS = 14;
  private static final int HASH = 0x9E3779B1;

  /** Misses in a row, as a power of two, after which steps are a byte longer. */
  private static final int PATIENCE_BITS = 6;

  private final byte[] in;
  private final int length;
  private final byte[] out;
  private int to;

  /** By hash, where such bytes were seen last; 0 where none were, which is a candidate, too. */
  private final int[] seen;

  private final int hashShift;

  Lz4Packer(byte[] in, int length, byte[] out) {
    this.in = in;
    this.length = length;
    this.out = out;
    int lengthBits = Integer.SIZE - Integer.numberOfLeadingZeros(length);
    int bits = Math.clamp(lengthBits - 1, MIN_TABLE_BITS, MAX_TABLE_BITS);
    this.seen = new int[1 << bits];
    this.hashShift = Integer.SIZE - bits;
  }

  /** Bytes that a packed block has at most. */
  static int mostPacked(int length) {
    return Math.addExact(length, length / 255 + 16);
  }

  /** Packs the block and returns the number of bytes. */
  int run() {
    int lastStart = length - LAST_MATCH_START;
    int anchor = 0;
    int at = 1;
    int misses = 1 << PATIENCE_BITS;
    while (at <= lastStart) {
      int value = (int) INT.get(in, at);
      int slot = (value * HASH) >>> hashShift;
      int candidate = seen[slot];
      seen[slot] = at;
      if (at - candidate <= MAX_DISTANCE && (int) INT.get(in, candidate) == value) {
        anchor = putMatch(anchor, at, candidate);
        at = anchor;
        misses = 1 << PATIENCE_BITS;
      } else {
        at += misses++ >>> PATIENCE_BITS;
      }
    }
    putLastLiterals(anchor);
    return to;
  }

  /** Writes what is between the anchor and a match, then the match; returns where that ends. */
  private int putMatch(int anchor, int at, int candidate) {
    int start = at;
    int from = candidate;
    while (start > anchor && from > 0 && in[start - 1] == in[from - 1]) {
      start--;
      from--;
    }
    int end = endOfMatch(at + Lz4Unpacker.MIN_MATCH, candidate + Lz4Unpacker.MIN_MATCH);
    int more = end - start - Lz4Unpacker.MIN_MATCH;
    putLiterals(anchor, start - anchor, Math.min(more, Lz4Unpacker.LENGTH_ESCAPE));
    int distance = start - from;
    out[to++] = (byte) distance;
    out[to++] = (byte) (distance >>> Byte.SIZE);
    putRest(more);
    return end;
  }

  private int endOfMatch(int start, int candidate) {
    int limit = length - LAST_LITERALS;
    int at = start;
    int back = start - candidate;
    while (at + Long.BYTES <= limit) {
      long difference = (long) LONG.get(in, at) ^ (long) LONG.get(in, at - back);
      if (difference != 0) {
        return at + Long.numberOfTrailingZeros(difference) / Byte.SIZE;
      }
      at += Long.BYTES;
    }
    while (at < limit && in[at] == in[at - back]) {
      at++;
    }
    return at;
  }

  private void putLastLiterals(int anchor) {
    putLiterals(anchor, length - anchor, 0);
  }

  /** Writes a token and the literals that it announces. */
  private void putLiterals(int from, int count, int matchNibble) {
    int nibble = Math.min(count, Lz4Unpacker.LENGTH_ESCAPE);
    out[to++] = (byte) (nibble << Lz4Unpacker.LENGTH_BITS | matchNibble);
    putRest(count);
    System.arraycopy(in, from, out, to, count);
    to += count;
  }

  /** Writes what a length has over the four bits in the token. */
  private void putRest(int count) {
    int rest = count - Lz4Unpacker.LENGTH_ESCAPE;
    while (rest >= 0) {
      out[to++] = (byte) Math.min(rest, 0xff);
      rest -= 0xff;
    }
  }
}
