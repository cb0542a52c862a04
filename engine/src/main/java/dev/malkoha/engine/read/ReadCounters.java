package dev.malkoha.engine.read;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what filters answered. Cheap to add to from many threads; sums are exact when all rest.
 */
public final class ReadCounters {

  private final LongAdder probes = new LongAdder();
  private final LongAdder negatives = new LongAdder();
  private final LongAdder falsePositives = new LongAdder();

  void add(int probed, int negative, int falsePositive) {
    if (probed != 0) {
      probes.add(probed);
      if (negative != 0) {
        negatives.add(negative);
      }
      if (falsePositive != 0) {
        falsePositives.add(falsePositive);
      }
    }
  }

  /** Filters asked. */
  public long probes() {
    return probes.sum();
  }

  /** Filters that said "absent". */
  public long negatives() {
    return negatives.sum();
  }

  /** Filters that said "maybe" where the table had nothing for the reader. */
  public long falsePositives() {
    return falsePositives.sum();
  }
}
