package dev.malkoha.filter.bloom;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterKind;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A standard Bloom filter: k bits anywhere in the payload for each key.
 *
 * <p>The positions are an enhanced double hashing of the one 64-bit hash (Dillinger, Manolios:
 * "Bloom Filters in Probabilistic Verification", 2004, section 5.2), scaled to the payload by their
 * high bits. A look-up stops at the first bit that is 0: after two on average for an absent key.
 */
public final class BloomFilter implements Filter {

  private final byte[] block;
  private final int payload;
  private final long bits;
  private final int probes;
  private final long saltKey;
  private final long keys;

  /** The filter over the payload at {@code payload}. */
  public BloomFilter(BlockHeader header, byte[] block, int payload) {
    this.block = block;
    this.payload = payload;
    this.bits = header.buckets();
    this.probes = header.width();
    this.saltKey = SaltedHash.key(header.salt());
    this.keys = header.live();
  }

  /** Why the header does not fit a payload of this length; empty if it does. */
  public static String mismatch(BlockHeader header, int payloadLength) {
    boolean sound =
        header.width() >= 1
            && header.width() <= BloomMath.MAX_PROBES
            && header.bucketSlots() == 0
            && header.buckets() > 0
            && header.buckets() == (long) payloadLength * Byte.SIZE;
    return sound ? "" : "Bloom filter block whose header does not fit its length";
  }

  @Override
  public boolean mayContain(long hash) {
    long position = SaltedHash.mix(hash, saltKey);
    long step = step(position);
    for (int i = 0; i < probes; i++) {
      long bit = Math.unsignedMultiplyHigh(position, bits);
      if (((block[payload + (int) (bit >>> 3)] >>> (bit & 7)) & 1) == 0) {
        return false;
      }
      position += step;
      step += i;
    }
    return true;
  }

  /** Sets a key's bits; only while the block is built. */
  void add(long hash) {
    long position = SaltedHash.mix(hash, saltKey);
    long step = step(position);
    for (int i = 0; i < probes; i++) {
      long bit = Math.unsignedMultiplyHigh(position, bits);
      block[payload + (int) (bit >>> 3)] |= (byte) (1 << (bit & 7));
      position += step;
      step += i;
    }
  }

  /** The first step: the hash's low bits decide its high ones. */
  private static long step(long mixed) {
    return Long.rotateLeft(mixed, 32) | 1;
  }

  @Override
  public long keys() {
    return keys;
  }

  @Override
  public long sizeBytes() {
    return BlockHeader.BYTES + bits / Byte.SIZE;
  }

  @Override
  public double expectedFalsePositiveRate() {
    return BloomMath.standardRate((double) bits / keys, probes);
  }

  @Override
  public String kind() {
    return FilterKind.BLOOM.label();
  }
}
