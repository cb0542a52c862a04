package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.block.SaltedHash;
import dev.malkoha.filter.block.Unbuildable;
import java.util.Arrays;

/**
 * The bounded search for a placement of all hashes of a table: some salts at the target size, then
 * some larger sizes, then an always-maybe block.
 */
final class OfflineBuild {

  /** Tries at the target size. */
  private static final int TRIES_AT_TARGET = 4;

  /** All tries; each one after those at the target size has a per cent more room. */
  private static final int TRIES = 12;

  private final long[] hashes;
  private final int count;

  OfflineBuild(long[] hashes, int count) {
    this.hashes = hashes;
    this.count = count;
  }

  /** The finished block; its size starts from {@code target}. */
  byte[] build(Layout target, long salt) {
    Layout layout = target;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      if (attempt >= TRIES_AT_TARGET) {
        layout = layout.grown();
      }
      if (!layout.placeable()) {
        return Unbuildable.TOO_LARGE.block(salt, count);
      }
      byte[] block = FilterBlock.allocate(layout.payloadBytes());
      Outcome outcome = attempt(layout, SaltedHash.resalt(salt, attempt), block);
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

  private Outcome attempt(Layout layout, long salt, byte[] block) {
    BlockHeader header = layout.header(salt, count);
    long[] ordered = CacheOrder.of(hashes, count, layout, salt);
    int homeless = layout.place(ordered, count, header, block);
    if (homeless >= 0) {
      return hasMoreThan(layout.mostEqual(), ordered[homeless]) ? Outcome.HOPELESS : Outcome.FAILED;
    }
    Filter filter = layout.open(header, block);
    boolean isSealed = FilterBlock.sealProved(header, block, filter, ordered, count);
    return isSealed ? Outcome.SEALED : Outcome.FAILED;
  }

  /** Whether more than {@code mostEqual} hashes equal this one: no salt tells them apart. */
  private boolean hasMoreThan(int mostEqual, long hash) {
    return Arrays.stream(hashes, 0, count).filter(other -> other == hash).count() > mostEqual;
  }
}
