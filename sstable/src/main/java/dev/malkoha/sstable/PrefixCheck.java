package dev.malkoha.sstable;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.KeyPrefix;

/**
 * A count of the prefixes of a table's keys, and a check that the filter has each one under which a
 * key is alive. Keys are given in their order.
 */
final class PrefixCheck {

  private final KeyPrefix rule;
  private final Filter filter;
  private final KeyHasher hasher;
  private final LastPrefix last = new LastPrefix();
  private boolean lastLives;
  private long all;
  private long live;

  PrefixCheck(KeyPrefix rule, Filter filter, KeyHasher hasher) {
    this.rule = rule;
    this.filter = filter;
    this.hasher = hasher;
  }

  /** Counts the next key's prefix, if it has one; false if the filter lacks it and should not. */
  boolean isKnown(byte[] key, int keyLength, boolean lives) {
    int length = rule.lengthIn(key, 0, keyLength);
    if (length < 0) {
      return true;
    }
    if (last.isNew(key, 0, length)) {
      all++;
      lastLives = false;
    }
    if (!lives || lastLives) {
      return true;
    }
    lastLives = true;
    live++;
    return filter.mayContain(hasher.hashPrefix(key, 0, length));
  }

  /** How many distinct prefixes there are. */
  long all() {
    return all;
  }

  /** How many of them have a key that is alive. */
  long live() {
    return live;
  }
}
