package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.SaltedHash;
import java.util.Arrays;

/** The reader of the values beside the fingerprints of a {@link CuckooMap}. */
final class MapCandidates {

  private final SlotArray slots;
  private final int bucketSlots;
  private final int fingerprintBits;
  private final long fingerprints;
  private final long buckets;
  private final long saltKey;

  MapCandidates(BlockHeader header, byte[] block, int payload) {
    this.slots = new SlotArray(block, payload, CuckooGeometry.of(header).slotBits());
    this.bucketSlots = header.bucketSlots();
    this.fingerprintBits = header.width();
    this.fingerprints = CuckooGeometry.fingerprints(header.width());
    this.buckets = header.buckets();
    this.saltKey = SaltedHash.key(header.salt());
  }

  /** The values beside the hash's fingerprint in its two buckets, or in its one. */
  int[] of(long hash) {
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
}
