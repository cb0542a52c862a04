package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterKind;

/**
 * A cuckoo filter with a small value beside each fingerprint, which makes it an approximate map
 * (Fan et al., CoNEXT 2014, section 6, "value association"): it answers a hash with the few values
 * that may be its own.
 *
 * <p>With a false positive rate of e, a hash that was added gets its value and e others on average,
 * any other hash gets e. It is a multimap: each pair that is added has a slot of its own, at most
 * eight of one fingerprint and pair of buckets.
 *
 * <p>Its memory is a filter block, as {@link CuckooFilter}'s is; as a filter it answers for the
 * hashes alone. Not for several threads, unless they only ask.
 */
public final class CuckooMap {

  private static final int SLOTS = CuckooPolicy.BUCKET_SLOTS;

  private final CuckooTable table;
  private final int valueBits;
  private final WideCuckooFilter view;

  private CuckooMap(CuckooTable table) {
    BlockHeader header = table.header();
    this.table = table;
    this.valueBits = header.valueBits();
    this.view = new WideCuckooFilter(header, table.block(), BlockHeader.BYTES);
  }

  /**
   * An empty map with buckets of four slots: {@code (fingerprintBits + valueBits) * 4 * buckets}
   * bits.
   *
   * @param fingerprintBits from 1 to 32
   * @param valueBits from 1 to 16
   * @param buckets any number from 1, within 2 GiB and 2^32 - 1 slots
   * @param salt mixed into every hash, and the seed of all random choices
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static CuckooMap of(int fingerprintBits, int valueBits, long buckets, long salt) {
    CuckooGeometry geometry =
        new CuckooGeometry(FilterKind.CUCKOO_MAP, fingerprintBits, valueBits, SLOTS, buckets);
    return new CuckooMap(CuckooTable.empty(geometry, salt));
  }

  /**
   * Goes on with the map of a sealed block. The array is not copied: it is the map's from now on.
   *
   * @throws IllegalArgumentException if the block is damaged or of another kind
   */
  public static CuckooMap open(byte[] block) {
    return new CuckooMap(CuckooTable.adopt(block, FilterKind.CUCKOO_MAP));
  }

  /**
   * Completes the map's own block: brings the header's counts and its checksum up to date.
   *
   * @return the block, not a copy: it is sound until the next change, and again after the next seal
   */
  public byte[] seal() {
    return table.seal();
  }

  /**
   * Adds a value to a hash's.
   *
   * @param hash 64 well mixed bits, such as those of a {@link dev.malkoha.filter.KeyHasher}
   * @param value from 0, of as many bits as the map's values have
   * @return false if the map is full: then nothing has changed
   * @throws IllegalArgumentException if the value has more bits
   */
  public boolean add(long hash, int value) {
    return table.add(hash, checked(value));
  }

  /**
   * Takes out one value that was added to this hash before.
   *
   * <p>Only a pair that was added, and not removed as often since, may be removed: otherwise the
   * map may lose another hash's value.
   *
   * @return false if the map does not contain the pair; then nothing has changed
   * @throws IllegalArgumentException if the value has more bits than the map's
   */
  public boolean remove(long hash, int value) {
    return table.remove(hash, checked(value));
  }

  private int checked(int value) {
    if (value >>> valueBits != 0) {
      throw new IllegalArgumentException(
          "value " + value + " is not from 0 to " + ((1 << valueBits) - 1));
    }
    return value;
  }

  /**
   * The candidate values of a hash: all that were added to it and not removed, and possibly some of
   * others, in no order. Equal ones are there as often as they were added.
   */
  public int[] values(long hash) {
    return view.values(hash);
  }

  /**
   * Whether a hash may have been added.
   *
   * @return false only if it was not, or was removed as often as added
   */
  public boolean contains(long hash) {
    return view.mayContain(hash);
  }

  /** How many pairs were added and not removed. */
  public long size() {
    return table.live();
  }

  /** The share, from 0 to 1, of the slots that are in use. */
  public double loadFactor() {
    return table.loadFactor();
  }

  /** The length of the block, header and guard included. */
  public long sizeBytes() {
    return table.block().length;
  }

  /** The bits of a fingerprint. */
  public int fingerprintBits() {
    return table.layout().fingerprintBits();
  }

  /** The bits of a value. */
  public int valueBits() {
    return valueBits;
  }

  /** The share of absent hashes that {@link #contains} is expected to take for present ones now. */
  public double expectedFalsePositiveRate() {
    return table.expectedFalsePositiveRate();
  }
}
