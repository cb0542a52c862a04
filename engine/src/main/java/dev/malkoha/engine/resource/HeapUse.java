package dev.malkoha.engine.resource;

import module java.base;

/**
 * What block cache, memtables and open tables may take of the heap together, be it one store's or
 * many stores'.
 *
 * <p>Options bound the first two. What open tables keep in memory, their filters and indexes, grows
 * with the data: from three quarters of the heap on that is told, and again after each eighth more.
 * Any thread.
 */
public final class HeapUse {

  private static final double TIGHT_SHARE = 0.75;
  private static final double WORTH_TELLING = 1.125;

  private final LongSupplier bound;
  private final long heapBytes;
  private final AtomicLong tableBytes = new AtomicLong();
  private final AtomicLong told = new AtomicLong();

  /**
   * Creates the account of a heap.
   *
   * @param bound what block cache and memtables may take
   * @param heapBytes the largest that the heap can be
   */
  public HeapUse(LongSupplier bound, long heapBytes) {
    this.bound = bound;
    this.heapBytes = heapBytes;
  }

  /** Whether so much leaves others too little of a heap. */
  public static boolean isTight(long bytes, long heapBytes) {
    return bytes > TIGHT_SHARE * heapBytes;
  }

  /**
   * Counts what an opened table keeps in memory.
   *
   * @return whether the heap is tight now, and that is to be told
   */
  public boolean opened(long bytes) {
    tableBytes.addAndGet(bytes);
    long now = bytesMax();
    long before = told.get();
    return isTight(now, heapBytes)
        && now > WORTH_TELLING * before
        && told.compareAndSet(before, now);
  }

  /** Takes off what a table kept in memory. */
  public void closed(long bytes) {
    tableBytes.addAndGet(-bytes);
  }

  /** What block cache and memtables may take. */
  public long boundBytes() {
    return bound.getAsLong();
  }

  /** What open tables keep in memory. */
  public long tableBytes() {
    return tableBytes.get();
  }

  /** The sum of both. */
  public long bytesMax() {
    return boundBytes() + tableBytes();
  }

  /** The largest that the heap can be. */
  public long heapBytes() {
    return heapBytes;
  }
}
