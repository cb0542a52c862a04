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

  private HeapShares() {}

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
