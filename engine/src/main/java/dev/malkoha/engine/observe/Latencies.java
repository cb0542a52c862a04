package dev.malkoha.engine.observe;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts what users do, and times one operation in {@link OperationMeter#ONE_IN}, if that is
 * switched on. Any thread.
 */
public final class Latencies {

  /** Counts and times nothing. */
  public static final Latencies OFF = new Latencies(null, null);

  /** By the operation's ordinal; null if nothing is counted. */
  private final OperationMeter @Nullable [] meters;

  private final @Nullable LongSupplier clock;

  /** What was counted and timed by some moment. */
  public record Observed(long count, LatencyHistogram.Counts times) {}

  /**
   * Creates what counts.
   *
   * @param clock nanoseconds from any moment on
   */
  Latencies(LongSupplier clock) {
    this(clock, new OperationMeter[Operation.values().length]);
  }

  private Latencies(@Nullable LongSupplier clock, OperationMeter @Nullable [] meters) {
    this.clock = clock;
    this.meters = meters;
    for (int i = 0; meters != null && i < meters.length; i++) {
      meters[i] = new OperationMeter();
    }
  }

  /** Counts an operation that begins; returns what to give to {@link #end}. */
  public long begin(Operation operation) {
    OperationMeter[] all = meters;
    LongSupplier time = clock;
    if (all == null || time == null || !of(all, operation).count()) {
      return 0;
    }
    return time.getAsLong() | 1; // never the 0 that says: not timed
  }

  /** Times the operation, if it is one to be timed. */
  public void end(Operation operation, long begun) {
    OperationMeter[] all = meters;
    LongSupplier time = clock;
    if (begun != 0 && all != null && time != null) {
      of(all, operation).add(time.getAsLong() - begun);
    }
  }

  @SuppressWarnings("EnumOrdinal") // a look-up in a map would cost as much as all else here
  private static OperationMeter of(OperationMeter[] all, Operation operation) {
    return all[operation.ordinal()];
  }

  /** What was counted and timed by now; empty if nothing is. */
  Map<Operation, Observed> observed() {
    Map<Operation, Observed> observed = new EnumMap<>(Operation.class);
    OperationMeter[] all = meters;
    if (all != null) {
      for (Operation operation : Operation.values()) {
        observed.put(operation, of(all, operation).observed());
      }
    }
    return observed;
  }
}
