package dev.malkoha.filter;

import dev.malkoha.filter.block.AlwaysMaybeFilter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.bloom.BloomFilter;
import dev.malkoha.filter.cuckoo.CuckooFilters;
import java.util.Objects;

/** The way from the bytes of a filter block to a {@link Filter}. */
public final class Filters {

  private Filters() {}

  /**
   * Opens a block in place: the filter reads the given array, nothing is copied.
   *
   * <p>A sound cuckoo filter without values is a {@link RemovableFilter}.
   *
   * <p>Never throws for what the bytes hold. A block that is unknown (kind, version, hash) or
   * damaged (checksum, lengths) gives a filter of kind "always-maybe" whose {@link Filter#problem}
   * says why.
   *
   * @throws IndexOutOfBoundsException if the range is not inside the array
   */
  public static Filter open(byte[] block, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, block.length);
    String problem = FilterBlock.problem(block, offset, length);
    if (!problem.isEmpty()) {
      return AlwaysMaybeFilter.damaged(length, problem);
    }
    BlockHeader header = BlockHeader.read(block, offset);
    String mismatch = mismatch(header, block, offset, length);
    if (!mismatch.isEmpty()) {
      return AlwaysMaybeFilter.damaged(length, mismatch);
    }
    return open(header, block, offset);
  }

  /**
   * Asks many filters for one hash: which of several tables may hold a key.
   *
   * <p>Nothing branches on an answer, so the memory accesses of all of them are under way together.
   *
   * @param filters the filters to ask
   * @param count how many of them, from the start of the array: at most 64
   * @return bit {@code i} is set if filter {@code i} says "maybe"; the bits from {@code count} on
   *     are 0
   * @throws IndexOutOfBoundsException if {@code count} is beyond the array or above 64
   */
  public static long mayContain(Filter[] filters, int count, long hash) {
    Objects.checkIndex(count, Long.SIZE + 1);
    Objects.checkFromIndexSize(0, count, filters.length);
    long answers = 0;
    for (int i = 0; i < count; i++) {
      answers |= (filters[i].mayContain(hash) ? 1L : 0L) << i;
    }
    return answers;
  }

  private static String mismatch(BlockHeader header, byte[] block, int offset, int length) {
    int payloadLength = length - BlockHeader.BYTES;
    return switch (header.kind()) {
      case NONE, ALWAYS_MAYBE -> AlwaysMaybeFilter.mismatch(header, payloadLength);
      case CUCKOO, SEMI_SORTED_CUCKOO, WINDOWED_CUCKOO, CUCKOO_MAP ->
          CuckooFilters.mismatch(block, offset, length);
      case BLOOM, BLOCKED_BLOOM -> BloomFilter.mismatch(header, payloadLength);
    };
  }

  private static Filter open(BlockHeader header, byte[] block, int offset) {
    int payload = offset + BlockHeader.BYTES;
    return switch (header.kind()) {
      case NONE, ALWAYS_MAYBE -> AlwaysMaybeFilter.of(header);
      case CUCKOO, SEMI_SORTED_CUCKOO, WINDOWED_CUCKOO, CUCKOO_MAP ->
          CuckooFilters.open(block, offset);
      case BLOOM, BLOCKED_BLOOM -> BloomFilter.open(header, block, payload);
    };
  }
}
