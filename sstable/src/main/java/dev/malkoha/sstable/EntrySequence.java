package dev.malkoha.sstable;

import java.util.Arrays;

/** The entries a table was given so far, as far as it must remember them: ends, order and sums. */
final class EntrySequence {

  private byte[] lastKey = new byte[64];
  private int lastKeyLength;
  private long lastKeyPrefix;
  private long lastTag;
  private byte[] smallestKey = {};
  private long smallestTag;
  private long largestTag;
  private int count;
  private long rawBytes;

  /**
   * Compares the last entry with the next one: negative if that has another key, 0 if it is an
   * older one of the same key, positive if it is not after the last one.
   */
  int compareLast(long prefix, byte[] key, int offset, int length, long tag) {
    if (count == 0) {
      return -1;
    }
    int byKey =
        EntryOrder.compareKeys(
            lastKeyPrefix, lastKey, 0, lastKeyLength, prefix, key, offset, length);
    return byKey == 0 && Long.compareUnsigned(tag, lastTag) >= 0 ? 1 : byKey;
  }

  /**
   * Whether the next entry has another key than the last one.
   *
   * @throws IllegalArgumentException if it is not after the last one
   */
  boolean checkNext(long prefix, byte[] key, int offset, int length, long tag) {
    if (count == Integer.MAX_VALUE) {
      throw new IllegalStateException("a table holds at most " + count + " entries");
    }
    int order = compareLast(prefix, key, offset, length, tag);
    if (order > 0) {
      throw new IllegalArgumentException(
          "entry " + count + " is not after the one before it: keys ascend, then tags descend");
    }
    return order < 0;
  }

  /** Takes an entry that {@link #checkNext} has let pass. */
  void append(
      boolean newKey, long prefix, byte[] key, int offset, int length, long tag, int valueLength) {
    if (count == 0) {
      smallestKey = Arrays.copyOfRange(key, offset, offset + length);
      smallestTag = tag;
      largestTag = tag;
    }
    if (newKey) {
      remember(prefix, key, offset, length);
    }
    smallestTag = Long.compareUnsigned(tag, smallestTag) < 0 ? tag : smallestTag;
    largestTag = Long.compareUnsigned(tag, largestTag) > 0 ? tag : largestTag;
    lastTag = tag;
    rawBytes += (long) length + valueLength;
    count++;
  }

  private void remember(long prefix, byte[] key, int offset, int length) {
    if (lastKey.length < length) {
      lastKey = new byte[2 * length];
    }
    System.arraycopy(key, offset, lastKey, 0, length);
    lastKeyLength = length;
    lastKeyPrefix = prefix;
  }

  int count() {
    return count;
  }

  long rawBytes() {
    return rawBytes;
  }

  /** The last key's bytes are the first {@link #lastKeyLength} of this array. */
  byte[] lastKey() {
    return lastKey;
  }

  int lastKeyLength() {
    return lastKeyLength;
  }

  long lastTag() {
    return lastTag;
  }

  byte[] smallestKey() {
    return smallestKey;
  }

  long smallestTag() {
    return smallestTag;
  }

  long largestTag() {
    return largestTag;
  }
}
