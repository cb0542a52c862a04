package dev.malkoha.sstable;

import dev.malkoha.codec.Bytes;

/**
 * The order of entries: key bytes unsigned ascending, then tag unsigned descending.
 *
 * <p>Comparisons start with the keys' eight-byte prefixes, which callers have at hand; only equal
 * prefixes send them to the bytes.
 */
public final class EntryOrder {

  private EntryOrder() {}

  /** The first eight bytes of a key as a big-endian number, padded with zeros. */
  public static long prefix(byte[] key, int offset, int length) {
    return Bytes.head(key, offset, length);
  }

  /** Compares two keys whose {@link #prefix} values are given. */
  public static int compareKeys(
      long prefixA,
      byte[] a,
      int offsetA,
      int lengthA,
      long prefixB,
      byte[] b,
      int offsetB,
      int lengthB) {
    if (prefixA != prefixB) {
      return Long.compareUnsigned(prefixA, prefixB);
    }
    return compareAfterHead(a, offsetA, lengthA, b, offsetB, lengthB);
  }

  /** Compares two entries by key and tag; the keys' {@link #prefix} values are given. */
  public static int compare(
      long prefixA,
      byte[] a,
      int offsetA,
      int lengthA,
      long tagA,
      long prefixB,
      byte[] b,
      int offsetB,
      int lengthB,
      long tagB) {
    int byKey = compareKeys(prefixA, a, offsetA, lengthA, prefixB, b, offsetB, lengthB);
    return byKey != 0 ? byKey : Long.compareUnsigned(tagB, tagA);
  }

  /**
   * Compares two byte strings whose zero-padded heads (first eight bytes) are known to be equal.
   * Then a string of at most eight bytes is a prefix of the other one, and the lengths decide.
   */
  static int compareAfterHead(
      byte[] a, int offsetA, int lengthA, byte[] b, int offsetB, int lengthB) {
    if (Math.min(lengthA, lengthB) <= Long.BYTES) {
      return Integer.compare(lengthA, lengthB);
    }
    return Bytes.compare(
        a,
        offsetA + Long.BYTES,
        lengthA - Long.BYTES,
        b,
        offsetB + Long.BYTES,
        lengthB - Long.BYTES);
  }
}
