package dev.malkoha.engine.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Fixed-width numbers in byte arrays: little-endian, unaligned. */
public final class LittleEndian {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  /** Reads eight bytes. */
  public static long getLong(byte[] bytes, int offset) {
    return (long) LONG.get(bytes, offset);
  }

  /** Writes eight bytes. */
  public static void putLong(byte[] bytes, int offset, long value) {
    LONG.set(bytes, offset, value);
  }

  /** Reads four bytes. */
  public static int getInt(byte[] bytes, int offset) {
    return (int) INT.get(bytes, offset);
  }

  /** Writes four bytes. */
  public static void putInt(byte[] bytes, int offset, int value) {
    INT.set(bytes, offset, value);
  }
}
