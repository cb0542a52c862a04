package dev.malkoha.kafka.versioned;

import dev.malkoha.kafka.segment.Retention;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * How versions are entries of a store. What a key is now: a zero (8 bytes) and the key, with the
 * time from when (8 bytes) and the value. What it was: one more than the number of the segment that
 * its end lies in (8 bytes), the key's length (4 bytes), the key and the end (8 bytes), with the
 * time from when (8 bytes), whether it was there (a byte) and the value. Numbers are big-endian.
 *
 * <p>So a key's versions of a segment lie in the order of their ends, and all of a segment is one
 * range.
 */
record VersionFormat(Retention retention) {

  private static final int KEY_START = Long.BYTES + Integer.BYTES;

  /** Where those versions begin that have ended. */
  static byte[] historyStart() {
    return bytes(1);
  }

  /** Where the versions that end in a segment begin. */
  static byte[] start(long segment) {
    return bytes(segment + 1);
  }

  /** The segment of a version that has ended. */
  static long segment(byte[] entry) {
    return ByteBuffer.wrap(entry).getLong() - 1;
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /** The entry of what a key is now. */
  static byte[] now(byte[] key) {
    return ByteBuffer.allocate(Long.BYTES + key.length).putLong(0).put(key).array();
  }

  static byte[] nowValue(long from, byte[] value) {
    return ByteBuffer.allocate(Long.BYTES + value.length).putLong(from).put(value).array();
  }

  static Version readNow(byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value);
    return new Version(bytes.getLong(), Version.OPEN, rest(bytes));
  }

  /** The entry of what a key was until a time. */
  byte[] until(byte[] key, long end) {
    return withKey(retention.segment(end), key, Long.BYTES).putLong(end).array();
  }

  private static ByteBuffer withKey(long segment, byte[] key, int more) {
    return ByteBuffer.allocate(Long.BYTES + Integer.BYTES + key.length + more)
        .putLong(segment + 1)
        .putInt(key.length)
        .put(key);
  }

  static byte[] untilValue(Version version) {
    byte[] value = version.value();
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES + 1 + (value == null ? 0 : value.length))
            .putLong(version.from())
            .put((byte) (value == null ? 0 : 1));
    return value == null ? bytes.array() : bytes.put(value).array();
  }

  static Version readUntil(byte[] entry, byte[] value) {
    long end = ByteBuffer.wrap(entry).getLong(entry.length - Long.BYTES);
    ByteBuffer bytes = ByteBuffer.wrap(value);
    long from = bytes.getLong();
    boolean there = bytes.get() != 0;
    return new Version(from, end, there ? rest(bytes) : null);
  }

  private static byte[] rest(ByteBuffer bytes) {
    byte[] rest = new byte[bytes.remaining()];
    bytes.get(rest);
    return rest;
  }

  /** Whether an entry is what a key was, and not what another one was. */
  static boolean isOf(byte[] key, byte[] entry) {
    int keyEnd = KEY_START + key.length;
    return entry.length == keyEnd + Long.BYTES
        && ByteBuffer.wrap(entry).getInt(Long.BYTES) == key.length
        && Arrays.equals(entry, KEY_START, keyEnd, key, 0, key.length);
  }

  /** Where the versions of a key begin that end in a segment. */
  static byte[] start(long segment, byte[] key) {
    return withKey(segment, key, 0).array();
  }

  /** Where, of those that end in a segment, the ones begin that end above a time, 0 or more. */
  static byte[] above(byte[] key, long segment, long time) {
    // as an unsigned number it cannot overflow
    return withKey(segment, key, Long.BYTES).putLong(time + 1).array();
  }

  /** The entry with the segment that its end lies in now that segments have another length. */
  byte[] moved(byte[] entry) {
    ByteBuffer bytes = ByteBuffer.wrap(entry.clone());
    if (bytes.getLong(0) == 0) {
      return entry;
    }
    long end = bytes.getLong(entry.length - Long.BYTES);
    return bytes.putLong(0, retention.segment(end) + 1).array();
  }
}
