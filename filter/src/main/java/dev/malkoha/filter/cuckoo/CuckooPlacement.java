package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.SaltedHash;

/**
 * One try to place every hash of a table in the slots of a cuckoo filter, under one salt.
 *
 * <p>All hashes are known, so this is not the paper's insertion one by one. A first pass puts each
 * fingerprint in the emptier of its buckets; it has no unpredictable branch, so the processor keeps
 * several keys' cache misses in flight. Few are left over (about 6 % at load 0.95), and they walk:
 * a full bucket gives up a resident whose other bucket has room, or failing that a random one. Each
 * fingerprint keeps a slot of its own, also next to its equals.
 *
 * <p>Every step is bounded, and the outcome depends on the hashes, their order and the salt alone.
 */
final class CuckooPlacement {

  /** The longest walk; at load 0.95 the mean one has three steps, the longest of a million 70. */
  private static final int MAX_STEPS = 512;

  /** All walks together, per key; at load 0.95 they have 0.2 to 0.3 steps a key. */
  private static final int MAX_STEPS_PER_KEY = 8;

  private static final long LCG_MULTIPLIER = 0x5851_F42D_4C95_7F2DL;
  private static final long LCG_INCREMENT = 0x1405_7B7E_F767_814FL;

  private final SlotArray slots;
  private final int bucketSlots;
  private final long buckets;
  private final long fingerprints;
  private final long saltKey;
  private final byte[] used;

  /** The indexes of those that found no free slot in the first pass. */
  private final Homeless leftOver = new Homeless();

  private long random;
  private long stepsLeft;

  CuckooPlacement(CuckooGeometry geometry, long salt, SlotArray slots) {
    this.slots = slots;
    this.bucketSlots = geometry.bucketSlots();
    this.buckets = geometry.buckets();
    this.fingerprints = CuckooGeometry.fingerprints(geometry.fingerprintBits());
    this.saltKey = SaltedHash.key(salt);
    this.used = new byte[Math.toIntExact(buckets)];
    this.random = salt;
  }

  /**
   * Places the first {@code count} hashes in slots that are all 0.
   *
   * @return -1 when all are placed, else the index of one that found no place
   */
  int place(long[] hashes, int count) {
    for (int i = 0; i < count; i++) {
      if (!placeInEmptier(hashes[i])) {
        leftOver.add(i, 1);
      }
    }
    stepsLeft = MAX_STEPS + (long) MAX_STEPS_PER_KEY * count;
    for (int i = 0; i < leftOver.count(); i++) {
      int index = (int) leftOver.get(i);
      if (!walk(SaltedHash.mix(hashes[index], saltKey))) {
        return index;
      }
    }
    return -1;
  }

  /** Puts a fingerprint in the emptier of its buckets; false if both are full. */
  private boolean placeInEmptier(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    int first = (int) PartialKey.bucket(mixed, buckets);
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
    int second = (int) PartialKey.alternate(first, fingerprint, buckets);
    int secondIsEmptier = (used[second] - used[first]) >> 31;
    int target = first ^ ((first ^ second) & secondIsEmptier);
    int slot = used[target];
    if (slot == bucketSlots) {
      return false;
    }
    slots.fill((long) target * bucketSlots + slot, fingerprint);
    used[target] = (byte) (slot + 1);
    return true;
  }

  /** Finds a slot for a fingerprint whose buckets are full; false if the walk gets too long. */
  private boolean walk(long mixed) {
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
    int bucket = (int) PartialKey.bucket(mixed, buckets);
    for (int step = 0; step < MAX_STEPS && stepsLeft > 0; step++, stepsLeft--) {
      if (replaceMovable(bucket, fingerprint)) {
        return true;
      }
      long slot = (long) bucket * bucketSlots + randomSlot();
      long evicted = slots.get(slot);
      slots.set(slot, fingerprint);
      fingerprint = evicted;
      bucket = (int) PartialKey.alternate(bucket, evicted, buckets);
    }
    return false;
  }

  /** Puts the fingerprint in place of a resident whose other bucket has room, if there is one. */
  private boolean replaceMovable(int bucket, long fingerprint) {
    long firstSlot = (long) bucket * bucketSlots;
    for (long slot = firstSlot; slot < firstSlot + bucketSlots; slot++) {
      long resident = slots.get(slot);
      int other = (int) PartialKey.alternate(bucket, resident, buckets);
      if (used[other] < bucketSlots) {
        slots.fill((long) other * bucketSlots + used[other]++, resident);
        slots.set(slot, fingerprint);
        return true;
      }
    }
    return false;
  }

  private int randomSlot() {
    random = random * LCG_MULTIPLIER + LCG_INCREMENT;
    return (int) (((random >>> 32) * bucketSlots) >>> 32);
  }
}
