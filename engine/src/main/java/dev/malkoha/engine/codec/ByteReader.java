package dev.malkoha.engine.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads back what a {@link ByteWriter} appended.
 *
 * <p>Every method throws {@link MalformedBytesException} where the bytes end early or a number
 * makes no sense; lengths are checked against what remains before anything is allocated.
 */
public final class ByteReader {

  private final byte[] bytes;
  private int position;

  /** Reads from the beginning of {@code bytes}. */
  public ByteReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Bytes not read yet. */
  public int remaining() {
    return bytes.length - position;
  }

  /** Reads one byte, unsigned. */
  public int readByte() {
    need(1);
    return bytes[position++] & 0xFF;
  }

  /** Reads eight bytes. */
  public long readLong() {
    need(Long.BYTES);
    long value = LittleEndian.getLong(bytes, position);
    position += Long.BYTES;
    return value;
  }

  /** Reads a number of seven bits a byte. */
  public long readVarlong() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int b = readByte();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new MalformedBytesException("a number of more than 10 bytes");
  }

  /** Reads a number that must lie between 0 and a ceiling. */
  public int readCount(int most) {
    long value = readVarlong();
    if (value < 0 || value > most) {
      throw new MalformedBytesException("a count of " + value + "; the most is " + most);
    }
    return (int) value;
  }

  /** Reads a length and that many bytes. */
  public byte[] readBytes() {
    int length = readCount(remaining());
    need(length);
    position += length;
    return Arrays.copyOfRange(bytes, position - length, position);
  }

  /** Reads a string. */
  public String readString() {
    return new String(readBytes(), StandardCharsets.UTF_8);
  }

  private void need(int count) {
    if (remaining() < count) {
      throw new MalformedBytesException("ends early, at byte " + bytes.length);
    }
  }
}
