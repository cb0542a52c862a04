package dev.malkoha.papers.rivals;

import dev.malkoha.filter.DeletableFilter;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A Bloom filter with a counter of four bits in place of each bit, so that keys can be taken out.
 *
 * <p>Fan, Cao, Almeida and Broder, "Summary Cache" (SIGCOMM 1998); Fan et al. 2014, section 2.1. A
 * counter that has reached 15 no longer knows its count and stays there for good: so a removal
 * never makes another key absent, but may leave the removed one present. With the optimal number of
 * probes that is rare: about one counter in 10^15 gets there, as long as no key is added often.
 *
 * <p>It is never full; beyond the keys it was sized for, only its false positive rate rises. Not
 * for several threads, unless they only ask.
 */
public final class CountingBloomFilter implements DeletableFilter {

  private static final int COUNTER_BITS = 4;
  private static final int WORD_COUNTERS = Long.SIZE / COUNTER_BITS;
  private static final long STUCK = 15;

  private final long counters;
  private final int probes;
  private final long saltKey;

  /** The counters, the low bits first. */
  final long[] words;

  private long size;
  private long used;

  /**
   * An empty filter.
   *
   * @param counters from 1 to 2^32
   * @param probes the counters that each key raises, from 1 to 64
   * @param salt mixed into every hash
   */
  public CountingBloomFilter(long counters, int probes, long salt) {
    this.counters =
        Limits.check("counters of a counting Bloom filter", counters, 1, DoubleHashing.MAX_PLACES);
    this.probes = Limits.check("probes", probes, 1, DoubleHashing.MAX_PROBES);
    this.saltKey = SaltedHash.key(salt);
    this.words = new long[(int) ((counters + WORD_COUNTERS - 1) / WORD_COUNTERS)];
  }

  /** Adds a hash; always true. */
  @Override
  public boolean add(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long probe = DoubleHashing.first(mixed);
    long step = DoubleHashing.step(mixed);
    for (int i = 0; i < probes; i++) {
      raise(DoubleHashing.place(probe, counters));
      probe += step;
    }
    size++;
    return true;
  }

  @Override
  public boolean contains(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long probe = DoubleHashing.first(mixed);
    long step = DoubleHashing.step(mixed);
    for (int i = 0; i < probes; i++) {
      if (count(DoubleHashing.place(probe, counters)) == 0) {
        return false;
      }
      probe += step;
    }
    return true;
  }

  @Override
  public boolean remove(long hash) {
    if (!contains(hash)) {
      return false;
    }
    long mixed = SaltedHash.mix(hash, saltKey);
    long probe = DoubleHashing.first(mixed);
    long step = DoubleHashing.step(mixed);
    for (int i = 0; i < probes; i++) {
      lower(DoubleHashing.place(probe, counters));
      probe += step;
    }
    size--;
    return true;
  }

  private long count(long counter) {
    return (words[wordOf(counter)] >>> shiftOf(counter)) & STUCK;
  }

  private void raise(long counter) {
    long count = count(counter);
    if (count != STUCK) {
      words[wordOf(counter)] += 1L << shiftOf(counter);
      used += count == 0 ? 1 : 0;
    }
  }

  /** Lowers a counter; one at 0, met by two probes of a key that was never added, stays. */
  private void lower(long counter) {
    long count = count(counter);
    if (count != STUCK && count != 0) {
      words[wordOf(counter)] -= 1L << shiftOf(counter);
      used -= count == 1 ? 1 : 0;
    }
  }

  private static int wordOf(long counter) {
    return (int) (counter / WORD_COUNTERS);
  }

  private static int shiftOf(long counter) {
    return (int) (counter % WORD_COUNTERS) * COUNTER_BITS;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long sizeBytes() {
    return (long) words.length * Long.BYTES;
  }

  /** The share of the counters that are not 0: about a half at the rate's optimum. */
  @Override
  public double loadFactor() {
    return (double) used / counters;
  }
}
