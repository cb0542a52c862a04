package dev.malkoha.filter.cuckoo;

import dev.malkoha.codec.Bytes;

/**
 * Buckets of four fingerprints in ascending order, of which the high four bits are kept as one
 * {@link MultisetCode} and the others, the <i>direct</i> bits, beside it. An empty slot is a
 * fingerprint of 0, all bits of it, so empty slots come first.
 *
 * <p>The order makes the bits a function of what the bucket holds. A bucket is decoded into a
 * scratch array, so only one thread may use this.
 */
final class SemiSortedBuckets implements Buckets {

  private static final int SLOTS = MultisetCode.SLOTS;

  private final byte[] block;
  private final int payload;
  private final long buckets;
  private final int bucketBits;
  private final boolean fitsOneLoad;
  private final int directBits;
  private final long directMask;
  private final long[] bucket = new long[SLOTS];

  SemiSortedBuckets(CuckooGeometry geometry, byte[] block, int payload) {
    this.block = block;
    this.payload = payload;
    this.buckets = geometry.buckets();
    this.bucketBits = geometry.bucketBits();
    this.fitsOneLoad = geometry.bucketFitsOneLoad();
    this.directBits = geometry.fingerprintBits() - MultisetCode.NIBBLE_BITS;
    this.directMask = (1L << directBits) - 1;
  }

  /** Encodes every bucket of a plain array of slots. */
  void encode(SlotArray slots) {
    for (long index = 0; index < buckets; index++) {
      for (int i = 0; i < SLOTS; i++) {
        bucket[i] = slots.get(index * SLOTS + i);
      }
      store(index);
    }
  }

  @Override
  public int bucketSlots() {
    return SLOTS;
  }

  @Override
  public long count() {
    return buckets;
  }

  @Override
  public long used() {
    long used = 0;
    for (long index = 0; index < buckets; index++) {
      load(index);
      for (long fingerprint : bucket) {
        used += fingerprint == 0 ? 0 : 1;
      }
    }
    return used;
  }

  @Override
  public boolean put(long index, long entry) {
    return replace(index, 0, entry);
  }

  @Override
  public boolean remove(long index, long entry) {
    return replace(index, entry, 0);
  }

  private boolean replace(long index, long old, long entry) {
    load(index);
    for (int i = 0; i < SLOTS; i++) {
      if (bucket[i] == old) {
        bucket[i] = entry;
        store(index);
        return true;
      }
    }
    return false;
  }

  @Override
  public long other(long index, long entry) {
    return PartialKey.alternate(index, entry, buckets);
  }

  @Override
  public long moved(long entry) {
    return entry;
  }

  @Override
  public long evict(long position, long entry) {
    int slot = (int) (position % SLOTS);
    load(position / SLOTS);
    long evicted = bucket[slot];
    bucket[slot] = entry;
    store(position / SLOTS);
    return evicted;
  }

  @Override
  public void restore(long position, long entry, long evicted) {
    replace(position / SLOTS, entry, evicted);
  }

  @Override
  public long otherBucket(long position, long evicted) {
    return other(position / SLOTS, evicted);
  }

  private void load(long index) {
    long bit = index * bucketBits;
    int nibbles = MultisetCode.decode((int) get(bit, MultisetCode.MASK));
    bit += MultisetCode.BITS;
    for (int i = 0; i < SLOTS; i++, bit += directBits, nibbles >>>= MultisetCode.NIBBLE_BITS) {
      bucket[i] = ((nibbles & 0xfL) << directBits) | get(bit, directMask);
    }
  }

  private void store(long index) {
    sort();
    if (fitsOneLoad) {
      long word = code();
      for (int i = 0; i < SLOTS; i++) {
        word |= (bucket[i] & directMask) << (MultisetCode.BITS + i * directBits);
      }
      set(index * bucketBits, -1L >>> -bucketBits, word);
    } else {
      long bit = index * bucketBits;
      set(bit, MultisetCode.MASK, code());
      bit += MultisetCode.BITS;
      for (int i = 0; i < SLOTS; i++, bit += directBits) {
        set(bit, directMask, bucket[i] & directMask);
      }
    }
  }

  private long code() {
    int nibbles = 0;
    for (int i = SLOTS - 1; i >= 0; i--) {
      nibbles = (nibbles << MultisetCode.NIBBLE_BITS) | (int) (bucket[i] >>> directBits);
    }
    return MultisetCode.encode(nibbles);
  }

  /** The sorting network of five comparators. */
  private void sort() {
    order(0, 1);
    order(2, 3);
    order(0, 2);
    order(1, 3);
    order(1, 2);
  }

  private void order(int low, int high) {
    long a = bucket[low];
    long b = bucket[high];
    bucket[low] = Math.min(a, b);
    bucket[high] = Math.max(a, b);
  }

  private long get(long bit, long mask) {
    return Bytes.getBits(block, payload, bit) & mask;
  }

  private void set(long bit, long mask, long value) {
    int at = payload + (int) (bit >>> 3);
    int shift = (int) bit & 7;
    long others = Bytes.getLong(block, at) & ~(mask << shift);
    Bytes.putLong(block, at, others | (value << shift));
  }
}
