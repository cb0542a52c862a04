package dev.malkoha.engine.resource;

import dev.malkoha.sstable.BlockCache;
import dev.malkoha.storage.OwnThread;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What tables are read and written with, be it one store's or many stores'.
 *
 * @param cache the block cache
 * @param openFiles bounds how many files are open; null where all are
 * @param rate bounds how fast they are written
 * @param threads whether one table is finished on another thread while the next is written
 * @param heap counts what open tables keep in memory
 */
public record TableResources(
    BlockCache cache,
    @Nullable OpenFileCap openFiles,
    WriteRate rate,
    boolean threads,
    HeapUse heap) {

  /** A cache, and no bounds. */
  public TableResources(BlockCache cache, boolean threads, HeapUse heap) {
    this(cache, null, WriteRate.UNLIMITED, threads, heap);
  }

  /** A cache, and no bounds; each table is finished before the next is begun. */
  public TableResources(BlockCache cache) {
    this(cache, false, new HeapUse(cache::capacityBytes, Long.MAX_VALUE));
  }

  /**
   * Finishes a table.
   *
   * @return waits until that is done
   */
  public <T> OwnThread.Action<T> finish(OwnThread.Action<T> table) throws IOException {
    if (threads) {
      return OwnThread.begin(table);
    }
    T done = table.run();
    return () -> done;
  }

  /** The same for a store whose files somebody else may delete: they are never closed meanwhile. */
  public TableResources beside() {
    return new TableResources(cache, null, rate, threads, heap);
  }
}
