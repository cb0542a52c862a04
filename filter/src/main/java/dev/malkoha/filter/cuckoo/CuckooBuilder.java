package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.block.FilterKind;
import dev.malkoha.filter.block.SaltedHash;
import dev.malkoha.filter.block.Unbuildable;
import java.util.Arrays;

/**
 * The bounded search for a placement: some salts at the target size, then some larger sizes, then
 * an always-maybe block.
 */
final class CuckooBuilder {

  /** Tries at the target size. */
  private static final int TRIES_AT_TARGET = 4;

  /** All tries; each one after those at the target size has a per cent more buckets. */
  private static final int TRIES = 12;

  private final long[] hashes;
  private final int count;

  CuckooBuilder(long[] hashes, int count) {
    this.hashes = hashes;
    this.count = count;
  }

  /** The finished block; its size starts from {@code geometry}. */
  byte[] build(CuckooGeometry geometry, long salt) {
    CuckooGeometry size = geometry;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      if (attempt >= TRIES_AT_TARGET) {
        size = size.grown();
      }
      if (!size.fits()) {
        return Unbuildable.TOO_LARGE.block(salt, count);
      }
      byte[] block = FilterBlock.allocate(size.payloadBytes());
      Outcome outcome = attempt(size, SaltedHash.resalt(salt, attempt), block);
      if (outcome == Outcome.SEALED) {
        return block;
      }
      if (outcome == Outcome.HOPELESS) {
        break;
      }
    }
    return Unbuildable.NO_PLACEMENT.block(salt, count);
  }

  private enum Outcome {
    SEALED,
    FAILED,
    /** No salt and no size will do. */
    HOPELESS
  }

  private Outcome attempt(CuckooGeometry size, long salt, byte[] block) {
    SlotArray slots = new SlotArray(block, BlockHeader.BYTES, size.fingerprintBits());
    CuckooPlacement placement = new CuckooPlacement(size, salt, slots);
    int homeless = placement.place(hashes, count);
    if (homeless >= 0) {
      return hasTooManyOf(placement.leftOver(homeless), size.bucketSlots())
          ? Outcome.HOPELESS
          : Outcome.FAILED;
    }
    BlockHeader header =
        new BlockHeader(
            FilterKind.CUCKOO,
            size.fingerprintBits(),
            size.bucketSlots(),
            size.buckets(),
            salt,
            count,
            0);
    Filter filter = CuckooFilters.open(header, block, BlockHeader.BYTES);
    if (!holdsAll(filter)) {
      return Outcome.FAILED;
    }
    FilterBlock.seal(header, block);
    return Outcome.SEALED;
  }

  /** Whether more hashes than two buckets can hold are equal, so that no salt tells them apart. */
  private boolean hasTooManyOf(long hash, int bucketSlots) {
    return Arrays.stream(hashes, 0, count).filter(other -> other == hash).count()
        > 2L * bucketSlots;
  }

  private boolean holdsAll(Filter filter) {
    for (int i = 0; i < count; i++) {
      if (!filter.mayContain(hashes[i])) {
        return false;
      }
    }
    return true;
  }
}
