package dev.malkoha.filter;

import dev.malkoha.filter.block.NoFilterPolicy;
import dev.malkoha.filter.bloom.BloomPolicy;
import dev.malkoha.filter.cuckoo.CuckooPolicy;

/**
 * The choice of a filter and its parameters, which builds the filter block of one table from the
 * hashes of its keys.
 *
 * <p>Immutable, for any number of threads. Policies with equal {@link #spec}s are equal.
 */
public interface FilterPolicy {

  /**
   * A (2,4)-cuckoo filter: two candidate buckets of four fingerprints each, in any number of
   * buckets, filled to 95 %. Deletable; 12.63 bits a key at a rate of 0.002. After Fan, Andersen,
   * Kaminsky, Mitzenmacher: "Cuckoo Filter: Practically Better Than Bloom", CoNEXT 2014, sections 3
   * and 5.1.
   *
   * @param falsePositiveRate the highest share of absent keys that may be answered "maybe": from
   *     about 1.8e-9 (32-bit fingerprints) to 0.5
   */
  static FilterPolicy cuckoo(double falsePositiveRate) {
    return CuckooPolicy.plain(falsePositiveRate);
  }

  /**
   * A cuckoo filter like {@link #cuckoo} whose buckets are semi-sorted, which saves a bit a key and
   * costs a decoding at each look-up: 12.63 bits a key at a rate of 0.001. After the same paper,
   * section 5.2.
   *
   * @param falsePositiveRate the highest share of absent keys that may be answered "maybe": from
   *     about 1.8e-9 (32-bit fingerprints) to 0.5
   */
  static FilterPolicy semiSortedCuckoo(double falsePositiveRate) {
    return CuckooPolicy.semiSorted(falsePositiveRate);
  }

  /**
   * A windowed cuckoo filter: each key in one of the two slots of one of two windows, which
   * overlap, in any number of slots, filled to 95 %. Deletable; 11.58 bits a key at a rate of
   * 0.002: a bit less than {@link #cuckoo} for the same rate, since a look-up compares four slots
   * instead of eight. After Schmitz, Zentgraf, Rahmann: "Smaller and More Flexible Cuckoo Filters",
   * arXiv 2505.05847, 2025.
   *
   * @param falsePositiveRate the highest share of absent keys that may be answered "maybe": from
   *     about 1.4e-8 (26-bit fingerprints) to 0.5; the rate is never worse than 0.031
   */
  static FilterPolicy windowedCuckoo(double falsePositiveRate) {
    return CuckooPolicy.windowed(falsePositiveRate);
  }

  /**
   * A space-optimised standard Bloom filter, with ln 2 &middot; {@code bitsPerKey} probes: about
   * 0.8 % at 10 bits.
   *
   * @param bitsPerKey from 1 to 64
   */
  static FilterPolicy bloom(int bitsPerKey) {
    return new BloomPolicy(bitsPerKey, false);
  }

  /**
   * A Bloom filter that keeps each key's bits in one block of 64 bytes: about 1 % at 10 bits. After
   * Putze, Sanders, Singler: "Cache-, Hash- and Space-Efficient Bloom Filters", 2007.
   *
   * @param bitsPerKey from 1 to 64
   */
  static FilterPolicy blockedBloom(int bitsPerKey) {
    return new BloomPolicy(bitsPerKey, true);
  }

  /**
   * The given cuckoo policy's memory, spent by level: shorter fingerprints in the largest level,
   * longer ones in all others, so that a key that is nowhere meets about one false positive for the
   * whole store instead of one for each level. In total never more than the given policy takes
   * alone. After Dayan, Athanassoulis, Idreos: "Monkey: Optimal Navigable Key-Value Store", SIGMOD
   * 2017, section 4.
   *
   * @param uniform a cuckoo policy of any layout
   */
  static FilterPolicy perLevel(FilterPolicy uniform) {
    return PerLevelPolicy.of(uniform);
  }

  /** No filter: the block is a header alone and answers "maybe" for every key. */
  static FilterPolicy none() {
    return NoFilterPolicy.INSTANCE;
  }

  /**
   * Reads a policy back from its {@link #spec}.
   *
   * @throws IllegalArgumentException if the text names no policy or a parameter is out of range
   */
  static FilterPolicy parse(String spec) {
    return PolicySpecs.parse(spec);
  }

  /**
   * Builds the block of one table. The bytes depend on the arguments alone, and every hash has been
   * looked up in them once before they are returned.
   *
   * <p>Distinct keys with equal hashes each count, and each takes its own place where the kind
   * keeps places. Hashes that cannot be placed in a bounded number of tries (more than eight equal
   * ones in a cuckoo filter, say), or that need more than the 2 GiB an array holds, give a valid
   * block of kind "always-maybe" that says so.
   *
   * @param hashes one hash for each distinct key, by the database's {@link KeyHasher}; not changed
   * @param count how many of them to take, from the start of the array
   * @param salt the table's own number, so that the same key collides with different ones in
   *     different tables
   * @throws IndexOutOfBoundsException if {@code count} is negative or beyond the array
   */
  byte[] build(long[] hashes, int count, long salt);

  /**
   * The policy for tables of one level: this one, unless it spends its memory by level.
   *
   * @param share the level's part of the store's data, above 0 and at most {@code largest}
   * @param largest the largest level's part, at most 1
   */
  default FilterPolicy atLevel(double share, double largest) {
    return this;
  }

  /**
   * The policy for keys that are left of a table when others are deleted: a bit more for each, if
   * the kind has such steps, so that they share in what the dead give back.
   */
  default FilterPolicy afterDeletes() {
    return this;
  }

  /** This policy as text that {@link #parse} reads back, such as {@code cuckoo(0.002)}. */
  String spec();
}
