package dev.malkoha.filter.cuckoo;

import module java.base;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.Filters;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.block.FilterKind;

/** The cuckoo filters' part of {@link Filters}, which is what callers want. */
public final class CuckooFilters {

  private CuckooFilters() {}

  /** Why the header at {@code at} does not fit a block of this length; empty if it does. */
  public static String mismatch(byte[] block, int at, int length) {
    BlockHeader header = BlockHeader.read(block, at);
    int payloadLength = length - BlockHeader.BYTES;
    return header.kind() == FilterKind.WINDOWED_CUCKOO
        ? WindowedCuckooFilter.mismatch(header, payloadLength)
        : mismatch(header, payloadLength);
  }

  private static String mismatch(BlockHeader header, int payloadLength) {
    CuckooGeometry geometry = CuckooGeometry.of(header);
    String problem = geometry.problem();
    if (!problem.isEmpty()) {
      return "cuckoo filter block with " + problem;
    }
    if (header.buckets() < 1 || header.buckets() > (long) Byte.SIZE * payloadLength) {
      return "cuckoo filter block with " + header.buckets() + " buckets in " + payloadLength;
    }
    if (geometry.payloadBytes() != payloadLength) {
      return "cuckoo filter block of a wrong length: payload of "
          + payloadLength
          + " bytes, expected "
          + geometry.payloadBytes();
    }
    return header.live() > geometry.slots() ? "cuckoo filter block with more keys than slots" : "";
  }

  /**
   * The header of a sound block of one of these kinds.
   *
   * @throws IllegalArgumentException if it is not
   */
  static BlockHeader checkedHeader(byte[] block, FilterKind... kinds) {
    String problem = FilterBlock.problem(block, 0, block.length);
    if (problem.isEmpty()) {
      FilterKind kind = BlockHeader.read(block, 0).kind();
      problem =
          List.of(kinds).contains(kind)
              ? mismatch(block, 0, block.length)
              : "filter block of kind " + kind.label() + ", expected " + labels(kinds);
    }
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException(problem);
    }
    return BlockHeader.read(block, 0);
  }

  private static String labels(FilterKind... kinds) {
    return Arrays.stream(kinds).map(FilterKind::label).collect(Collectors.joining(" or "));
  }

  /** The filter over a block whose header fits it. */
  public static Filter open(byte[] block, int at) {
    return open(BlockHeader.read(block, at), block, at + BlockHeader.BYTES);
  }

  /** The look-up that suits the shape. */
  static Filter open(BlockHeader header, byte[] block, int payload) {
    return header.kind() == FilterKind.CUCKOO_MAP
        ? new MapKeys(new WideCuckooFilter(header, block, payload))
        : openRemovable(header, block, payload);
  }

  /** The look-up that suits the shape, of a kind without values. */
  static RemovableFilter openRemovable(BlockHeader header, byte[] block, int payload) {
    boolean narrow = CuckooGeometry.of(header).bucketFitsOneLoad();
    return switch (header.kind()) {
      case WINDOWED_CUCKOO -> new WindowedCuckooFilter(header, block, payload);
      case SEMI_SORTED_CUCKOO ->
          narrow && header.width() >= NarrowSemiSortedFilter.MIN_FINGERPRINT_BITS
              ? new NarrowSemiSortedFilter(header, block, payload)
              : new WideSemiSortedFilter(header, block, payload);
      default ->
          narrow
              ? new NarrowCuckooFilter(header, block, payload)
              : new WideCuckooFilter(header, block, payload);
    };
  }
}
