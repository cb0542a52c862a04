package dev.malkoha.sstable;

import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.KeyPrefix;
import java.util.Arrays;

/**
 * What the filter of a table being written is to hold: the hash of each distinct key, and of each
 * distinct prefix that keys have, equal hashes of different ones included.
 */
final class FilterKeys {

  private final KeyHasher hasher;
  private final KeyPrefix rule;
  private final boolean hasPrefixes;

  /** Keys with the same prefix follow each other. */
  private final LastPrefix last = new LastPrefix();

  private long[] hashes = new long[1024];
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
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, Math.addExact(count, count >> 1));
    }
    hashes[count++] = hash;
  }

  /** The hashes are the first {@link #count} of these. */
  long[] hashes() {
    return hashes;
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
