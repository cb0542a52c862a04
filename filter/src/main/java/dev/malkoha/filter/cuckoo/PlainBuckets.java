package dev.malkoha.filter.cuckoo;

import dev.malkoha.codec.Bytes;

/**
 * Buckets whose slots are numbers in a packed array; 0 is an empty slot. An entry is a fingerprint,
 * with a value above it if the filter is a map.
 */
final class PlainBuckets implements Buckets {

  private final SlotArray slots;
  private final int bucketSlots;
  private final long buckets;
  private final byte[] block;
  private final int payload;
  private final boolean narrow;
  private final int bucketBits;
  private final long lows;
  private final long highs;

  /** 2^16 divided by a slot's width, rounded up: divides the numbers of bits below 64 exactly. */
  private final int reciprocal;

  /** The fingerprint's bits of an entry. */
  private final long fingerprintMask;

  PlainBuckets(CuckooGeometry geometry, byte[] block, int payload) {
    this.slots = new SlotArray(block, payload, geometry.slotBits());
    this.block = block;
    this.payload = payload;
    this.narrow = geometry.bucketFitsOneLoad();
    this.bucketBits = geometry.bucketBits();
    this.lows = narrow ? Lanes.lows(geometry.slotBits(), geometry.bucketSlots()) : 0;
    this.highs = lows << (geometry.slotBits() - 1);
    this.reciprocal = (1 << Short.SIZE) / geometry.slotBits() + 1;
    this.bucketSlots = geometry.bucketSlots();
    this.buckets = geometry.buckets();
    this.fingerprintMask = CuckooGeometry.fingerprints(geometry.fingerprintBits());
  }

  @Override
  public int bucketSlots() {
    return bucketSlots;
  }

  @Override
  public long count() {
    return buckets;
  }

  @Override
  public long used() {
    long used = 0;
    for (long slot = 0; slot < buckets * bucketSlots; slot++) {
      used += slots.get(slot) == 0 ? 0 : 1;
    }
    return used;
  }

  @Override
  public boolean put(long bucket, long entry) {
    long empty = find(bucket, 0);
    if (empty < 0) {
      return false;
    }
    slots.fill(empty, entry);
    return true;
  }

  @Override
  public boolean remove(long bucket, long entry) {
    long slot = find(bucket, entry);
    if (slot < 0) {
      return false;
    }
    slots.set(slot, 0);
    return true;
  }

  /** The first slot of a bucket that holds exactly this, or -1. */
  private long find(long bucket, long content) {
    return narrow ? findAtOnce(bucket, content) : findOneByOne(bucket, content);
  }

  private long findAtOnce(long bucket, long content) {
    long word = Bytes.getBits(block, payload, (long) bucketBits * bucket);
    long marks = Lanes.zeros(word ^ (content * lows), lows) & highs;
    return marks == 0
        ? -1
        : bucket * bucketSlots + ((Long.numberOfTrailingZeros(marks) * reciprocal) >>> Short.SIZE);
  }

  private long findOneByOne(long bucket, long content) {
    long end = (bucket + 1) * bucketSlots;
    for (long slot = end - bucketSlots; slot < end; slot++) {
      if (slots.get(slot) == content) {
        return slot;
      }
    }
    return -1;
  }

  @Override
  public long other(long bucket, long entry) {
    return PartialKey.alternate(bucket, entry & fingerprintMask, buckets);
  }

  @Override
  public long moved(long entry) {
    return entry;
  }

  @Override
  public long evict(long position, long entry) {
    long evicted = slots.get(position);
    slots.set(position, entry);
    return evicted;
  }

  @Override
  public void restore(long position, long entry, long evicted) {
    slots.set(position, evicted);
  }

  @Override
  public long otherBucket(long position, long evicted) {
    return other(position / bucketSlots, evicted);
  }
}
