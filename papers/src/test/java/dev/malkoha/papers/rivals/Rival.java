package dev.malkoha.papers.rivals;

import dev.malkoha.filter.DynamicFilter;

/** The five filters in the papers' configuration, of any size. */
enum Rival {
  BLOOM,
  CACHE_LINE,
  COUNTING,
  QUOTIENT,
  D_LEFT;

  static final int PROBES = 9;
  static final int BITS_PER_KEY = 13;
  static final int REMAINDER_BITS = 9;

  /** A filter that takes at least so many keys. */
  DynamicFilter forKeys(long keys, long salt) {
    return switch (this) {
      case BLOOM -> new StandardBloomFilter(keys * BITS_PER_KEY + 1, PROBES, salt);
      case CACHE_LINE -> new CacheLineBloomFilter(keys * BITS_PER_KEY / 512 + 1, PROBES, salt);
      case COUNTING -> new CountingBloomFilter(keys * BITS_PER_KEY + 1, PROBES, salt);
      case QUOTIENT -> new QuotientFilter(keys * 10 / 9 + 2, REMAINDER_BITS, salt);
      case D_LEFT -> new DLeftCountingBloomFilter(bucketBits(keys), salt);
    };
  }

  /** Enough for a load of 60 %, and for the bad luck of small tables. */
  private static int bucketBits(long keys) {
    return Long.SIZE - Long.numberOfLeadingZeros((keys + 20) * 10 / 6 / 16);
  }
}
