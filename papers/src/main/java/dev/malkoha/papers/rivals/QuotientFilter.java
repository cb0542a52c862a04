package dev.malkoha.papers.rivals;

import dev.malkoha.filter.DeletableFilter;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A quotient filter: a hash table with linear probing whose place for a key is a part of the key's
 * fingerprint, the quotient, so that only the rest of it, the remainder, is stored.
 *
 * <p>Bender et al., "Don't Thrash: How to Cache Your Hash on Flash" (PVLDB 2012), as evaluated by
 * Fan et al. 2014, section 7: three bits of metadata a slot, nine of remainder, full when 90 % of
 * the slots are in use. The number of slots is free here: the quotient is the high bits of the
 * hash, multiplied by it.
 *
 * <p>Not for several threads, unless they only ask.
 */
public final class QuotientFilter implements DeletableFilter {

  static final int MAX_REMAINDER_BITS = 32;

  /** The slots in use of a full filter, of ten. */
  private static final int FULL_TENTHS = 9;

  final QuotientTable table;

  private final long slots;
  private final long capacity;
  private final long remainders;
  private final long saltKey;
  private long size;

  /**
   * An empty filter.
   *
   * @param slots at least 2, and at most what an array of 2 GiB can hold
   * @param remainderBits from 1 to 32; each slot takes three bits more
   * @param salt mixed into every hash
   */
  public QuotientFilter(long slots, int remainderBits, long salt) {
    int bits = Limits.check("remainder bits", remainderBits, 1, MAX_REMAINDER_BITS);
    this.table = new QuotientTable(slots, bits);
    this.slots = slots;
    this.capacity = slots * FULL_TENTHS / 10;
    this.remainders = (1L << bits) - 1;
    this.saltKey = SaltedHash.key(salt);
  }

  @Override
  public boolean add(long hash) {
    if (size == capacity) {
      return false;
    }
    long mixed = SaltedHash.mix(hash, saltKey);
    table.insert(quotient(mixed), mixed & remainders);
    size++;
    return true;
  }

  @Override
  public boolean contains(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    return table.contains(quotient(mixed), mixed & remainders);
  }

  @Override
  public boolean remove(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    if (!table.remove(quotient(mixed), mixed & remainders)) {
      return false;
    }
    size--;
    return true;
  }

  private long quotient(long mixed) {
    return Math.unsignedMultiplyHigh(mixed, slots);
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long sizeBytes() {
    return table.slots.bytes.length;
  }

  @Override
  public double loadFactor() {
    return (double) size / slots;
  }
}
