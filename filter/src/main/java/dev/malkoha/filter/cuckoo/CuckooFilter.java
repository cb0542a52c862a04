package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.DeletableFilter;
import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterKind;
import java.util.Objects;

/**
 * The cuckoo filter of Fan, Andersen, Kaminsky, Mitzenmacher: "Cuckoo Filter: Practically Better
 * Than Bloom", CoNEXT 2014, in any number of buckets: hashes are added and removed one by one, and
 * a full bucket displaces.
 *
 * <p>It is a multiset: each hash that is added has a slot of its own, also next to its equals. At
 * most two buckets of equal ones fit, or one bucket where a hash's two are the same; the buckets of
 * the windowed layout are its windows, which overlap. An {@link #add} that finds no place in 500
 * displacements returns false and leaves everything as it was; a few others may still succeed, so a
 * filter gets full gradually, from a load of about 0.84 (2 slots a bucket), 0.95 (4) or 0.98 (8)
 * on, or 0.92 with windows.
 *
 * <p>Its memory is a filter block, in the format of the store's tables: {@link #seal} completes the
 * block, {@link #open} goes on with one. Not for several threads, unless they only ask. Look-ups
 * allocate nothing.
 */
public final class CuckooFilter implements DeletableFilter {

  /** Spare buckets: random walks at a load of 0.95 succeed also where chance plays a large part. */
  private static final int SPARE_BUCKETS = 4;

  private final CuckooTable table;
  private final Filter view;

  private CuckooFilter(CuckooTable table) {
    this.table = table;
    this.view = CuckooFilters.open(table.header(), table.block(), BlockHeader.BYTES);
  }

  /**
   * An empty filter with plain buckets: {@code fingerprintBits * bucketSlots * buckets} bits.
   *
   * @param fingerprintBits from 1 to 32; one that is too narrow for the number of buckets makes the
   *     filter full early (section 4.2 of the paper)
   * @param bucketSlots 2, 4 or 8
   * @param buckets any number from 1, within 2 GiB and 2^32 - 1 slots
   * @param salt mixed into every hash, and the seed of all random choices
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static CuckooFilter plain(int fingerprintBits, int bucketSlots, long buckets, long salt) {
    return empty(new CuckooGeometry(fingerprintBits, bucketSlots, buckets), salt);
  }

  /**
   * An empty filter with semi-sorted buckets of four slots: {@code (fingerprintBits - 1) * 4 *
   * buckets} bits (section 5.2 of the paper).
   *
   * @param fingerprintBits from 5 to 32
   * @param buckets any number from 1, within 2 GiB and 2^32 - 1 slots
   * @param salt mixed into every hash, and the seed of all random choices
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static CuckooFilter semiSorted(int fingerprintBits, long buckets, long salt) {
    return empty(CuckooGeometry.semiSorted(fingerprintBits, buckets), salt);
  }

  /**
   * An empty filter with overlapping windows of two slots: {@code (fingerprintBits + 2) * slots}
   * bits (Schmitz, Zentgraf, Rahmann: "Smaller and More Flexible Cuckoo Filters", arXiv 2505.05847,
   * 2025).
   *
   * @param fingerprintBits from 5 to 26
   * @param slots any number from 2, within 2 GiB and below 2^31
   * @param salt mixed into every hash, and the seed of all random choices
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static CuckooFilter windowed(int fingerprintBits, long slots, long salt) {
    return empty(new WindowGeometry(fingerprintBits, slots), salt);
  }

  /**
   * An empty filter with plain buckets of four slots, of which so many keys take 95 %, and a few
   * buckets more, which small filters need: fewer than one of 5,000 is full before its time.
   *
   * @param keys how many hashes there is to be room for, from 0
   * @param falsePositiveRate the highest share of absent keys that may be answered "maybe": from
   *     about 1.8e-9 to 0.5
   * @param salt mixed into every hash, and the seed of all random choices
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static CuckooFilter forKeys(long keys, double falsePositiveRate, long salt) {
    if (keys < 0) {
      throw new IllegalArgumentException("a filter has room for 0 keys or more, not " + keys);
    }
    int bits = CuckooRates.fingerprintBitsFor(falsePositiveRate, CuckooPolicy.BUCKET_SLOTS);
    CuckooGeometry tight = CuckooGeometry.forKeys(keys, bits, CuckooPolicy.BUCKET_SLOTS);
    return plain(bits, CuckooPolicy.BUCKET_SLOTS, tight.buckets() + SPARE_BUCKETS, salt);
  }

  private static CuckooFilter empty(Layout layout, long salt) {
    return new CuckooFilter(CuckooTable.empty(layout, salt));
  }

  /**
   * Builds the sealed block of a filter with plain buckets at once, as a policy does, with any size
   * of fingerprints and buckets, loaded to 0.84 (2 slots a bucket), 0.95 (4) or 0.98 (8).
   *
   * @param fingerprintBits from 1 to 32
   * @param bucketSlots 2, 4 or 8
   * @param hashes one hash for each key; not changed
   * @param count how many of them to take
   * @param salt the first salt to try
   * @return a block of kind "cuckoo", or "always-maybe" if no placement was found
   * @throws IllegalArgumentException if a parameter is out of range
   * @throws IndexOutOfBoundsException if {@code count} is negative or beyond the array
   */
  public static byte[] build(
      int fingerprintBits, int bucketSlots, long[] hashes, int count, long salt) {
    Objects.checkFromIndexSize(0, count, hashes.length);
    CuckooGeometry shape = new CuckooGeometry(fingerprintBits, bucketSlots, 1).checked();
    return new OfflineBuild(hashes, count).build(shape.resized(count), salt);
  }

  /**
   * Goes on with the filter of a sealed block, plain, semi-sorted or windowed, a table's or {@link
   * #seal}ed here. The array is not copied: it is the filter's from now on.
   *
   * @throws IllegalArgumentException if the block is damaged or of another kind
   */
  public static CuckooFilter open(byte[] block) {
    return new CuckooFilter(
        CuckooTable.adopt(
            block, FilterKind.CUCKOO, FilterKind.SEMI_SORTED_CUCKOO, FilterKind.WINDOWED_CUCKOO));
  }

  /**
   * Completes the filter's own block: brings the header's counts and its checksum up to date.
   *
   * @return the block, not a copy: it is sound until the next change, and again after the next seal
   */
  public byte[] seal() {
    return table.seal();
  }

  @Override
  public boolean add(long hash) {
    return table.add(hash, 0);
  }

  @Override
  public boolean contains(long hash) {
    return view.mayContain(hash);
  }

  @Override
  public boolean remove(long hash) {
    return table.remove(hash, 0);
  }

  @Override
  public long size() {
    return table.live();
  }

  /** How many hashes were removed, in all; stays at 2^32 - 1 should it get there. */
  public long removed() {
    return table.removed();
  }

  @Override
  public double loadFactor() {
    return table.loadFactor();
  }

  /** The length of the block, header and guard included. */
  @Override
  public long sizeBytes() {
    return table.block().length;
  }

  /** The bits of a fingerprint. */
  public int fingerprintBits() {
    return table.layout().fingerprintBits();
  }

  /** The share of absent hashes that {@link #contains} is expected to take for present ones now. */
  public double expectedFalsePositiveRate() {
    return table.expectedFalsePositiveRate();
  }
}
