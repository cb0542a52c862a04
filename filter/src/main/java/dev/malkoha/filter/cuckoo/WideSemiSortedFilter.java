package dev.malkoha.filter.cuckoo;

import dev.malkoha.codec.Bytes;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A semi-sorted cuckoo filter of any width: each slot's direct bits are loaded by themselves,
 * without a branch.
 */
final class WideSemiSortedFilter extends CuckooView {

  private final long bucketBits;
  private final int directBits;

  WideSemiSortedFilter(BlockHeader header, byte[] block, int payload) {
    super(header, block, payload);
    this.bucketBits = CuckooGeometry.of(header).bucketBits();
    this.directBits = header.width() - MultisetCode.NIBBLE_BITS;
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
    long bit = bucket * bucketBits;
    long nibbles = MultisetCode.decode((int) bits(bit) & MultisetCode.MASK);
    long direct = bit + MultisetCode.BITS;
    return match(nibbles, direct, fingerprint)
        | match(nibbles >>> 4, direct + directBits, fingerprint)
        | match(nibbles >>> 8, direct + 2L * directBits, fingerprint)
        | match(nibbles >>> 12, direct + 3L * directBits, fingerprint);
  }

  /** Negative if equal: fingerprints are narrower than 63 bits, so only 0 minus 1 is. */
  private long match(long nibbles, long direct, long fingerprint) {
    long slot = (nibbles << directBits) | (bits(direct) & ((1L << directBits) - 1));
    return ((slot ^ fingerprint) & fingerprints) - 1;
  }

  private long bits(long bit) {
    return Bytes.getBits(block, payload, bit);
  }
}
