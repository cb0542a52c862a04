package dev.malkoha.filter.cuckoo;

import module java.base;

import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.SaltedHash;

/**
 * What every read-only cuckoo filter over a block knows of itself; the look-up is the subclass's.
 */
abstract class CuckooView implements RemovableFilter {

  /** The array that holds the block. */
  final byte[] block;

  /** Where the block's payload starts. */
  final int payload;

  /** What a hash is mixed with. */
  final long saltKey;

  /** How many buckets there are, and fingerprints. */
  final long buckets;

  final long fingerprints;

  private final Layout layout;
  private final BlockHeader header;

  CuckooView(BlockHeader header, byte[] block, int payload) {
    this.layout = Layout.of(header);
    this.header = header;
    this.block = block;
    this.payload = payload;
    this.saltKey = SaltedHash.key(header.salt());
    this.buckets = header.buckets();
    this.fingerprints = CuckooGeometry.fingerprints(header.width());
  }

  @Override
  public final long keys() {
    return header.live();
  }

  @Override
  public final long removed() {
    return header.removed();
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

  @Override
  public final long removal(long hash) {
    return layout.removal(SaltedHash.mix(hash, saltKey));
  }

  @Override
  public final RemovableFilter without(long[] removals, int count) {
    Objects.checkFromIndexSize(0, count, removals.length);
    CuckooTable table = new CuckooTable(header, copyOfBlock());
    for (int i = 0; i < count; i++) {
      if (!table.remove(Removal.of(removals[i]))) {
        throw new IllegalArgumentException(
            "a removal too many: removal "
                + i
                + " of "
                + count
                + " is of no fingerprint that the filter of "
                + table.live()
                + " keys holds");
      }
    }
    return CuckooFilters.openRemovable(table.header(), table.seal(), BlockHeader.BYTES);
  }

  private byte[] copyOfBlock() {
    int start = payload - BlockHeader.BYTES;
    return Arrays.copyOfRange(block, start, start + Math.toIntExact(sizeBytes()));
  }
}
