package dev.malkoha.filter.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian numbers at any position of a byte array. */
public final class Bytes {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private Bytes() {}

  /** The 64 bits at {@code index}. */
  public static long getLong(byte[] bytes, int index) {
    return (long) LONG.get(bytes, index);
  }

  /**
   * The bits from bit {@code bit} behind byte {@code start} on: 57 of them at least, then zeros.
   */
  public static long getBits(byte[] bytes, int start, long bit) {
    return getLong(bytes, start + (int) (bit >>> 3)) >>> (bit & 7);
  }

  /** Sets the 64 bits at {@code index}. */
  public static void putLong(byte[] bytes, int index, long value) {
    LONG.set(bytes, index, value);
  }

  static int getInt(byte[] bytes, int index) {
    return (int) INT.get(bytes, index);
  }

  static void putInt(byte[] bytes, int index, int value) {
    INT.set(bytes, index, value);
  }
}
