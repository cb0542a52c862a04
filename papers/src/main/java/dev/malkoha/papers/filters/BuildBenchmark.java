package dev.malkoha.papers.filters;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The building of one filter from an array of all its keys, memory for it included. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // set by prepare(), which JMH calls first
public class BuildBenchmark {

  /** The filter to build. */
  @Param("CUCKOO_12")
  public FilterContender contender = FilterContender.CUCKOO_12;

  /** The keys to build it of. */
  @Param("1000000")
  public int keys;

  private long[] held;

  /** For JMH. */
  public BuildBenchmark() {}

  /** Makes the keys. */
  @Setup
  public void prepare() {
    held = Queries.keys(keys);
  }

  /** One whole filter. */
  @Benchmark
  public Object build() {
    return contender.build(held);
  }
}
