package dev.malkoha.filter.cuckoo;

import java.util.Arrays;

/**
 * A list of what has no slot yet: indexes of hashes, or fingerprints, each with its first window.
 * Then the fingerprint is in the low 32 bits, the window above it.
 */
final class Homeless {

  private static final long LOW_32 = 0xFFFF_FFFFL;

  private long[] entries = new long[64];
  private int count;

  static long of(int window, long fingerprint) {
    return (long) window << Integer.SIZE | fingerprint;
  }

  static int window(long entry) {
    return (int) (entry >>> Integer.SIZE);
  }

  static long fingerprint(long entry) {
    return entry & LOW_32;
  }

  /** Adds an entry {@code times} times: 0 or 1, without a branch on which. */
  void add(long entry, int times) {
    if (count == entries.length) {
      entries = Arrays.copyOf(entries, entries.length + (entries.length >> 1));
    }
    entries[count] = entry;
    count += times;
  }

  int count() {
    return count;
  }

  long get(int position) {
    return entries[position];
  }
}
