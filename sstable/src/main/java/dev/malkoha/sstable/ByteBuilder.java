package dev.malkoha.sstable;

import java.util.Arrays;

/** A byte array that grows as numbers and byte strings are put at its end. */
final class ByteBuilder {

  private static final int LONGEST_VARINT = 10;

  private byte[] bytes;
  private int length;

  ByteBuilder(int capacity) {
    bytes = new byte[capacity];
  }

  /** The array behind, valid until the next put. */
  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  /** As {@link VarintReader#readLong} reads it. */
  void putVarint(long value) {
    reserve(LONGEST_VARINT);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  void putBytes(byte[] source, int offset, int count) {
    reserve(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  private void reserve(int count) {
    int needed = Math.addExact(length, count);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length + (bytes.length >> 1)));
    }
  }
}
