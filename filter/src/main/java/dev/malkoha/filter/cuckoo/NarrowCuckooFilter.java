package dev.malkoha.filter.cuckoo;

import dev.malkoha.codec.Bytes;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A cuckoo filter whose bucket fits one 64-bit load: of four slots, with fingerprints of up to 16
 * bits.
 *
 * <p>A bucket of 4f bits begins at bit 0 or 4 of a byte, so at f = 15 its last bit is the load's
 * last, and at f = 16 it begins at bit 0. Both buckets are always read and all slots compared at
 * once, without a branch: a hit costs what a miss costs.
 */
final class NarrowCuckooFilter extends CuckooView {

  private final long bucketBits;

  /** A 1 in the lowest bit of each slot. */
  private final long lows;

  /** A 1 in the highest bit of each slot. */
  private final long highs;

  NarrowCuckooFilter(BlockHeader header, byte[] block, int payload) {
    super(header, block, payload);
    int bits = header.width();
    this.bucketBits = (long) bits * header.bucketSlots();
    this.lows = Lanes.lows(bits, header.bucketSlots());
    this.highs = lows << (bits - 1);
  }

  @Override
  public boolean mayContain(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long first = PartialKey.bucket(mixed, buckets);
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
    long second = PartialKey.alternate(first, fingerprint, buckets);
    long wanted = fingerprint * lows;
    long zeros =
        Lanes.zeros(bucket(first) ^ wanted, lows) | Lanes.zeros(bucket(second) ^ wanted, lows);
    return (zeros & highs) != 0;
  }

  /** The bucket's slots in the low bits; what lies above them is the neighbour's. */
  private long bucket(long index) {
    return Bytes.getBits(block, payload, index * bucketBits);
  }
}
