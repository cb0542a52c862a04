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
public class BloomFilter implements Filter {

  final byte[] block;
  final int payload;
  final int probes;
  final long saltKey;

  /** Its size, in bits, or in lines where it is blocked. */
  final long size;

  private final BlockHeader header;

  BloomFilter(BlockHeader header, byte[] block, int payload) {
    this.header = header;
    this.block = block;
    this.payload = payload;
    this.probes = header.width();
    this.saltKey = SaltedHash.key(header.salt());
    this.size = header.buckets();
  }

  /** The filter over the payload at {@code payload}. */
  public static BloomFilter open(BlockHeader header, byte[] block, int payload) {
    return header.kind() == FilterKind.BLOOM
        ? new BloomFilter(header, block, payload)
        : new BlockedBloomFilter(header, block, payload);
  }

  /** Why the header does not fit a payload of this length; empty if it does. */
  public static String mismatch(BlockHeader header, int payloadLength) {
    long size = header.buckets();
    boolean isBlocked = header.kind() == FilterKind.BLOCKED_BLOOM;
    boolean fits =
        isBlocked
            ? size <= payloadLength && size * BlockedBloomFilter.LINE_BYTES == payloadLength
            : size == (long) payloadLength * Byte.SIZE;
    boolean sound =
        header.width() >= 1
            && header.width() <= BloomMath.MAX_PROBES
            && header.bucketSlots() == 0
            && size > 0
            && fits;
    String kind = isBlocked ? "blocked Bloom filter" : "Bloom filter";
    return sound ? "" : kind + " block whose header does not fit its length";
  }

  @Override
  public boolean mayContain(long hash) {
    long position = SaltedHash.mix(hash, saltKey);
    long step = step(position);
    for (int i = 0; i < probes; i++) {
      long bit = Math.unsignedMultiplyHigh(position, size);
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
      long bit = Math.unsignedMultiplyHigh(position, size);
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
  public final long keys() {
    return header.live();
  }

  @Override
  public long sizeBytes() {
    return BlockHeader.BYTES + size / Byte.SIZE;
  }

  @Override
  public double expectedFalsePositiveRate() {
    return BloomMath.standardRate((double) size / keys(), probes);
  }

  @Override
  public final String kind() {
    return header.kind().label();
  }
}
