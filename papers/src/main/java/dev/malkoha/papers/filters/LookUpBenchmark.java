package dev.malkoha.papers.filters;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Look-ups in one filter by one thread. The keys asked for are read in sequence from a long array;
 * they are in random order, so that the filter's memory is read in random order.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // set by build(), which JMH calls first
public class LookUpBenchmark {

  /** Look-ups in one call. */
  static final int CALL = 1 << 16;

  /** Look-ups in one batch. */
  private static final int BATCH = Long.SIZE;

  private static final int WARM_UP_CALLS = 16;

  /** The filter to ask. */
  @Param("CUCKOO_12")
  public FilterContender contender = FilterContender.CUCKOO_12;

  /** The keys that it holds. */
  @Param("1000000")
  public int keys;

  /** Look-ups, a multiple of a call's, after which the same keys come again. */
  @Param("8388608")
  public int queries;

  private KeyFilter filter;
  private long[] present;
  private long[] absent;
  private long[] mixed;
  private int next;

  /** For JMH. */
  public LookUpBenchmark() {}

  /**
   * Builds the filter, and asks it for keys of both kinds, so that the compiler has seen both
   * answers whichever is measured.
   */
  @Setup
  public void build() {
    long[] held = Queries.keys(keys);
    filter = contender.build(held);
    present = Queries.present(held, queries);
    absent = Queries.absent(queries);
    mixed = Queries.mixed(present, absent);
    for (int i = 0; i < WARM_UP_CALLS; i++) {
      mix();
    }
  }

  /** Keys that the filter holds. */
  @Benchmark
  @OperationsPerInvocation(CALL)
  public int hit() {
    return ask(present);
  }

  /** Keys that it does not hold. */
  @Benchmark
  @OperationsPerInvocation(CALL)
  public int miss() {
    return ask(absent);
  }

  /** Both, half and half, in an order that no branch prediction learns. */
  @Benchmark
  @OperationsPerInvocation(CALL)
  public int mix() {
    return ask(mixed);
  }

  private int ask(long[] from) {
    int start = next;
    next = (start + CALL) % from.length;
    int maybe = 0;
    for (int i = start; i < start + CALL; i++) {
      if (filter.contains(from[i])) {
        maybe++;
      }
    }
    return maybe;
  }

  /** Those of {@link #mix}, 64 at a time. */
  @Benchmark
  @OperationsPerInvocation(CALL)
  public int batch() {
    int start = next;
    next = (start + CALL) % mixed.length;
    int maybe = 0;
    for (int i = start; i < start + CALL; i += BATCH) {
      maybe += Long.bitCount(filter.contains(mixed, i, BATCH));
    }
    return maybe;
  }
}
