package dev.malkoha.codec;

import module java.base;

/** A growing byte array that numbers and byte strings are appended to. */
public final class ByteWriter {

  private byte[] bytes;
  private int length;

  /** An empty writer. */
  public ByteWriter() {
    this(128);
  }

  /** An empty writer with room for {@code capacity} bytes before it has to grow. */
  public ByteWriter(int capacity) {
    bytes = new byte[capacity];
  }

  /** The array behind, valid until the next write; what was appended is at its start. */
  public byte[] array() {
    return bytes;
  }

  /** Bytes appended so far. */
  public int length() {
    return length;
  }

  /** Forgets what was appended. */
  public void clear() {
    length = 0;
  }

  /** The bytes appended so far. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  /** Appends one byte. */
  public void writeByte(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
  }

  /** Appends eight bytes. */
  public void writeLong(long value) {
    reserve(Long.BYTES);
    Bytes.putLong(bytes, length, value);
    length += Long.BYTES;
  }

  /** Appends an unsigned number as {@link Bytes#putVarint} does. */
  public void writeVarint(long value) {
    reserve(Bytes.MAX_VARINT_BYTES);
    length = Bytes.putVarint(bytes, length, value);
  }

  /** Writes numbers as variable-length integers. */
  public void writeVarints(long... numbers) {
    for (long number : numbers) {
      writeVarint(number);
    }
  }

  /** Appends bytes as they are. */
  public void write(byte[] source, int offset, int count) {
    reserve(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  /** Appends bytes after their length. */
  public void writeBytes(byte[] source) {
    writeVarint(source.length);
    write(source, 0, source.length);
  }

  /** Appends a string's UTF-8 after its length. */
  public void writeString(String text) {
    writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private void reserve(int count) {
    int needed = Math.addExact(length, count);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length + (bytes.length >> 1)));
    }
  }
}
