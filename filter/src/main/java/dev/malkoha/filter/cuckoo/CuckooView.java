package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;

/**
 * What every read-only cuckoo filter over a block knows of itself; the look-up is the subclass's.
 */
abstract class CuckooView implements Filter {

  private final Layout layout;
  private final BlockHeader header;

  CuckooView(BlockHeader header) {
    this.layout = Layout.of(header);
    this.header = header;
  }

  @Override
  public final long keys() {
    return header.live();
  }

  @Override
  public final long sizeBytes() {
    return BlockHeader.BYTES + layout.payloadBytes();
  }

  @Override
  public final double expectedFalsePositiveRate() {
    return layout.falsePositiveRate(header.live());
  }

  @Override
  public final String kind() {
    return header.kind().label();
  }
}
