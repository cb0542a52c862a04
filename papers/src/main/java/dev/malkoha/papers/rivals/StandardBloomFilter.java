package dev.malkoha.papers.rivals;

import dev.malkoha.filter.DynamicFilter;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A Bloom filter: one array of bits, of which each key sets some, anywhere.
 *
 * <p>Bloom, "Space/Time Trade-offs in Hash Coding with Allowable Errors" (CACM 1970), as evaluated
 * by Fan et al. 2014, section 7: nine probes at 13 bits a key, two hashes that stand for all nine,
 * and a look-up that stops at the first 0 bit. It is never full; beyond the keys it was sized for,
 * only its false positive rate rises.
 *
 * <p>Not for several threads, unless they only ask.
 */
public final class StandardBloomFilter implements DynamicFilter {

  private final long bits;
  private final int probes;
  private final long saltKey;
  private final long[] words;
  private long size;

  /**
   * An empty filter.
   *
   * @param bits from 1 to 2^32
   * @param probes the bits that each key sets, from 1 to 64
   * @param salt mixed into every hash
   */
  public StandardBloomFilter(long bits, int probes, long salt) {
    this.bits = Limits.check("bits of a Bloom filter", bits, 1, DoubleHashing.MAX_PLACES);
    this.probes = Limits.check("probes", probes, 1, DoubleHashing.MAX_PROBES);
    this.saltKey = SaltedHash.key(salt);
    this.words = new long[(int) ((bits + Long.SIZE - 1) / Long.SIZE)];
  }

  /** Adds a hash; always true. */
  @Override
  public boolean add(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long probe = DoubleHashing.first(mixed);
    long step = DoubleHashing.step(mixed);
    for (int i = 0; i < probes; i++) {
      long bit = DoubleHashing.place(probe, bits);
      words[(int) (bit >>> 6)] |= 1L << bit;
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
      long bit = DoubleHashing.place(probe, bits);
      if ((words[(int) (bit >>> 6)] & (1L << bit)) == 0) {
        return false;
      }
      probe += step;
    }
    return true;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long sizeBytes() {
    return (long) words.length * Long.BYTES;
  }
}
