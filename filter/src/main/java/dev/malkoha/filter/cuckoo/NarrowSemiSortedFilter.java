package dev.malkoha.filter.cuckoo;

import dev.malkoha.codec.Bytes;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A semi-sorted cuckoo filter whose bucket fits one 64-bit load, with at least as many direct bits
 * of a fingerprint as encoded ones: fingerprints of {@value #MIN_FINGERPRINT_BITS} to 17 bits.
 *
 * <p>The four nibbles of a code are decoded to lanes as wide as the direct bits. A lane in which
 * neither the nibble nor the direct bits differ from the wanted ones is a match, so all slots of a
 * bucket are compared at once, as plain ones are. Both buckets are loaded before one is decoded.
 */
final class NarrowSemiSortedFilter extends CuckooView {

  static final int MIN_FINGERPRINT_BITS = 2 * MultisetCode.NIBBLE_BITS;

  private final long bucketBits;
  private final int directBits;
  private final long directMask;

  /** The nibbles of each code, one in each lane. */
  private final long[] decoded;

  /** A 1 in the lowest bit of each lane. */
  private final long lows;

  /** A 1 in the highest bit of each lane. */
  private final long highs;

  NarrowSemiSortedFilter(BlockHeader header, byte[] block, int payload) {
    super(header, block, payload);
    this.bucketBits = CuckooGeometry.of(header).bucketBits();
    this.directBits = header.width() - MultisetCode.NIBBLE_BITS;
    this.directMask = (1L << directBits) - 1;
    this.decoded = MultisetCode.lanes(directBits);
    this.lows = Lanes.lows(directBits, MultisetCode.SLOTS);
    this.highs = lows << (directBits - 1);
  }

  @Override
  public boolean mayContain(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long first = PartialKey.bucket(mixed, buckets);
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
    long second = PartialKey.alternate(first, fingerprint, buckets);
    long one = bucket(first);
    long other = bucket(second);
    long nibbles = (fingerprint >>> directBits) * lows;
    long direct = (fingerprint & directMask) * lows;
    return ((matches(one, nibbles, direct) | matches(other, nibbles, direct)) & highs) != 0;
  }

  /** The bucket in the low bits; what lies above it is the neighbour's. */
  private long bucket(long index) {
    return Bytes.getBits(block, payload, index * bucketBits);
  }

  /** As {@link Lanes#zeros}, of the lanes in which neither nibble nor direct bits differ. */
  private long matches(long bucket, long nibbles, long direct) {
    long differing =
        (decoded[(int) bucket & MultisetCode.MASK] ^ nibbles)
            | ((bucket >>> MultisetCode.BITS) ^ direct);
    return Lanes.zeros(differing, lows);
  }
}
