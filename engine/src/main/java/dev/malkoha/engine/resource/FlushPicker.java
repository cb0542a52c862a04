package dev.malkoha.engine.resource;

import java.util.List;

/**
 * Decides which memtable is frozen and flushed so that memory comes back: the largest one, as that
 * makes the most room by the fewest tables; the oldest one where all are tiny, as that lets the log
 * go. A pure function.
 */
final class FlushPicker {

  /** No memtable. */
  static final int NONE = -1;

  /** Background work begins when this much of the budget, in eighths, is not on its way out. */
  private static final int EIGHTHS_TO_FLUSH_FROM = 6;

  /** A memtable below this share of the budget is tiny. */
  private static final int TINY_SHARE = 64;

  private final long capacity;

  FlushPicker(long capacity) {
    this.capacity = capacity;
  }

  /**
   * Whether one more memtable is to go.
   *
   * @param staying bytes that are taken and that no flush under way will free
   * @param wanted bytes that somebody waits for; 0 if nobody does
   */
  boolean isDue(long staying, long wanted) {
    return staying >= capacity / 8 * EIGHTHS_TO_FLUSH_FROM
        || (wanted > 0 && staying + wanted > capacity);
  }

  /**
   * The one to go.
   *
   * @param oldestFirst the bytes of each memtable that can go, in the order in which they began; 0
   *     for one that cannot
   * @return its index; {@link #NONE} if none can
   */
  int pick(List<Long> oldestFirst) {
    int oldest = NONE;
    int largest = NONE;
    for (int i = 0; i < oldestFirst.size(); i++) {
      long bytes = oldestFirst.get(i);
      if (bytes > 0) {
        oldest = oldest == NONE ? i : oldest;
        largest = largest == NONE || bytes > oldestFirst.get(largest) ? i : largest;
      }
    }
    return largest != NONE && oldestFirst.get(largest) >= capacity / TINY_SHARE ? largest : oldest;
  }
}
