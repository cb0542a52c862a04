package dev.malkoha.filter.bloom;

import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.block.FilterKind;
import dev.malkoha.filter.block.Unbuildable;
import java.util.Objects;

/**
 * The policy of Bloom filters in blocks of 64 bytes.
 *
 * @param bitsPerKey the bits of the filter for each key
 */
public record BlockedBloomPolicy(int bitsPerKey) implements FilterPolicy {

  /** Checks the bits. */
  public BlockedBloomPolicy {
    BloomMath.checkBitsPerKey(bitsPerKey);
  }

  @Override
  public byte[] build(long[] hashes, int count, long salt) {
    Objects.checkFromIndexSize(0, count, hashes.length);
    int lineBits = BlockedBloomFilter.LINE_BITS;
    long lines = Math.max(1, ((long) count * bitsPerKey + lineBits - 1) / lineBits);
    long payload = lines * BlockedBloomFilter.LINE_BYTES;
    if (payload > FilterBlock.MAX_PAYLOAD) {
      return Unbuildable.TOO_LARGE.block(salt, count);
    }
    byte[] block = FilterBlock.allocate(payload);
    int probes = BloomMath.blockedProbes(bitsPerKey, lineBits);
    BlockHeader header =
        new BlockHeader(FilterKind.BLOCKED_BLOOM, probes, 0, lines, salt, count, 0);
    BlockedBloomFilter filter = new BlockedBloomFilter(header, block, BlockHeader.BYTES);
    for (int i = 0; i < count; i++) {
      filter.add(hashes[i]);
    }
    return SelfCheck.seal(header, block, filter, hashes, count);
  }

  @Override
  public String spec() {
    return "blockedBloom(" + bitsPerKey + ")";
  }

  @Override
  public String toString() {
    return spec();
  }
}
