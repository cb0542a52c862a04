package dev.malkoha.bench.expiry;

import dev.malkoha.bench.compare.ComparisonOptions;
import java.time.Duration;

/**
 * How a comparison of entries that expire is run.
 *
 * @param how which stores and how often, as every comparison
 * @param entries that are put, of which nine in ten expire
 * @param timeToLive of these, in whole seconds
 * @param watched how long a store is watched once all of them have expired
 */
public record ExpiryOptions(
    ComparisonOptions how, int entries, Duration timeToLive, Duration watched) {

  /** Entries unless told otherwise. */
  public static final int ENTRIES = 10_000_000;

  private static final int FEWEST_ENTRIES = 100;

  /** Checks what is given. */
  public ExpiryOptions {
    if (entries < FEWEST_ENTRIES) {
      throw new IllegalArgumentException(
          "entries must be at least " + FEWEST_ENTRIES + ", not " + entries);
    }
    if (timeToLive.toSeconds() < 1) {
      throw new IllegalArgumentException("the time to live must be at least a second");
    }
  }
}
