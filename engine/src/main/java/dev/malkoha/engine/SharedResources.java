package dev.malkoha.engine;

import module java.base;

import dev.malkoha.engine.facade.StoreSharedResources;

/**
 * What any number of stores of a process, with all their keyspaces, have in common: one block
 * cache, one memory for memtables, one set of worker threads, one cap on open files, one pace of
 * background writing. A store is opened with it by {@link DbOptions.Builder#resources}; one that is
 * not has all of these for itself. See docs/resources.md.
 *
 * <p>Heap that the stores may use together: {@link #memoryBytesMax}, and on top of that about 11.6
 * bits a key for filters and some 40 bytes a block for indexes of the tables that they hold, and
 * less than 100 KB for each open store.
 *
 * <p>Any thread. To be closed after the stores. Sealed, since stores work with what is inside: only
 * its own builder makes one.
 */
public sealed interface SharedResources extends AutoCloseable permits StoreSharedResources {

  /** A builder that starts from the defaults. */
  static Builder builder() {
    return StoreSharedResources.builder();
  }

  /** Bytes of heap that block cache and memtables of all stores may take together. */
  long memoryBytesMax();

  /** Bytes that the memtables of all stores take now: what is allocated for them, used or not. */
  long memTableBytesUsed();

  /** Bytes that the block cache holds now, of all stores. */
  long blockCacheBytesUsed();

  /** Table files that are open now, of all stores. */
  int openFiles();

  /** Flushes that may run at the same time, and compactions that may. */
  int backgroundThreads();

  /** Where the stores lie that use this now, in the order in which they were opened. */
  List<Path> stores();

  /**
   * Ends the threads. The second time does nothing.
   *
   * @throws IllegalStateException if stores are open that use this; nothing is closed then
   */
  @Override
  void close();

  /** Gathers settings; every setter refuses a value out of range at once. */
  sealed interface Builder permits StoreSharedResources.Builder {

    /** Sets the size of the block cache, 0 to 1 TiB; default 64 MiB. */
    Builder blockCacheBytes(long bytes);

    /**
     * Sets the memory that memtables of all stores and keyspaces may take together, active ones and
     * those that wait to be flushed, 128 KiB to 1 TiB; default 64 MiB. From three quarters on the
     * largest memtable, or if all are tiny the oldest one, is flushed, wherever it is; writers that
     * find no memory wait for that. A batch must fit into seven eighths; in each keyspace that is
     * written to some 20 KB are taken at least.
     */
    Builder memTableBytes(long bytes);

    /**
     * Sets how many compactions of all stores may run at the same time, 1 to 64, and beside them as
     * many flushes; default 2. A store has one flush at a time.
     */
    Builder backgroundThreads(int threads);

    /**
     * Sets how many table files of all stores may be open at the same time, 4 to 1,000,000; default
     * 10,000. Each one is a mapping, of which systems allow a process some tens of thousands. Those
     * that have not been read for long are closed, and opened again when they are read; filters and
     * indexes stay in memory. Files of a store that is opened read-only do not count and stay open:
     * its writer may delete them.
     */
    Builder maxOpenFiles(int files);

    /**
     * Sets how many bytes of tables flushes and compactions of all stores may write in a second, 64
     * KiB to 1 TiB, or 0 for as many as they can; default 0. Flushes go first. Writers that bring
     * more than this for long are slowed down to it.
     */
    Builder writeBytesPerSecond(long bytes);

    /**
     * Builds what stores will share, and says in the log how much heap it may take.
     *
     * @throws IllegalArgumentException if block cache and memtables alone do not fit in the heap
     */
    SharedResources build();
  }
}
