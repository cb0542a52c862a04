package dev.malkoha.codec;

import module java.base;

/**
 * Unaligned numbers in byte arrays, little-endian unless the name says otherwise, and comparisons
 * of byte ranges.
 */
public final class Bytes {

  private static final VarHandle LONG_BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  /** Up to this length, in bytes, ranges are compared here. */
  private static final int SHORT_RANGE = 64;

  /** The most bytes that a number takes as {@link #putVarint} writes it. */
  public static final int MAX_VARINT_BYTES = 10;

  private Bytes() {}

  /** Reads eight bytes, the most significant first. */
  public static long getLongBigEndian(byte[] bytes, int at) {
    return (long) LONG_BIG.get(bytes, at);
  }

  /** Writes eight bytes, the most significant first. */
  public static void putLongBigEndian(byte[] bytes, int at, long value) {
    LONG_BIG.set(bytes, at, value);
  }

  /** Reads eight bytes. */
  public static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  /** Writes eight bytes. */
  public static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  /** Reads four bytes. */
  public static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  /** Writes four bytes. */
  public static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  /** Reads two bytes, unsigned. */
  public static int getShort(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at) & 0xffff;
  }

  /** Writes two bytes. */
  public static void putShort(byte[] bytes, int at, int value) {
    SHORT.set(bytes, at, (short) value);
  }

  /**
   * Reads the bits from bit {@code bit} after byte {@code start} on: 57 of them at least, then
   * zeros.
   */
  public static long getBits(byte[] bytes, int start, long bit) {
    return getLong(bytes, start + (int) (bit >>> 3)) >>> (bit & 7);
  }

  /**
   * Writes an unsigned number, seven bits a byte, least significant first; the top bit says that
   * more follow.
   *
   * @return where the number ends
   */
  public static int putVarint(byte[] bytes, int at, long value) {
    int position = at;
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[position++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[position++] = (byte) rest;
    return position;
  }

  /**
   * The first eight of {@code available} bytes as a big-endian number, padded with zeros, so that
   * unsigned comparison of heads never contradicts the order of the byte strings. {@code available}
   * may be negative, which is as none.
   */
  public static long head(byte[] bytes, int from, int available) {
    if (available >= Long.BYTES) {
      return getLongBigEndian(bytes, from);
    }
    if (available <= 0) {
      return 0;
    }
    int end = from + available;
    int pad = Long.SIZE - available * Byte.SIZE;
    if (end >= Long.BYTES) {
      return getLongBigEndian(bytes, end - Long.BYTES) << pad;
    }
    long head = 0;
    for (int i = from; i < end; i++) {
      head = head << Byte.SIZE | (bytes[i] & 0xff);
    }
    return head << pad;
  }

  /**
   * Compares two ranges as unsigned bytes; of two that agree as far as both go, the shorter one is
   * less. As {@link Arrays#compareUnsigned(byte[], int, int, byte[], int, int)}, which it leaves
   * long ranges to: with short ones the call costs more than the comparison.
   */
  public static int compare(byte[] a, int fromA, int lengthA, byte[] b, int fromB, int lengthB) {
    int common = Math.min(lengthA, lengthB);
    if (common > SHORT_RANGE) {
      return Arrays.compareUnsigned(a, fromA, fromA + lengthA, b, fromB, fromB + lengthB);
    }
    int last = common - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      long x = getLongBigEndian(a, fromA + i);
      long y = getLongBigEndian(b, fromB + i);
      if (x != y) {
        return Long.compareUnsigned(x, y);
      }
    }
    // The last eight bytes may overlap those before, which are equal.
    long x = last >= 0 ? getLongBigEndian(a, fromA + last) : head(a, fromA, common);
    long y = last >= 0 ? getLongBigEndian(b, fromB + last) : head(b, fromB, common);
    return x != y ? Long.compareUnsigned(x, y) : Integer.compare(lengthA, lengthB);
  }

  /** Whether two ranges hold the same bytes. Made for ranges of a few bytes up to some dozens. */
  public static boolean same(byte[] a, int fromA, byte[] b, int fromB, int length) {
    int last = length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      if (getLong(a, fromA + i) != getLong(b, fromB + i)) {
        return false;
      }
    }
    if (last >= 0) {
      return getLong(a, fromA + last) == getLong(b, fromB + last);
    }
    return sameFew(a, fromA, b, fromB, length);
  }

  /** Compares fewer than eight bytes, as a part of eight bytes that can be read at once. */
  private static boolean sameFew(byte[] a, int fromA, byte[] b, int fromB, int length) {
    if (length == 0) {
      return true;
    }
    int others = Long.SIZE - length * Byte.SIZE;
    if (Math.max(fromA - a.length, fromB - b.length) <= -Long.BYTES) {
      return (getLong(a, fromA) ^ getLong(b, fromB)) << others == 0;
    }
    int before = length - Long.BYTES;
    if (Math.min(fromA, fromB) + before >= 0) {
      return (getLong(a, fromA + before) ^ getLong(b, fromB + before)) >>> others == 0;
    }
    for (int i = 0; i < length; i++) {
      if (a[fromA + i] != b[fromB + i]) {
        return false;
      }
    }
    return true;
  }
}
