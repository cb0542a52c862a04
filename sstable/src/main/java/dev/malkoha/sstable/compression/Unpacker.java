package dev.malkoha.sstable.compression;

import module java.base;

import dev.malkoha.codec.Bytes;

/**
 * The unpacking of a block, or a piece of one, from its beginning on, as far as somebody wants it:
 * who looks for one entry needs what lies before it and nothing of what follows.
 *
 * <p>Whatever the packed bytes are, nothing after the block is written. Bytes that are no packed
 * block end in an {@link IOException}, or unpack to something else. Used by one thread at a time,
 * for one block after another.
 */
public abstract class Unpacker {

  /** Up to this length, in bytes, copies are made here: a call would take longer. */
  private static final int SHORT_COPY = 64;

  private static final byte[] NOTHING = {};

  byte[] packed = NOTHING;
  byte[] block = NOTHING;

  /** Where the packed bytes go on, and where they end. */
  int in;

  int end;

  /** Where the block begins in its array, how far it is unpacked, and where it ends. */
  int begin;

  int out;
  int limit;

  Unpacker() {}

  /**
   * Begins with a block. Nothing of it is unpacked yet.
   *
   * @param at where in {@code into} the block is to begin, which has room for all of it
   * @throws IOException if the bytes are no packed block of this length
   */
  public final void start(
      byte[] source, int offset, int length, byte[] into, int at, int blockLength)
      throws IOException {
    packed = source;
    in = offset;
    end = offset + length;
    block = into;
    begin = at;
    out = at;
    limit = at + blockLength;
    try {
      begin();
    } catch (IndexOutOfBoundsException e) {
      throw malformed();
    }
  }

  /**
   * Goes on until all is unpacked that goes before a place in the block's array, or more.
   *
   * @throws IOException if the packed bytes do not lead there
   */
  public final void upTo(int wanted) throws IOException {
    try {
      while (out < wanted) {
        goOn(wanted);
      }
    } catch (IndexOutOfBoundsException e) {
      throw malformed();
    }
  }

  /**
   * Goes on to the end of the block.
   *
   * @throws IOException if that is not the end of the packed bytes, too
   */
  public final void toEnd() throws IOException {
    upTo(limit);
    try {
      finish();
    } catch (IndexOutOfBoundsException e) {
      throw malformed();
    }
    if (in != end || out != limit) {
      throw malformed();
    }
  }

  /** Lets go of the arrays. */
  public final void clear() {
    packed = NOTHING;
    block = NOTHING;
  }

  /** Reads what stands before the packed bytes. */
  abstract void begin() throws IOException;

  /** Unpacks at least something. */
  abstract void goOn(int wanted) throws IOException;

  /** Reads what may follow after all bytes of the block. */
  abstract void finish() throws IOException;

  /**
   * Copies bytes that were not packed.
   *
   * @param limit where the block ends: nothing is written after it
   */
  static void copyLiteral(byte[] source, int from, byte[] into, int to, int length, int limit) {
    if (length <= Long.BYTES && to + Long.BYTES <= limit && from + Long.BYTES <= source.length) {
      Bytes.putLong(into, to, Bytes.getLong(source, from));
      return;
    }
    int rounded = roundUp(length);
    if (length > SHORT_COPY || to + rounded > limit || from + rounded > source.length) {
      System.arraycopy(source, from, into, to, length);
      return;
    }
    for (int i = 0; i < length; i += Long.BYTES) {
      Bytes.putLong(into, to + i, Bytes.getLong(source, from + i));
    }
  }

  /**
   * Copies bytes that lie {@code distance} before, of which the first may be among the copied.
   *
   * @param limit as for literals
   */
  static void copyMatch(byte[] into, int to, int distance, int length, int limit) {
    int from = to - distance;
    boolean isApart = distance >= Long.BYTES;
    if (isApart && length <= Long.BYTES && to + Long.BYTES <= limit) {
      Bytes.putLong(into, to, Bytes.getLong(into, from));
    } else if (isApart && length <= SHORT_COPY && to + roundUp(length) <= limit) {
      for (int i = 0; i < length; i += Long.BYTES) {
        Bytes.putLong(into, to + i, Bytes.getLong(into, from + i));
      }
    } else if (distance == 1) {
      Arrays.fill(into, to, to + length, into[from]);
    } else {
      copyRepeating(into, from, to, length);
    }
  }

  /** Copies a pattern, which grows by the copied part. */
  private static void copyRepeating(byte[] into, int from, int to, int length) {
    int copied = 0;
    while (copied < length) {
      int step = Math.min(length - copied, to + copied - from);
      System.arraycopy(into, from, into, to + copied, step);
      copied += step;
    }
  }

  private static int roundUp(int length) {
    return (length + Long.BYTES - 1) & -Long.BYTES;
  }

  static void require(boolean sound) throws IOException {
    if (!sound) {
      throw malformed();
    }
  }

  static IOException malformed() {
    return new IOException("the packed bytes end or lead outside the block");
  }
}
