package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A cuckoo filter whose buckets are wider than a 64-bit load, or whose slots hold values too: each
 * slot is loaded by itself, those of both buckets without a branch on what they hold.
 */
final class WideCuckooFilter extends CuckooView {

  private final SlotArray slots;
  private final int bucketSlots;
  private final long saltKey;
  private final long buckets;
  private final long fingerprints;

  WideCuckooFilter(BlockHeader header, byte[] block, int payload) {
    super(header, block, payload);
    this.slots = new SlotArray(block, payload, CuckooGeometry.of(header).slotBits());
    this.bucketSlots = header.bucketSlots();
    this.saltKey = SaltedHash.key(header.salt());
    this.buckets = header.buckets();
    this.fingerprints = CuckooGeometry.fingerprints(header.width());
  }

  @Override
  public boolean mayContain(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long first = PartialKey.bucket(mixed, buckets);
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
    long second = PartialKey.alternate(first, fingerprint, buckets);
    long matches = 0;
    for (int slot = 0; slot < bucketSlots; slot++) {
      matches |= match(first * bucketSlots + slot, fingerprint);
      matches |= match(second * bucketSlots + slot, fingerprint);
    }
    return matches < 0;
  }

  /** Negative if equal: fingerprints are narrower than 63 bits, so only 0 minus 1 is. */
  private long match(long slot, long fingerprint) {
    return ((slots.get(slot) ^ fingerprint) & fingerprints) - 1;
  }
}
