package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;

/**
 * What every read-only cuckoo filter over a block knows of itself; the look-up is the subclass's.
 */
abstract class CuckooView implements Filter {

  private final CuckooGeometry geometry;
  private final long keys;

  CuckooView(BlockHeader header) {
    this.geometry = CuckooGeometry.of(header);
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
    return geometry.kind().label();
  }
}
