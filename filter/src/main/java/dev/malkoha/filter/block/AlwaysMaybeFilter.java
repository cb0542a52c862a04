package dev.malkoha.filter.block;

import dev.malkoha.filter.Filter;

/** The filter that excludes no key: none was wanted, it could not be built, or it is damaged. */
public final class AlwaysMaybeFilter implements Filter {

  private final FilterKind kind;
  private final long keys;
  private final long sizeBytes;
  private final String problem;

  private AlwaysMaybeFilter(FilterKind kind, long keys, long sizeBytes, String problem) {
    this.kind = kind;
    this.keys = keys;
    this.sizeBytes = sizeBytes;
    this.problem = problem;
  }

  /** The stand-in for bytes that cannot be trusted; it claims no keys. */
  public static Filter damaged(long sizeBytes, String problem) {
    return new AlwaysMaybeFilter(FilterKind.ALWAYS_MAYBE, 0, sizeBytes, problem);
  }

  /** The filter of a header-only block. */
  public static Filter of(BlockHeader header) {
    String problem = header.kind() == FilterKind.NONE ? "" : Unbuildable.text(header.width());
    return new AlwaysMaybeFilter(header.kind(), header.live(), BlockHeader.BYTES, problem);
  }

  /** Why the header does not fit a payload of this length; empty if it does. */
  public static String mismatch(BlockHeader header, int payloadLength) {
    return payloadLength == 0 && header.buckets() == 0 && header.bucketSlots() == 0
        ? ""
        : "filter block without a filter has a payload";
  }

  @Override
  public boolean mayContain(long hash) {
    return true;
  }

  @Override
  public long keys() {
    return keys;
  }

  @Override
  public long sizeBytes() {
    return sizeBytes;
  }

  @Override
  public double expectedFalsePositiveRate() {
    return 1;
  }

  @Override
  public String kind() {
    return kind.label();
  }

  @Override
  public String problem() {
    return problem;
  }
}
