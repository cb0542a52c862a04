package dev.malkoha.sstable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Unaligned numbers in byte arrays. Little-endian unless the name says otherwise. */
final class Bytes {

  private static final VarHandle LONG_BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private Bytes() {}

  static long getLongBigEndian(byte[] bytes, int at) {
    return (long) LONG_BIG.get(bytes, at);
  }

  static void putLongBigEndian(byte[] bytes, int at, long value) {
    LONG_BIG.set(bytes, at, value);
  }

  static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  /** An unsigned 16-bit number. */
  static int getShort(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at) & 0xffff;
  }

  static void putShort(byte[] bytes, int at, int value) {
    SHORT.set(bytes, at, (short) value);
  }

  /**
   * The first eight of {@code available} bytes as a big-endian number, padded with zeros, so that
   * unsigned comparison of heads never contradicts the order of the byte strings. {@code available}
   * may be negative, which is as none.
   */
  static long head(byte[] bytes, int from, int available) {
    if (available >= Long.BYTES) {
      return getLongBigEndian(bytes, from);
    }
    long head = 0;
    for (int i = 0; i < available; i++) {
      head |= (bytes[from + i] & 0xffL) << (Long.SIZE - Byte.SIZE - i * Byte.SIZE);
    }
    return head;
  }
}
