package dev.malkoha.engine.read;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what filters answered. Cheap to add to from many threads; sums are exact when all rest.
 *
 * @param probes filters asked
 * @param negatives filters that said "absent"
 * @param falsePositives filters that said "maybe" where the table had nothing for the reader
 * @param prefixNegatives filters that said "absent" of the prefix that a scan was of
 */
public record ReadCounters(
    LongAdder probes, LongAdder negatives, LongAdder falsePositives, LongAdder prefixNegatives) {

  /** Nothing counted yet. */
  public ReadCounters() {
    this(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());
  }

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

  /** Adds tables that a scan has left out. */
  public void addPrefixNegatives(int tables) {
    if (tables != 0) {
      prefixNegatives.add(tables);
    }
  }
}
