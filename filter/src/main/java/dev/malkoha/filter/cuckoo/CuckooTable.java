package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.block.FilterKind;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A cuckoo hash table of entries in a block: adding, removing and counting, of hashes alone or with
 * values. It asks nothing: look-ups are the {@link CuckooView}s'.
 */
final class CuckooTable {

  /** What the header's counts hold at most. */
  private static final long MAX_COUNT = 0xFFFF_FFFFL;

  private final CuckooGeometry geometry;
  private final byte[] block;
  private final long salt;
  private final long saltKey;
  private final long fingerprints;
  private final Buckets buckets;
  private final CuckooWalk walk;
  private long live;
  private long removed;

  private CuckooTable(BlockHeader header, byte[] block) {
    this.geometry = CuckooGeometry.of(header);
    this.block = block;
    this.salt = header.salt();
    this.saltKey = SaltedHash.key(salt);
    this.fingerprints = CuckooGeometry.fingerprints(geometry.fingerprintBits());
    this.buckets =
        geometry.kind() == FilterKind.SEMI_SORTED_CUCKOO
            ? new SemiSortedBuckets(geometry, block, BlockHeader.BYTES)
            : new PlainBuckets(geometry, block, BlockHeader.BYTES);
    this.walk = new CuckooWalk(buckets, salt);
    this.live = header.live();
    this.removed = header.removed();
  }

  /** An empty table, if such a shape is possible. */
  static CuckooTable empty(CuckooGeometry geometry, long salt) {
    byte[] block = FilterBlock.allocate(CuckooLimits.checked(geometry).payloadBytes());
    return new CuckooTable(geometry.header(salt, 0, 0), block);
  }

  /**
   * The table of a sealed block of one of these kinds, which becomes the table's own.
   *
   * @throws IllegalArgumentException if the block is not sound
   */
  static CuckooTable adopt(byte[] block, FilterKind... kinds) {
    CuckooTable table = new CuckooTable(CuckooFilters.checkedHeader(block, kinds), block);
    long used = table.buckets.used();
    if (used != table.live) {
      throw new IllegalArgumentException(
          "filter block of " + table.live + " keys holds " + used + " fingerprints");
    }
    return table;
  }

  /** Adds a hash with a value, 0 if there are none; false if it found no place. */
  boolean add(long hash, long value) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long first = PartialKey.bucket(mixed, geometry.buckets());
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
    long second = PartialKey.alternate(first, fingerprint, geometry.buckets());
    long entry = fingerprint | (value << geometry.fingerprintBits());
    if (buckets.put(first, entry)
        || buckets.put(second, entry)
        || walk.place(first, second, entry)) {
      live++;
      return true;
    }
    return false;
  }

  /** Removes one hash with this value; false if there is none. */
  boolean remove(long hash, long value) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long first = PartialKey.bucket(mixed, geometry.buckets());
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
    long second = PartialKey.alternate(first, fingerprint, geometry.buckets());
    long entry = fingerprint | (value << geometry.fingerprintBits());
    if (buckets.take(first, entry) || buckets.take(second, entry)) {
      live--;
      removed = Math.min(removed + 1, MAX_COUNT);
      return true;
    }
    return false;
  }

  /** Brings header and checksum up to date; returns the block itself. */
  byte[] seal() {
    return FilterBlock.seal(header(), block);
  }

  /** The header as it would be written now. */
  BlockHeader header() {
    return geometry.header(salt, live, removed);
  }

  CuckooGeometry geometry() {
    return geometry;
  }

  byte[] block() {
    return block;
  }

  long live() {
    return live;
  }

  long removed() {
    return removed;
  }

  double loadFactor() {
    return (double) live / geometry.slots();
  }

  double expectedFalsePositiveRate() {
    return geometry.falsePositiveRate(live);
  }
}
