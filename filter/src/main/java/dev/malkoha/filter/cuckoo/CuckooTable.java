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

  /** The highest value of the header's counts. */
  private static final long MAX_COUNT = 0xFFFF_FFFFL;

  private final Layout layout;
  private final byte[] block;
  private final long salt;
  private final long saltKey;
  private final int fingerprintBits;
  private final long fingerprints;
  private final Buckets buckets;
  private final CuckooWalk walk;
  private long live;
  private long removed;

  /** The table of a sound block of this header, which becomes the table's own. */
  CuckooTable(BlockHeader header, byte[] block) {
    this.layout = Layout.of(header);
    this.block = block;
    this.salt = header.salt();
    this.saltKey = SaltedHash.key(salt);
    this.fingerprintBits = header.width();
    this.fingerprints = CuckooGeometry.fingerprints(fingerprintBits);
    this.buckets = layout.openBuckets(block);
    this.walk = new CuckooWalk(buckets, salt);
    this.live = header.live();
    this.removed = header.removed();
  }

  /** An empty table, if such a shape is possible. */
  static CuckooTable empty(Layout layout, long salt) {
    byte[] block = FilterBlock.allocate(layout.checked().payloadBytes());
    return new CuckooTable(layout.header(salt, 0), block);
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
    long first = PartialKey.bucket(mixed, buckets.count());
    long entry = entry(mixed, value);
    if (buckets.put(first, entry)
        || buckets.put(buckets.other(first, entry), buckets.moved(entry))
        || walk.place(first, entry)) {
      live++;
      return true;
    }
    return false;
  }

  /** Removes one hash with this value; false if there is none. */
  boolean remove(long hash, long value) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long first = PartialKey.bucket(mixed, buckets.count());
    return removeEntry(first, entry(mixed, value));
  }

  /** Takes an entry of this bucket out of it or its other one; false if it is in neither. */
  private boolean removeEntry(long first, long entry) {
    if (buckets.remove(first, entry)
        || buckets.remove(buckets.other(first, entry), buckets.moved(entry))) {
      live--;
      removed = Math.min(removed + 1, MAX_COUNT);
      return true;
    }
    return false;
  }

  /**
   * Takes out one entry without a value by its bucket, or either of them, and its fingerprint;
   * false if there is none.
   */
  boolean remove(Removal removal) {
    return removal.isOf(buckets.count(), fingerprints)
        && live > 0
        && removeEntry(removal.bucket(), removal.fingerprint());
  }

  /** The bits that the first bucket keeps of a hash and its value. */
  private long entry(long mixed, long value) {
    return PartialKey.fingerprint(mixed, fingerprints) | (value << fingerprintBits);
  }

  /** Brings header and checksum up to date; returns the block itself. */
  byte[] seal() {
    return FilterBlock.seal(header(), block);
  }

  /** The header as it would be written now. */
  BlockHeader header() {
    return layout.header(salt, live, removed);
  }

  Layout layout() {
    return layout;
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
    return (double) live / layout.slots();
  }

  double expectedFalsePositiveRate() {
    return layout.falsePositiveRate(live);
  }
}
