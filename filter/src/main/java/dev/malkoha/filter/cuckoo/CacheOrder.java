package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.SaltedHash;

/**
 * The order of hashes in which those that follow one another touch few parts of a large filter.
 *
 * <p>The first candidate's place comes from the hash, and how far it is to the second one from the
 * fingerprint. So hashes that agree in the leading bits of both have both their candidates in the
 * same parts of the filter, which stay in the processor's cache meanwhile.
 */
final class CacheOrder {

  /** With fewer keys the ordering costs more than it saves; at 2.5 million half as much again. */
  private static final int MIN_KEYS = 1 << 23;

  /** The leading bits of each of the two that hashes are ordered by. */
  static final int BITS = 4;

  private CacheOrder() {}

  /** The first {@code count} hashes in this order; the array as it is if they are few. */
  static long[] of(long[] hashes, int count, Layout layout, long salt) {
    return count < MIN_KEYS ? hashes : ordered(hashes, count, layout, salt);
  }

  /** The first {@code count} hashes in this order; those of equal parts stay in the order given. */
  static long[] ordered(long[] hashes, int count, Layout layout, long salt) {
    long saltKey = SaltedHash.key(salt);
    int[] next = new int[(1 << (2 * BITS)) + 1];
    for (int i = 0; i < count; i++) {
      next[layout.part(SaltedHash.mix(hashes[i], saltKey), BITS) + 1]++;
    }
    for (int part = 1; part < next.length; part++) {
      next[part] += next[part - 1];
    }
    long[] ordered = new long[count];
    for (int i = 0; i < count; i++) {
      ordered[next[layout.part(SaltedHash.mix(hashes[i], saltKey), BITS)]++] = hashes[i];
    }
    return ordered;
  }
}
