package dev.malkoha.bench.deletes;

import dev.malkoha.bench.compare.ComparisonOptions;

/**
 * How a comparison of deletes is run.
 *
 * @param how which stores and how often, as every comparison
 * @param costEntries entries of the stores on which the writing is measured
 */
public record DeletesOptions(ComparisonOptions how, int costEntries) {

  /** Entries unless told otherwise: their deletes fill several of the small memtables. */
  public static final int COST_ENTRIES = 1_000_000;

  private static final int FEWEST_ENTRIES = 100;

  /** Checks what is given. */
  public DeletesOptions {
    if (costEntries < FEWEST_ENTRIES) {
      throw new IllegalArgumentException(
          "entries must be at least " + FEWEST_ENTRIES + ", not " + costEntries);
    }
  }
}
