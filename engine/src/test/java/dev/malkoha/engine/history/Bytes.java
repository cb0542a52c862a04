package dev.malkoha.engine.history;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;

/** A byte string as a value: comparable as unsigned bytes, and short when printed. */
public final class Bytes implements Comparable<Bytes> {

  private static final int PRINTED = 12;

  private final byte[] array;

  private Bytes(byte[] array) {
    this.array = array;
  }

  /** A byte string of this content. */
  public static Bytes of(byte[] array) {
    return new Bytes(array.clone());
  }

  /** The text in UTF-8. */
  public static Bytes of(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A value of a length that no other number has; half of it compresses. */
  public static Bytes numbered(long number, int length) {
    byte[] bytes = new byte[length];
    SplittableRandom random = new SplittableRandom(number);
    for (int i = 0; i < length; i++) {
      bytes[i] = i % 2 == 0 ? (byte) random.nextInt() : (byte) number;
    }
    for (int i = 0; i < Math.min(length, Long.BYTES); i++) {
      bytes[i] = (byte) (number >>> (Byte.SIZE * i));
    }
    return new Bytes(bytes);
  }

  /** A copy of the bytes. */
  public byte[] array() {
    return array.clone();
  }

  /** How many bytes. */
  public int length() {
    return array.length;
  }

  /** The first bytes. */
  public Bytes head(int length) {
    return new Bytes(Arrays.copyOf(array, length));
  }

  /** The next greater byte string. */
  public Bytes successor() {
    return head(array.length + 1);
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(array, other.array);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(array, that.array);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(array);
  }

  @Override
  public String toString() {
    String hex = HexFormat.of().formatHex(array, 0, Math.min(PRINTED, array.length));
    return array.length <= PRINTED ? "'" + hex + "'" : "'" + hex + "'.." + array.length;
  }
}
