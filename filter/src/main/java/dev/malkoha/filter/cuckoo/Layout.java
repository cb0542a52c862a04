package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterKind;

/**
 * One shape and size of a cuckoo filter's payload, as {@link OfflineBuild} and {@link CuckooTable}
 * need to know it.
 */
interface Layout {

  /** The layout that a sound header tells of. */
  static Layout of(BlockHeader header) {
    return header.kind() == FilterKind.WINDOWED_CUCKOO
        ? WindowGeometry.of(header)
        : CuckooGeometry.of(header);
  }

  /** This layout for another number of keys, at the target load. */
  Layout resized(long keys);

  /** This layout with a per cent more room, but at least one place. */
  Layout grown();

  /** Whether arrays can hold the payload. */
  boolean fits();

  /**
   * This layout.
   *
   * @throws IllegalArgumentException if there is no such filter
   */
  Layout checked();

  /** Whether arrays can also hold what it takes to place hashes all at once. */
  default boolean placeable() {
    return fits();
  }

  int fingerprintBits();

  long slots();

  long payloadBytes();

  /** How many equal hashes can be placed at most. */
  int mostEqual();

  /** The expected false positive rate with {@code keys} keys in the slots. */
  double falsePositiveRate(long keys);

  /** The bits that are kept of a key with this mixed hash, as {@link Removal#bits}. */
  long removal(long mixed);

  /**
   * Which part of the filter a mixed hash's candidates are in, in [0, 4^bits): those of equal parts
   * are near each other.
   *
   * @param bits at least 1
   */
  int part(long mixed, int bits);

  /** The header of a new filter with {@code keys} keys. */
  default BlockHeader header(long salt, long keys) {
    return header(salt, keys, 0);
  }

  BlockHeader header(long salt, long live, long removed);

  /**
   * Tries to place the first {@code count} hashes in a payload of zeros.
   *
   * @return the index of a hash that found no place, or -1: then the payload is complete
   */
  int place(long[] hashes, int count, BlockHeader header, byte[] block);

  /** The filter over the finished payload. */
  Filter open(BlockHeader header, byte[] block);

  /** The buckets of the payload, to be changed one by one. */
  Buckets openBuckets(byte[] block);
}
