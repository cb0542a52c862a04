package dev.malkoha.bench.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A 16-byte key: a number in 8 bytes, big-endian, and padding. Written over, key after key. */
final class BenchKey {

  static final int BYTES = 16;

  private static final VarHandle NUMBER =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes = new byte[BYTES];

  private BenchKey(char padding) {
    Arrays.fill(bytes, (byte) padding);
  }

  /** Keys that are written. */
  static BenchKey present() {
    return new BenchKey('0');
  }

  /** Keys that are never written; each lies after the written key of its number. */
  static BenchKey absent() {
    return new BenchKey('1');
  }

  /** The key of a number; valid until the next call. */
  byte[] of(long number) {
    NUMBER.set(bytes, 0, number);
    return bytes;
  }

  /** Writes a number over the first eight bytes. */
  static void write(byte[] bytes, long number) {
    NUMBER.set(bytes, 0, number);
  }

  /** The number in the first eight bytes, of a key or of anything else. */
  static long number(byte[] key) {
    return (long) NUMBER.get(key, 0);
  }
}
