package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.CompactionFilter;
import dev.malkoha.engine.CompactionFilter.Decision;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of a keyspace's filter in one merge, and whether they changed anything. What it
 * throws is kept for others to tell; the value then stays. One thread.
 */
public final class FilterDecisions {

  private final CompactionFilter filter;
  private @Nullable Throwable failure;
  private boolean areChanging;

  FilterDecisions(CompactionFilter filter) {
    this.filter = filter;
  }

  /** Whether there is a filter. */
  boolean areAsked() {
    return !filter.equals(CompactionFilter.NONE);
  }

  /** Asks about a value. */
  Decision about(byte[] key, byte[] value) {
    Decision decision = Decision.keep();
    try {
      decision = Objects.requireNonNull(filter.decide(key, value), "decide() gave null");
    } catch (Throwable e) { // a checked exception, too: not all compilers ask for them
      failure = e;
    }
    areChanging |= !decision.isKept();
    return decision;
  }

  /** Whether a value was removed or changed. */
  public boolean areChanging() {
    return areChanging;
  }

  /** The failure that the filter has thrown last; null if it has thrown none. */
  public @Nullable Throwable failure() {
    return failure;
  }
}
