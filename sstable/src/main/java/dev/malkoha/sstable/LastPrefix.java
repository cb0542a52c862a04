package dev.malkoha.sstable;

import java.util.Arrays;

/** The prefix that was met last on a walk over ascending keys, on which equal ones are together. */
final class LastPrefix {

  private byte[] bytes = {};
  private int length;

  /** Whether a prefix, which is not empty, is another one than the last; remembers it if so. */
  boolean isNew(byte[] key, int offset, int prefixLength) {
    if (Arrays.equals(bytes, 0, length, key, offset, offset + prefixLength)) {
      return false;
    }
    if (bytes.length < prefixLength) {
      bytes = new byte[2 * prefixLength];
    }
    System.arraycopy(key, offset, bytes, 0, prefixLength);
    length = prefixLength;
    return true;
  }
}
