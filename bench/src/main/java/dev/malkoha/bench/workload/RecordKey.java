package dev.malkoha.bench.workload;

import java.nio.charset.StandardCharsets;

/** A key of YCSB's: "user" and a record's number, hashed, in 19 digits. Written over each time. */
final class RecordKey {

  static final int BYTES = 23;

  private final byte[] bytes = "user0000000000000000000".getBytes(StandardCharsets.US_ASCII);

  /** The key of a record; valid until the next call. */
  byte[] of(long number) {
    digits(bytes, "user".length(), bytes.length, Zipfian.hash(number));
    return bytes;
  }

  /** Writes a number in decimal over a part of an array, with zeros before it. */
  static void digits(byte[] bytes, int from, int to, long number) {
    long rest = number;
    for (int i = to - 1; i >= from; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }
}
