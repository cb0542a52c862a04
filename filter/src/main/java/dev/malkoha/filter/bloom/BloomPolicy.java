package dev.malkoha.filter.bloom;

import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.block.FilterKind;
import dev.malkoha.filter.block.Unbuildable;
import java.util.Objects;

/**
 * The policy of standard Bloom filters.
 *
 * @param bitsPerKey the bits of the filter for each key
 */
public record BloomPolicy(int bitsPerKey) implements FilterPolicy {

  /** Checks the bits. */
  public BloomPolicy {
    BloomMath.checkBitsPerKey(bitsPerKey);
  }

  @Override
  public byte[] build(long[] hashes, int count, long salt) {
    Objects.checkFromIndexSize(0, count, hashes.length);
    long payload = Math.max(1, ((long) count * bitsPerKey + Byte.SIZE - 1) / Byte.SIZE);
    if (payload > FilterBlock.MAX_PAYLOAD) {
      return Unbuildable.TOO_LARGE.block(salt, count);
    }
    byte[] block = FilterBlock.allocate(payload);
    int probes = BloomMath.standardProbes(bitsPerKey);
    BlockHeader header =
        new BlockHeader(FilterKind.BLOOM, probes, 0, payload * Byte.SIZE, salt, count, 0);
    BloomFilter filter = new BloomFilter(header, block, BlockHeader.BYTES);
    for (int i = 0; i < count; i++) {
      filter.add(hashes[i]);
    }
    return SelfCheck.seal(header, block, filter, hashes, count);
  }

  @Override
  public String spec() {
    return "bloom(" + bitsPerKey + ")";
  }

  @Override
  public String toString() {
    return spec();
  }
}
