package dev.malkoha.sstable;

import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.KeyPrefix;
import dev.malkoha.sstable.block.DataBlock;
import dev.malkoha.sstable.compression.Codec;
import java.util.Objects;

/**
 * How a table is written.
 *
 * @param blockBytes bytes a data block may have before compression, unless it holds one entry only;
 *     {@value #MIN_BLOCK_BYTES} to {@value #MAX_BLOCK_BYTES}
 * @param codec packs the blocks; one that would not gain an eighth is stored plain
 * @param filter makes the table's filter
 * @param hasher hashes the keys for the filter; the same one must be used to ask it
 * @param prefix which prefixes of keys the filter is to hold as well
 */
public record TableOptions(
    int blockBytes, Codec codec, FilterPolicy filter, KeyHasher hasher, KeyPrefix prefix) {

  /** The smallest {@link #blockBytes}. */
  public static final int MIN_BLOCK_BYTES = 256;

  /** The largest {@link #blockBytes}. */
  public static final int MAX_BLOCK_BYTES = DataBlock.MAX_TARGET_LENGTH;

  /** With keys alone in the filter. */
  public TableOptions(int blockBytes, Codec codec, FilterPolicy filter, KeyHasher hasher) {
    this(blockBytes, codec, filter, hasher, KeyPrefix.none());
  }

  /** Checks the options. */
  public TableOptions {
    Objects.requireNonNull(codec, "codec");
    Objects.requireNonNull(filter, "filter");
    Objects.requireNonNull(hasher, "hasher");
    Objects.requireNonNull(prefix, "prefix");
    if (blockBytes < MIN_BLOCK_BYTES || blockBytes > MAX_BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "block bytes must be from "
              + MIN_BLOCK_BYTES
              + " to "
              + MAX_BLOCK_BYTES
              + ", not "
              + blockBytes);
    }
  }
}
