package dev.malkoha.engine.base;

/**
 * What one write may take of the heap. While it is made its bytes are there three times: as its
 * caller holds them, as they are logged, and in the memtable; later once or twice, when they are
 * read. Flushes copy no value that is this large, and only the log's copy is gone at once.
 */
public final class HeapShares {

  private static final long HEAP = Runtime.getRuntime().maxMemory();

  /** The longest value, and about the largest batch: a little more than a quarter. */
  public static final long MOST = HEAP / 4 + HEAP / 32;

  /** A batch above this waits for another such one's flush, and has memory before it is logged. */
  public static final long LARGE = HEAP / 16;

  /**
   * The default size of a block cache, and of a memtable: the cache and three memtables take half
   * of the heap at most.
   */
  public static final long DEFAULT_PART = Math.clamp((HEAP / 8) >> 20, 1L, 64L) << 20;

  /** One memtable that is written to, and two that wait to be flushed. */
  public static final int MEMTABLES = 3;

  /**
   * A memtable of one entry takes some 10 KB: with less than this, keyspaces would be in each
   * other's way.
   */
  private static final long MEMTABLES_LEAST = 128 << 10;

  private HeapShares() {}

  /** What all memtables of a store by itself may use, by the size of the default keyspace's. */
  public static long memTables(long memTableBytes) {
    return Math.max(MEMTABLES_LEAST, MEMTABLES * memTableBytes);
  }

  /** The largest batch, which holds the longest value in any case. */
  public static int batchBytesMax() {
    return (int) Math.min(Limits.BATCH_BYTES_MAX, MOST + (1 << 20));
  }

  /** What to do about a write that is too large, beside making it smaller. */
  public static String remedy() {
    return ", or raise -Xmx: about a quarter of the heap is the most, and it has "
        + HEAP
        + " bytes";
  }
}
