package dev.malkoha.engine.jobs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A pure question: which memtables are to be flushed as they hold back more of the log than they
 * are worth?
 *
 * <p>Those that begin first in the log go together where that frees more than two segments and more
 * than four times what they hold. One that holds back more than its options allow goes in any case.
 *
 * @param end where the log ends
 */
record HeldLog(long end) {

  /** Two segments of the usual size. */
  static final long FREED_BYTES_MIN = 16 << 20;

  private static final int TIMES_HELD = 4;

  /** A table costs as much as this at least, however little a memtable holds. */
  private static final long TABLE_BYTES = 64 << 10;

  /**
   * A memtable's need for the log.
   *
   * @param from the position from which on it needs the log
   * @param held the bytes that it holds
   * @param most the bytes of the log that it may hold back
   */
  record Need<T>(T tree, long from, long held, long most) {}

  /** The holders of those memtables, the first in the log first; empty if there are none. */
  <T> List<T> holders(List<Need<T>> needs) {
    List<Need<T>> sorted = new ArrayList<>(needs);
    sorted.sort(Comparator.comparingLong(Need::from));
    int flushed = 0;
    long held = 0;
    for (int i = 0; i < sorted.size(); i++) {
      held += Math.max(sorted.get(i).held, TABLE_BYTES);
      long next = i + 1 < sorted.size() ? sorted.get(i + 1).from : end;
      long freed = next - sorted.get(flushed).from;
      if (freed > Math.max(FREED_BYTES_MIN, TIMES_HELD * held)) {
        flushed = i + 1;
        held = 0;
      }
    }
    if (flushed == 0
        && !sorted.isEmpty()
        && end - sorted.getFirst().from > sorted.getFirst().most) {
      flushed = 1;
    }
    return sorted.subList(0, flushed).stream().map(Need::tree).toList();
  }
}
