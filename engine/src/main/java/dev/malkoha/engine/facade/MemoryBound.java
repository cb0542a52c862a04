package dev.malkoha.engine.facade;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.resource.HeapUse;

/**
 * What block cache and memtables may take of the heap, and what follows from that. Filters and
 * indexes come on top, by what the tables hold.
 *
 * @param cacheBytes of the block cache
 * @param memTableBytes of all memtables at most
 */
record MemoryBound(long cacheBytes, long memTableBytes) {

  private static final double MIB = 1 << 20;
  private static final String REMEDY = "raise -Xmx or lower blockCacheBytes or memTableBytes";

  /** The bound of a store by itself. */
  static MemoryBound own(DbOptions options) {
    return new MemoryBound(
        options.blockCacheBytes(), options.memoryBytesMax() - options.blockCacheBytes());
  }

  long bytes() {
    return cacheBytes + memTableBytes;
  }

  /**
   * Refuses what cannot fit.
   *
   * @param heapBytes the largest that the heap can be
   * @throws IllegalArgumentException if block cache and memtables alone have no room in it
   */
  void check(long heapBytes) {
    if (bytes() > heapBytes) {
      throw new IllegalArgumentException(
          "a block cache of %s and memtables of %s do not fit in a heap of %s: %s"
              .formatted(mib(cacheBytes), mib(memTableBytes), mib(heapBytes), REMEDY));
    }
  }

  /** Logs the bound, or warns of it. */
  void tell(long heapBytes) {
    if (HeapUse.isTight(bytes(), heapBytes)) {
      String rest = "%s, and the heap has %s at most, which others need some of: %s";
      StoreLog.warn(rest.formatted(this, mib(heapBytes), REMEDY), null);
    } else {
      StoreLog.debug(toString(), null);
    }
  }

  /** The sum as one would write it by hand. */
  @Override
  public String toString() {
    return "block cache %s + memtables %s = %s at most, with filters (about 11.6 bits a key) and indexes (about 40 bytes a block) of open tables on top"
        .formatted(mib(cacheBytes), mib(memTableBytes), mib(bytes()));
  }

  /** Without a formatter, whose classes take longer to load than a store to open. */
  private static String mib(long bytes) {
    return Math.round(bytes / MIB) + " MiB";
  }
}
