package dev.malkoha.engine.resource;

import dev.malkoha.sstable.BlockCache;
import org.jspecify.annotations.Nullable;

/**
 * What tables are read and written with, be it one store's or many stores'.
 *
 * @param cache the block cache
 * @param openFiles bounds how many files are open; null where all are
 * @param rate bounds how fast they are written
 */
public record TableResources(BlockCache cache, @Nullable OpenFileCap openFiles, WriteRate rate) {

  /** A cache, and no bounds. */
  public TableResources(BlockCache cache) {
    this(cache, null, WriteRate.UNLIMITED);
  }

  /** The same for a store whose files somebody else may delete: they are never closed meanwhile. */
  public TableResources beside() {
    return new TableResources(cache, null, rate);
  }
}
