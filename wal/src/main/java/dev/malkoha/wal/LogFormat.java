package dev.malkoha.wal;

import java.util.OptionalLong;

/** The numbers and names that writer, reader and recovery share; {@code docs/format/log.md}. */
public final class LogFormat {

  /** The bytes "MALKLOG" and 0x1A, read as a little-endian number. */
  static final long MAGIC = 0x1A47_4F4C_4B4C_414DL;

  public static final int VERSION = 1;

  /** A sector: the piece of a file that a device writes wholly or not at all. */
  static final int SECTOR_BYTES = 512;

  /** The segment header is stored twice, in two sectors: damage to one of them loses nothing. */
  static final int HEADER_COPIES = 2;

  /** Records begin here. */
  static final int HEADER_BYTES = HEADER_COPIES * SECTOR_BYTES;

  /** Records begin at multiples of this, in the file and as positions. */
  static final int ALIGNMENT = 8;

  /** The longest payload of a record: 1 GiB. */
  static final int MAX_RECORD_BYTES = 1 << 30;

  /** The most bytes of a segment: one with room for the longest record alone. */
  static final long SEGMENT_BYTES_MAX = segmentBytes(recordBytes(MAX_RECORD_BYTES));

  private static final String SUFFIX = ".log";
  private static final int DIGITS_MIN = 6;
  private static final int DIGITS_MAX = 18;

  private LogFormat() {}

  /** The name of the file in a slot. */
  static String name(long slot) {
    String digits = Long.toString(slot); // no formatter: it takes an opening 10 ms to load one
    return "0".repeat(Math.max(0, DIGITS_MIN - digits.length())) + digits + SUFFIX;
  }

  /** The slot a file name stands for; empty for names that are not the log's. */
  static OptionalLong slot(String name) {
    int digits = name.length() - SUFFIX.length();
    if (digits < DIGITS_MIN || digits > DIGITS_MAX || !name.endsWith(SUFFIX)) {
      return OptionalLong.empty();
    }
    long slot = 0;
    for (int i = 0; i < digits; i++) {
      int digit = name.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return OptionalLong.empty();
      }
      slot = 10 * slot + digit;
    }
    return name.equals(name(slot)) ? OptionalLong.of(slot) : OptionalLong.empty();
  }

  /** Refuses a number that cannot be the position of a record. */
  static void checkPosition(long position) {
    if (!LogProof.isPosition(position)) {
      throw new IllegalArgumentException("not a position of a log: " + position);
    }
  }

  /** Bytes that a record of the given payload takes in a segment. */
  static long recordBytes(int payloadBytes) {
    return align((long) RecordHeader.BYTES + payloadBytes, ALIGNMENT);
  }

  /** The size of a segment with room for these record bytes and a turn, in whole sectors. */
  static long segmentBytes(long recordBytes) {
    return align(HEADER_BYTES + recordBytes + RecordHeader.BYTES, SECTOR_BYTES);
  }

  private static long align(long bytes, int to) {
    return (bytes + to - 1) / to * to;
  }
}
