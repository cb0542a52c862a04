package dev.malkoha.filter.bloom;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.block.Unbuildable;

/** The last step of a build: every hash is looked up before the block is sealed. */
final class SelfCheck {

  private SelfCheck() {}

  /** The sealed block, or an always-maybe block should a hash not be found. */
  static byte[] seal(BlockHeader header, byte[] block, Filter filter, long[] hashes, int count) {
    for (int i = 0; i < count; i++) {
      if (!filter.mayContain(hashes[i])) {
        return Unbuildable.NO_PLACEMENT.block(header.salt(), count);
      }
    }
    return FilterBlock.seal(header, block);
  }
}
