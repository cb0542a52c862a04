package dev.malkoha.filter.bloom;

import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.block.FilterKind;
import dev.malkoha.filter.block.Unbuildable;
import java.util.Objects;

/**
 * The policy of Bloom filters.
 *
 * @param bitsPerKey the bits of the filter for each key
 * @param isBlocked whether the bits of a key lie in one line of 64 bytes
 */
public record BloomPolicy(int bitsPerKey, boolean isBlocked) implements FilterPolicy {

  /** Checks the bits. */
  public BloomPolicy {
    BloomMath.checkBitsPerKey(bitsPerKey);
  }

  @Override
  public byte[] build(long[] hashes, int count, long salt) {
    Objects.checkFromIndexSize(0, count, hashes.length);
    int unit = isBlocked ? BlockedBloomFilter.LINE_BYTES : 1;
    long units = Math.max(1, Math.ceilDiv((long) count * bitsPerKey, unit * Byte.SIZE));
    if (units * unit > FilterBlock.MAX_PAYLOAD) {
      return Unbuildable.TOO_LARGE.block(salt, count);
    }
    byte[] block = FilterBlock.allocate(units * unit);
    BlockHeader header = header(units, salt, count);
    BloomFilter filter = BloomFilter.open(header, block, BlockHeader.BYTES);
    for (int i = 0; i < count; i++) {
      filter.add(hashes[i]);
    }
    return FilterBlock.sealProved(header, block, filter, hashes, count)
        ? block
        : Unbuildable.NO_PLACEMENT.block(salt, count);
  }

  private BlockHeader header(long units, long salt, int count) {
    if (isBlocked) {
      int probes = BloomMath.blockedProbes(bitsPerKey, BlockedBloomFilter.LINE_BITS);
      return new BlockHeader(FilterKind.BLOCKED_BLOOM, probes, 0, 0, units, salt, count, 0);
    }
    int probes = BloomMath.standardProbes(bitsPerKey);
    return new BlockHeader(FilterKind.BLOOM, probes, 0, 0, units * Byte.SIZE, salt, count, 0);
  }

  @Override
  public String spec() {
    return (isBlocked ? "blockedBloom(" : "bloom(") + bitsPerKey + ")";
  }

  @Override
  public String toString() {
    return spec();
  }
}
