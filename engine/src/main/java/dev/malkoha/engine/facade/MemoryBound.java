package dev.malkoha.engine.facade;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.resource.HeapUse;
import org.jspecify.annotations.Nullable;

/**
 * What block cache and memtables may take of the heap, and what follows from that. Filters and
 * indexes come on top, by what the tables hold.
 *
 * @param cacheBytes of the block cache
 * @param memTableBytes of all memtables at most
 * @param advice which option to lower
 */
record MemoryBound(long cacheBytes, long memTableBytes, String advice) {

  private static final double MIB = 1 << 20;

  /** Of stores that share. */
  static MemoryBound shared(long cacheBytes, long memTableBytes) {
    String advice = "blockCacheBytes or memTableBytes of the shared resources";
    return new MemoryBound(cacheBytes, memTableBytes, advice);
  }

  /** The bound of a store by itself. */
  static MemoryBound own(DbOptions options) {
    return new MemoryBound(
        options.blockCacheBytes(),
        options.memoryBytesMax() - options.blockCacheBytes(),
        "blockCacheBytes or memTableBytes of the options");
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
              .formatted(mib(cacheBytes), mib(memTableBytes), mib(heapBytes), remedy()));
    }
  }

  /** What to warn of, if there is anything. */
  @Nullable String warning(long heapBytes) {
    return HeapUse.isTight(bytes(), heapBytes)
        ? "%s, and the heap has %s at most, which others need some of: %s"
            .formatted(this, mib(heapBytes), remedy())
        : null;
  }

  /** Logs the bound, or warns of it. */
  void tell(long heapBytes) {
    String warning = warning(heapBytes);
    if (warning != null) {
      StoreLog.warn(warning, null);
    } else {
      StoreLog.debug(toString(), null);
    }
  }

  private String remedy() {
    return "raise -Xmx or lower " + advice;
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
