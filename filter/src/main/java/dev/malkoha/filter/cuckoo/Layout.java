package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;

/** One shape and size of a cuckoo filter's payload, as {@link OfflineBuild} needs to know it. */
interface Layout {

  /** This layout with a per cent more room, but at least one place. */
  Layout grown();

  /** Whether arrays can hold the payload and what is needed to make it. */
  boolean fits();

  long payloadBytes();

  /** How many equal hashes can be placed at most. */
  int mostEqual();

  BlockHeader header(long salt, long keys);

  /**
   * Tries to place the first {@code count} hashes in a payload of zeros.
   *
   * @return the index of a hash that found no place, or -1: then the payload is complete
   */
  int place(long[] hashes, int count, BlockHeader header, byte[] block);

  /** The filter over the finished payload. */
  Filter open(BlockHeader header, byte[] block);
}
