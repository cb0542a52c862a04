package dev.malkoha.filter.cuckoo;

/**
 * Buckets whose slots are numbers in a packed array; 0 is an empty slot. An entry is a fingerprint,
 * with a value above it if the filter is a map.
 */
final class PlainBuckets implements Buckets {

  private final SlotArray slots;
  private final SlotFinder finder;
  private final int bucketSlots;
  private final long buckets;

  /** The fingerprint's bits of an entry. */
  private final long fingerprintMask;

  PlainBuckets(CuckooGeometry geometry, byte[] block, int payload) {
    this.slots = new SlotArray(block, payload, geometry.slotBits());
    this.finder = new SlotFinder(geometry, block, payload);
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
    long empty = finder.find(bucket, 0);
    if (empty < 0) {
      return false;
    }
    slots.fill(empty, entry);
    return true;
  }

  @Override
  public boolean remove(long bucket, long entry) {
    long slot = finder.find(bucket, entry);
    if (slot < 0) {
      return false;
    }
    slots.set(slot, 0);
    return true;
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
