package dev.malkoha.fuzz;

import java.util.Arrays;

/**
 * What the fuzzer gives a target: a byte of choices, then the bytes to read. Checksums are set
 * right before the reading unless the lowest bit of the choices is set, for few other bytes would
 * get beyond them.
 */
@SuppressWarnings("ArrayRecordComponent") // inputs are not compared
public record Input(int choices, byte[] content) {

  /** Cuts the fuzzer's bytes in two. */
  public static Input of(byte[] data) {
    return data.length == 0
        ? new Input(0, data)
        : new Input(data[0] & 0xff, Arrays.copyOfRange(data, 1, data.length));
  }

  /** The bytes that give this input. */
  public static byte[] bytes(int choices, byte[] content) {
    byte[] data = new byte[1 + content.length];
    data[0] = (byte) choices;
    System.arraycopy(content, 0, data, 1, content.length);
    return data;
  }

  /** Whether checksums are to be set right. */
  public boolean isSealed() {
    return (choices & 1) == 0;
  }

  /** A number of {@code bits} bits from the choices. */
  public int choice(int shift, int bits) {
    return choices >>> shift & (1 << bits) - 1;
  }
}
