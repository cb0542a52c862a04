package dev.malkoha.codec;

import module java.base;

/**
 * Reads back what a {@link ByteWriter} appended.
 *
 * <p>Every method throws {@link MalformedBytesException} where the bytes end early or a number
 * makes no sense; lengths are checked against what remains before anything is allocated.
 */
public final class ByteReader {

  private final byte[] bytes;
  private final int end;
  private int position;

  /** Reads all of {@code bytes}. */
  public ByteReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /** Reads {@code bytes} from {@code position} to {@code end}. */
  public ByteReader(byte[] bytes, int position, int end) {
    this.bytes = bytes;
    this.position = position;
    this.end = end;
  }

  /** A reader that is where this one is, and goes on by itself. */
  public ByteReader copy() {
    return new ByteReader(bytes, position, end);
  }

  /** Bytes not read yet. */
  public int remaining() {
    return end - position;
  }

  /** Reads one byte, unsigned. */
  public int readByte() {
    return bytes[advance(1)] & 0xFF;
  }

  /** Reads eight bytes. */
  public long readLong() {
    return Bytes.getLong(bytes, advance(Long.BYTES));
  }

  /** Reads an unsigned number as {@link Bytes#putVarint} writes it. */
  public long readVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (position == end) {
        throw new MalformedBytesException("a number runs over the end");
      }
      byte b = bytes[position++];
      value |= (b & 0x7fL) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new MalformedBytesException("a number has more than ten bytes");
  }

  /** Reads a number that must lie between 0 and a ceiling. */
  public int readInt(int most) {
    long value = readVarint();
    if (value < 0 || value > most) {
      throw new MalformedBytesException(
          "expected a number up to " + most + ", found " + Long.toUnsignedString(value));
    }
    return (int) value;
  }

  /** Copies the next {@code length} bytes. */
  public void read(byte[] into, int at, int length) {
    int from = advance(length);
    System.arraycopy(bytes, from, into, at, length);
  }

  /** Reads a length and that many bytes. */
  public byte[] readBytes() {
    return readBytes(Integer.MAX_VALUE);
  }

  /** The same, refused if it is longer than {@code most} bytes. */
  public byte[] readBytes(int most) {
    int length = readInt(Math.min(most, remaining()));
    int from = advance(length);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  /** Reads a string. */
  public String readString() {
    return new String(readBytes(), StandardCharsets.UTF_8);
  }

  /** Passes over {@code length} bytes. */
  public void skip(int length) {
    advance(length);
  }

  /** Refuses bytes that go on. */
  public void expectEnd() {
    if (position != end) {
      throw new MalformedBytesException("expected the end, found " + remaining() + " more bytes");
    }
  }

  /** Passes over bytes; returns where they start. */
  private int advance(int length) {
    if (length > end - position) {
      throw new MalformedBytesException("a byte string runs over the end");
    }
    int from = position;
    position += length;
    return from;
  }
}
