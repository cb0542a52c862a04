package dev.malkoha.papers.filters;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The removal of half a full filter's keys, in the order in which they were added. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // set by fill(), which JMH calls first
public class DeleteBenchmark {

  /** The filter to remove from. */
  @Param("SETFILTERS_02")
  public FilterContender contender = FilterContender.SETFILTERS_02;

  /** The keys that it holds before. */
  @Param("1000000")
  public int keys;

  private long[] held;
  private KeyFilter filter;

  /** For JMH. */
  public DeleteBenchmark() {}

  /** Builds a full filter for each shot. */
  @Setup(Level.Iteration)
  public void fill() {
    held = Queries.keys(keys);
    filter = contender.build(held);
  }

  /** Half the keys. */
  @Benchmark
  public void remove() {
    for (int i = 0; i < removals(keys); i++) {
      filter.remove(held[i]);
    }
  }

  /** How many of so many keys are removed. */
  static int removals(int keys) {
    return keys / 2;
  }
}
