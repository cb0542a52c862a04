package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.SaltedHash;
import java.util.Arrays;

/**
 * A cuckoo filter whose buckets are wider than a 64-bit load, or whose slots hold values too: each
 * slot is loaded by itself, those of both buckets without a branch on what they hold.
 */
final class WideCuckooFilter extends CuckooView {

  private final SlotArray slots;
  private final int bucketSlots;
  private final int fingerprintBits;

  WideCuckooFilter(BlockHeader header, byte[] block, int payload) {
    super(header, block, payload);
    this.slots = new SlotArray(block, payload, CuckooGeometry.of(header).slotBits());
    this.bucketSlots = header.bucketSlots();
    this.fingerprintBits = header.width();
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

  /** The values beside the hash's fingerprint in its two buckets, or in its one. */
  int[] values(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long first = PartialKey.bucket(mixed, buckets);
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
    long second = PartialKey.alternate(first, fingerprint, buckets);
    int[] values = new int[2 * bucketSlots];
    int count = collect(first, fingerprint, values, 0);
    if (second != first) {
      count = collect(second, fingerprint, values, count);
    }
    return Arrays.copyOf(values, count);
  }

  private int collect(long bucket, long fingerprint, int[] values, int from) {
    int count = from;
    for (long slot = bucket * bucketSlots; slot < (bucket + 1) * bucketSlots; slot++) {
      long entry = slots.get(slot);
      if ((entry & fingerprints) == fingerprint) {
        values[count++] = (int) (entry >>> fingerprintBits);
      }
    }
    return count;
  }

  /** Negative if equal: fingerprints are narrower than 63 bits, so only 0 minus 1 is. */
  private long match(long slot, long fingerprint) {
    return ((slots.get(slot) ^ fingerprint) & fingerprints) - 1;
  }
}
