package dev.malkoha.engine.observe;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a keyspace since the store was opened. Cheap to add to from many threads; sums are
 * exact when all rest.
 */
@SuppressWarnings("EnumOrdinal") // a look-up in a map would cost as much as the addition
public final class Counts {

  /** Null where nothing was counted yet: a store may have thousands of keyspaces that rest. */
  private final @Nullable LongAdder[] all = new LongAdder[Count.values().length];

  /** Counts so many more. */
  public void add(Count what, long more) {
    if (more != 0) {
      LongAdder known = all[what.ordinal()];
      (known == null ? begin(what.ordinal()) : known).add(more);
    }
  }

  private synchronized LongAdder begin(int index) {
    LongAdder known = all[index];
    LongAdder adder = known == null ? new LongAdder() : known;
    all[index] = adder;
    return adder;
  }

  /** Counts what filters answered to one look-up. */
  public void addFilters(int probes, int negatives, int falsePositives) {
    add(Count.FILTER_PROBES, probes);
    add(Count.FILTER_NEGATIVES, negatives);
    add(Count.FILTER_FALSE_POSITIVES, falsePositives);
  }

  /** Returns the count by now. */
  public long sum(Count what) {
    LongAdder known = all[what.ordinal()];
    return known == null ? 0 : known.sum();
  }
}
