package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.block.FilterKind;

/**
 * The shape of a cuckoo filter's payload: equally wide buckets, packed bit by bit, and guard bytes
 * so that 64 bits may be loaded at any slot.
 *
 * @param kind how a bucket holds its slots
 * @param fingerprintBits the bits of a fingerprint
 * @param valueBits the bits of the value beside it; 0 but in a map
 * @param bucketSlots the slots of a bucket
 * @param buckets how many buckets
 */
record CuckooGeometry(
    FilterKind kind, int fingerprintBits, int valueBits, int bucketSlots, long buckets)
    implements Layout {

  static final int MIN_FINGERPRINT_BITS = 1;
  static final int MAX_FINGERPRINT_BITS = 32;

  /** Below this, semi-sorted fingerprints would have no direct bits. */
  static final int MIN_SEMI_SORTED_BITS = MultisetCode.NIBBLE_BITS + 1;

  static final int MAX_VALUE_BITS = 16;

  /** The buckets of a key. */
  static final int CANDIDATES = 2;

  /** The header counts keys in 32 bits. */
  private static final long MAX_SLOTS = 0xFFFF_FFFFL;

  /** The shape of plain buckets. */
  CuckooGeometry(int fingerprintBits, int bucketSlots, long buckets) {
    this(FilterKind.CUCKOO, fingerprintBits, 0, bucketSlots, buckets);
  }

  /** The shape of semi-sorted buckets. */
  static CuckooGeometry semiSorted(int fingerprintBits, long buckets) {
    return new CuckooGeometry(
        FilterKind.SEMI_SORTED_CUCKOO, fingerprintBits, 0, MultisetCode.SLOTS, buckets);
  }

  /** The shape that a header tells of. */
  static CuckooGeometry of(BlockHeader header) {
    return new CuckooGeometry(
        header.kind(), header.width(), header.valueBits(), header.bucketSlots(), header.buckets());
  }

  @Override
  public BlockHeader header(long salt, long live, long removed) {
    return new BlockHeader(
        kind, fingerprintBits, bucketSlots, valueBits, buckets, salt, live, removed);
  }

  /** The shape of plain buckets for a number of keys at the target load. */
  static CuckooGeometry forKeys(long keys, int fingerprintBits, int bucketSlots) {
    return new CuckooGeometry(fingerprintBits, bucketSlots, 1).resized(keys);
  }

  @Override
  public CuckooGeometry resized(long keys) {
    return withBuckets(
        Math.max(1, (long) Math.ceil(keys / (bucketSlots * CuckooRates.targetLoad(bucketSlots)))));
  }

  /** A shape of one per cent, but at least one bucket, more. */
  @Override
  public CuckooGeometry grown() {
    return withBuckets(buckets + Math.max(1, buckets / 100));
  }

  /** As many plain buckets of the same fingerprints. */
  private CuckooGeometry plain() {
    return new CuckooGeometry(fingerprintBits, bucketSlots, buckets);
  }

  private CuckooGeometry withBuckets(long number) {
    return new CuckooGeometry(kind, fingerprintBits, valueBits, bucketSlots, number);
  }

  /** The fingerprints there are: all values of a slot but 0. */
  static long fingerprints(int fingerprintBits) {
    return (1L << fingerprintBits) - 1;
  }

  @Override
  public long slots() {
    return buckets * bucketSlots;
  }

  /** The bits of a plain slot. */
  int slotBits() {
    return fingerprintBits + valueBits;
  }

  int bucketBits() {
    return kind == FilterKind.SEMI_SORTED_CUCKOO
        ? MultisetCode.SLOTS * (fingerprintBits - 1)
        : bucketSlots * slotBits();
  }

  /**
   * Whether 64 bits, loaded at the byte where a bucket begins, always hold all of it. Buckets begin
   * at any bit of a byte that is a multiple of the largest power of two in their width.
   */
  boolean bucketFitsOneLoad() {
    int lastBegin = Byte.SIZE - Math.min(Byte.SIZE, Integer.lowestOneBit(bucketBits()));
    return lastBegin + bucketBits() <= Long.SIZE;
  }

  /** Whether an array can hold the payload, plain or encoded, and the header count its keys. */
  @Override
  public boolean fits() {
    return buckets <= MAX_SLOTS / bucketSlots
        && Math.max(payloadBytes(), plain().payloadBytes()) <= FilterBlock.MAX_PAYLOAD;
  }

  @Override
  public CuckooGeometry checked() {
    String problem = problem();
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException("no cuckoo filter has " + problem);
    }
    if (buckets < 1) {
      throw new IllegalArgumentException("a cuckoo filter has at least one bucket, not " + buckets);
    }
    if (!fits()) {
      throw new IllegalArgumentException(
          buckets + " buckets are too many: a cuckoo filter has at most 2 GiB and 2^32 - 1 slots");
    }
    return this;
  }

  /**
   * The fields of a shape that are out of range, but for the number of buckets; empty if none is.
   */
  String problem() {
    boolean semiSorted = kind == FilterKind.SEMI_SORTED_CUCKOO;
    int minBits = semiSorted ? MIN_SEMI_SORTED_BITS : MIN_FINGERPRINT_BITS;
    if (fingerprintBits < minBits || fingerprintBits > MAX_FINGERPRINT_BITS) {
      return String.format(
          "fingerprints of %s bits; expected %s to %s",
          fingerprintBits, minBits, MAX_FINGERPRINT_BITS);
    }
    if (bucketSlots != 4 && (kind != FilterKind.CUCKOO || (bucketSlots != 2 && bucketSlots != 8))) {
      return "buckets of "
          + bucketSlots
          + " slots; expected 4, or 2 or 8 if plain and without values";
    }
    boolean isMap = kind == FilterKind.CUCKOO_MAP;
    if (valueBits < (isMap ? 1 : 0) || valueBits > (isMap ? MAX_VALUE_BITS : 0)) {
      return "values of " + valueBits + " bits; expected 1 to " + MAX_VALUE_BITS + " in a map";
    }
    return "";
  }

  @Override
  public int mostEqual() {
    return CANDIDATES * bucketSlots;
  }

  @Override
  public long payloadBytes() {
    return SlotArray.bytesFor(buckets * bucketBits());
  }

  @Override
  public int place(long[] hashes, int count, BlockHeader header, byte[] block) {
    if (kind == FilterKind.SEMI_SORTED_CUCKOO) {
      byte[] scratch = new byte[Math.toIntExact(plain().payloadBytes())];
      SlotArray slots = new SlotArray(scratch, 0, slotBits());
      int homeless = place(hashes, count, header.salt(), slots);
      if (homeless < 0) {
        new SemiSortedBuckets(this, block, BlockHeader.BYTES).encode(slots);
      }
      return homeless;
    }
    SlotArray slots = new SlotArray(block, BlockHeader.BYTES, slotBits());
    return place(hashes, count, header.salt(), slots);
  }

  private int place(long[] hashes, int count, long salt, SlotArray slots) {
    return new CuckooPlacement(this, salt, slots).place(hashes, count);
  }

  @Override
  public Filter open(BlockHeader header, byte[] block) {
    return CuckooFilters.open(header, block, BlockHeader.BYTES);
  }

  @Override
  public Buckets openBuckets(byte[] block) {
    return kind == FilterKind.SEMI_SORTED_CUCKOO
        ? new SemiSortedBuckets(this, block, BlockHeader.BYTES)
        : new PlainBuckets(this, block, BlockHeader.BYTES);
  }

  @Override
  public long removal(long mixed) {
    long bucket = PartialKey.bucket(mixed, buckets);
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints(fingerprintBits));
    long other = PartialKey.alternate(bucket, fingerprint, buckets);
    return Removal.bits(Math.min(bucket, other), fingerprint);
  }

  @Override
  public int part(long mixed, int bits) {
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints(fingerprintBits));
    return PartialKey.part(mixed, fingerprint, bits);
  }

  @Override
  public double falsePositiveRate(long keys) {
    return CuckooRates.falsePositiveRate(fingerprintBits, bucketSlots, (double) keys / slots());
  }
}
