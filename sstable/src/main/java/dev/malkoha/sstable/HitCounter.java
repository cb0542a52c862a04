package dev.malkoha.sstable;

/**
 * A counter for the hottest path: threads count in cells of their own, a cache line apart, without
 * an atomic operation. Two threads that share a cell may lose counts.
 */
final class HitCounter {

  private static final int CELLS = 64;

  /** Cells are this many numbers apart: two cache lines, as lines are fetched in pairs. */
  private static final int STRIDE = 16;

  private final long[] counts = new long[(CELLS + 1) * STRIDE];

  void add(long count) {
    int cell = (int) Thread.currentThread().threadId() & (CELLS - 1);
    counts[(cell + 1) * STRIDE] += count;
  }

  long sum() {
    long sum = 0;
    for (int i = 1; i <= CELLS; i++) {
      sum += counts[i * STRIDE];
    }
    return sum;
  }
}
