package dev.malkoha.engine.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing byte array that numbers and byte strings are appended to. */
public final class ByteWriter {

  private byte[] buffer = new byte[128];
  private int length;

  /** Appends one byte. */
  public void writeByte(int value) {
    ensureRoom(1);
    buffer[length++] = (byte) value;
  }

  /** Appends eight bytes, little-endian. */
  public void writeLong(long value) {
    ensureRoom(Long.BYTES);
    LittleEndian.putLong(buffer, length, value);
    length += Long.BYTES;
  }

  /** Appends an unsigned number, seven bits a byte, least first. */
  public void writeVarlong(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      writeByte((int) rest | 0x80);
      rest >>>= 7;
    }
    writeByte((int) rest);
  }

  /** Appends a length and that many bytes. */
  public void writeBytes(byte[] bytes) {
    writeVarlong(bytes.length);
    ensureRoom(bytes.length);
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
  }

  /** Appends a string as its length in UTF-8 and the UTF-8. */
  public void writeString(String text) {
    writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** What was appended so far. */
  public byte[] toByteArray() {
    return Arrays.copyOf(buffer, length);
  }

  private void ensureRoom(int more) {
    if (length + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(length + more, 2 * buffer.length));
    }
  }
}
