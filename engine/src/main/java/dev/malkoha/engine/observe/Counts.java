package dev.malkoha.engine.observe;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * What was counted of a keyspace since the store was opened. Cheap to add to from many threads;
 * sums are exact when all rest.
 */
@SuppressWarnings("EnumOrdinal") // a look-up in a map would cost as much as the addition
public final class Counts {

  private final LongAdder[] all = new LongAdder[Count.values().length];

  /** Nothing counted yet. */
  public Counts() {
    Arrays.setAll(all, i -> new LongAdder());
  }

  /** Counts so many more. */
  public void add(Count what, long more) {
    if (more != 0) {
      all[what.ordinal()].add(more);
    }
  }

  /** Counts what filters answered to one look-up. */
  public void addFilters(int probes, int negatives, int falsePositives) {
    add(Count.FILTER_PROBES, probes);
    add(Count.FILTER_NEGATIVES, negatives);
    add(Count.FILTER_FALSE_POSITIVES, falsePositives);
  }

  /** How many there are by now. */
  public long sum(Count what) {
    return all[what.ordinal()].sum();
  }
}
