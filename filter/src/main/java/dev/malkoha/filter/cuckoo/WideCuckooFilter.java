package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A cuckoo filter whose buckets are wider than a 64-bit load: each slot is loaded by itself, all
 * eight of them without a branch.
 */
final class WideCuckooFilter extends CuckooFilter {

  private final SlotArray slots;
  private final long saltKey;
  private final long buckets;
  private final long fingerprints;

  WideCuckooFilter(BlockHeader header, byte[] block, int payload) {
    super(header);
    this.slots = new SlotArray(block, payload, header.width());
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
    return (matches(first, fingerprint) | matches(second, fingerprint)) < 0;
  }

  /** Negative if a slot of the bucket holds the fingerprint. */
  private long matches(long bucket, long fingerprint) {
    long slot = bucket * CuckooPolicy.BUCKET_SLOTS;
    return match(slot, fingerprint)
        | match(slot + 1, fingerprint)
        | match(slot + 2, fingerprint)
        | match(slot + 3, fingerprint);
  }

  /** Negative if equal: slots are narrower than 63 bits, so only 0 minus 1 is. */
  private long match(long slot, long fingerprint) {
    return (slots.get(slot) ^ fingerprint) - 1;
  }
}
