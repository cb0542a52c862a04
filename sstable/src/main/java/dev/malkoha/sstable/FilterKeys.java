package dev.malkoha.sstable;

import module java.base;

import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.KeyPrefix;

/**
 * What the filter of a table being written is to hold: the hash of each distinct key, and of each
 * distinct prefix that keys have, equal hashes of different ones included.
 */
final class FilterKeys {

  private static final int PART_MAX = 1 << 15;

  private final KeyHasher hasher;
  private final KeyPrefix rule;
  private final boolean hasPrefixes;

  /** Keys with the same prefix follow each other. */
  private final LastPrefix last = new LastPrefix();

  /** The hashes before those in {@link #part}. Parts fit into a region of the usual collector. */
  private final List<long[]> parts = new ArrayList<>();

  private long[] part = new long[1024];
  private int inPart;
  private int count;
  private int keys;

  FilterKeys(TableOptions options) {
    this.hasher = options.hasher();
    this.rule = options.prefix();
    this.hasPrefixes = !rule.equals(KeyPrefix.none());
  }

  /** Adds the next key, which is not equal to the one before. */
  void add(byte[] key, int offset, int length) {
    add(hasher.hash(key, offset, length));
    keys++;
    if (hasPrefixes) {
      addPrefix(key, offset, rule.lengthIn(key, offset, length));
    }
  }

  private void addPrefix(byte[] key, int offset, int length) {
    if (length > 0 && last.isNew(key, offset, length)) {
      add(hasher.hashPrefix(key, offset, length));
    }
  }

  private void add(long hash) {
    if (inPart == part.length) {
      parts.add(part);
      part = new long[Math.min(PART_MAX, 2 * part.length)];
      inPart = 0;
    }
    part[inPart++] = hash;
    count = Math.incrementExact(count);
  }

  /** All hashes, which are not kept here any longer. */
  long[] takeHashes() {
    long[] all = new long[count];
    int at = 0;
    for (long[] full : parts) {
      System.arraycopy(full, 0, all, at, full.length);
      at += full.length;
    }
    System.arraycopy(part, 0, all, at, inPart);
    parts.clear();
    part = new long[0];
    return all;
  }

  int count() {
    return count;
  }

  /** How many of the hashes are of keys. */
  int keys() {
    return keys;
  }

  /** How many of the hashes are of prefixes. */
  int prefixes() {
    return count - keys;
  }
}
