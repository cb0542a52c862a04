package dev.malkoha.engine.events;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Block cache, memtables, and the filters and indexes of open tables may take more than three
 * quarters of the heap together. Nothing has failed yet. It is told again after each eighth more.
 *
 * <p>Raise {@code -Xmx}, or lower {@code blockCacheBytes} or {@code memTableBytes}. Filters take
 * about 11.6 bits a key, indexes about 40 bytes a block: larger blocks take less.
 *
 * @param memoryBytesMax what block cache and memtables may take; of all stores that share them
 * @param tableBytes what filters and indexes of open tables take, of the same stores
 * @param heapBytes the largest that the heap can be
 */
public record HeapTight(Path store, long memoryBytesMax, long tableBytes, long heapBytes)
    implements StoreEvent {

  @Override
  public Duration took() {
    return Duration.ZERO;
  }
}
