package dev.malkoha.codec;

import java.util.zip.CRC32C;

/** CRC-32C of byte ranges. */
public final class Crc32c {

  private Crc32c() {}

  /** The checksum of a range. */
  public static int of(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  /**
   * The checksum of a range and, after it, of bytes that say where and whose it is, so that sound
   * bytes in the wrong place do not pass.
   */
  public static int of(byte[] bytes, int from, int length, byte[] context) {
    return of(new byte[0], bytes, from, length, context);
  }

  /** The same of an array and a range after it. */
  public static int of(byte[] head, byte[] bytes, int from, int length, byte[] context) {
    CRC32C crc = new CRC32C();
    crc.update(head, 0, head.length);
    crc.update(bytes, from, length);
    crc.update(context, 0, context.length);
    return (int) crc.getValue();
  }

  /** The checksum of two ranges of an array, one after the other. */
  public static int of(byte[] bytes, int from, int length, int secondFrom, int secondLength) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    crc.update(bytes, secondFrom, secondLength);
    return (int) crc.getValue();
  }
}
