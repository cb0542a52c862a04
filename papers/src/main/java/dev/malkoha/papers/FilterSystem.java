package dev.malkoha.papers;

import dev.malkoha.filter.DeletableFilter;
import dev.malkoha.filter.DynamicFilter;
import dev.malkoha.filter.cuckoo.CuckooFilter;
import dev.malkoha.papers.rivals.CacheLineBloomFilter;
import dev.malkoha.papers.rivals.DLeftCountingBloomFilter;
import dev.malkoha.papers.rivals.QuotientFilter;
import dev.malkoha.papers.rivals.StandardBloomFilter;
import java.util.Arrays;

/**
 * A system of the paper's section 7 in the paper's configuration.
 *
 * <p>All have the same memory: that of 2^n buckets of 48 bits. The paper's 192 MB are n = 25.
 */
public enum FilterSystem {
  /** Cuckoo filter, four fingerprints of 12 bits a bucket; filled until an add fails. */
  CF("CF", false) {
    @Override
    DynamicFilter create(int bucketBits, long salt) {
      return CuckooFilter.plain(12, BUCKET_SLOTS, 1L << bucketBits, salt);
    }
  },

  /** Semi-sorted cuckoo filter, four fingerprints of 13 bits in 48; filled until an add fails. */
  SS_CF("ss-CF", false) {
    @Override
    DynamicFilter create(int bucketBits, long salt) {
      return CuckooFilter.semiSorted(13, 1L << bucketBits, salt);
    }
  },

  /** Standard Bloom filter, 13 bits a key and nine probes. */
  BF("BF", true) {
    @Override
    DynamicFilter create(int bucketBits, long salt) {
      return new StandardBloomFilter(bits(bucketBits), BLOOM_PROBES, salt);
    }

    @Override
    long places(int bucketBits) {
      return bits(bucketBits) / BLOOM_BITS_PER_KEY;
    }
  },

  /** Bloom filter in blocks of 64 bytes, 13 bits a key and nine probes. */
  BLK_BF("blk-BF", true) {
    @Override
    DynamicFilter create(int bucketBits, long salt) {
      return new CacheLineBloomFilter(bits(bucketBits) / LINE_BITS, BLOOM_PROBES, salt);
    }

    @Override
    long places(int bucketBits) {
      return bits(bucketBits) / BLOOM_BITS_PER_KEY;
    }
  },

  /** Quotient filter, nine bits of remainder and three of metadata a slot; filled to 90 %. */
  QF("QF", true) {
    @Override
    DynamicFilter create(int bucketBits, long salt) {
      return new QuotientFilter(places(bucketBits), 9, salt);
    }

    @Override
    long limit(int bucketBits) {
      return places(bucketBits) * 9 / 10;
    }
  },

  /**
   * d-left counting Bloom filter, four tables of buckets of four 12-bit entries; until a failure.
   */
  DL_CBF("dl-CBF", false) {
    @Override
    DynamicFilter create(int bucketBits, long salt) {
      return new DLeftCountingBloomFilter(bucketBits - 2, salt);
    }
  };

  /** The paper's 192 MB. */
  static final int PAPER_BUCKET_BITS = 25;

  /** Below, the blocked Bloom filter has less than a few blocks. */
  static final int MIN_BUCKET_BITS = 8;

  /** Above, the Bloom filter would have more bits than its two 32-bit hashes tell apart. */
  static final int MAX_BUCKET_BITS = 26;

  private static final int BUCKET_SLOTS = 4;
  private static final long BITS_PER_BUCKET = 48;
  private static final int LINE_BITS = 512;
  private static final int BLOOM_PROBES = 9;
  private static final int BLOOM_BITS_PER_KEY = 13;

  private final String label;
  private final boolean limited;

  FilterSystem(String label, boolean limited) {
    this.label = label;
    this.limited = limited;
  }

  /** The paper's name for it. */
  public String label() {
    return label;
  }

  /** An empty filter in the memory of 2^bucketBits buckets of 48 bits. */
  abstract DynamicFilter create(int bucketBits, long salt);

  /**
   * The number of keys at an occupancy of 1: the slots of a table, or the keys that a Bloom filter
   * is for.
   */
  long places(int bucketBits) {
    return (long) BUCKET_SLOTS << bucketBits;
  }

  /** How many keys it is given at most; those without a limit are filled until an add fails. */
  long limit(int bucketBits) {
    return limited ? places(bucketBits) : Long.MAX_VALUE;
  }

  static long bits(int bucketBits) {
    return BITS_PER_BUCKET << bucketBits;
  }

  boolean deletable() {
    return create(MIN_BUCKET_BITS, 0) instanceof DeletableFilter;
  }

  static FilterSystem of(String label) {
    return Arrays.stream(values())
        .filter(system -> system.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no system is called " + label));
  }
}
