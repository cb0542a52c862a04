package dev.malkoha.filter.cuckoo;

import dev.malkoha.codec.Bytes;

/**
 * The slots of a cuckoo filter as an array of small numbers, packed into a block's bytes from the
 * low bits on. The payload's guard bytes make the 64-bit access at the last slot legal.
 *
 * <p>Bit positions are long: 2 GiB of bytes are 2^34 bits.
 */
final class SlotArray {

  private static final int GUARD_BYTES = Long.BYTES;

  private final byte[] bytes;
  private final int start;
  private final int width;
  private final long mask;

  /** The bytes of a payload of {@code bits} bits, guard included. */
  static long bytesFor(long bits) {
    return (bits + Byte.SIZE - 1) / Byte.SIZE + GUARD_BYTES;
  }

  /** The slots of {@code width} bits from byte {@code start} on. */
  SlotArray(byte[] bytes, int start, int width) {
    this.bytes = bytes;
    this.start = start;
    this.width = width;
    this.mask = (1L << width) - 1;
  }

  long get(long slot) {
    return window(slot) & mask;
  }

  /** The slot in the low bits and the next one above it; what lies above that means nothing. */
  long window(long slot) {
    return Bytes.getBits(bytes, start, slot * width);
  }

  /** Sets a slot that is 0. */
  void fill(long slot, long value) {
    long bit = slot * width;
    int at = byteOf(bit);
    Bytes.putLong(bytes, at, Bytes.getLong(bytes, at) | (value << (bit & 7)));
  }

  void set(long slot, long value) {
    long bit = slot * width;
    int at = byteOf(bit);
    int shift = (int) bit & 7;
    Bytes.putLong(bytes, at, (Bytes.getLong(bytes, at) & ~(mask << shift)) | (value << shift));
  }

  private int byteOf(long bit) {
    return start + (int) (bit >>> 3);
  }
}
