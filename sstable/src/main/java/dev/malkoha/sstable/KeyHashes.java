package dev.malkoha.sstable;

import java.util.Arrays;

/** The hashes of a table's distinct keys, one each, equal ones of different keys included. */
final class KeyHashes {

  private long[] hashes = new long[1024];
  private int count;

  void add(long hash) {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, Math.addExact(count, count >> 1));
    }
    hashes[count++] = hash;
  }

  long[] array() {
    return hashes;
  }

  int count() {
    return count;
  }
}
