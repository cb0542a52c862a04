package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterKind;

/** What every cuckoo filter knows of itself; the look-up is the subclass's. */
abstract class CuckooFilter implements Filter {

  private final CuckooGeometry geometry;
  private final long keys;

  CuckooFilter(BlockHeader header) {
    this.geometry = CuckooFilters.geometry(header);
    this.keys = header.live();
  }

  @Override
  public final long keys() {
    return keys;
  }

  @Override
  public final long sizeBytes() {
    return BlockHeader.BYTES + geometry.payloadBytes();
  }

  @Override
  public final double expectedFalsePositiveRate() {
    return geometry.falsePositiveRate(keys);
  }

  @Override
  public final String kind() {
    return FilterKind.CUCKOO.label();
  }
}
