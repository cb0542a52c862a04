package dev.malkoha.bench.filters;

import dev.malkoha.bench.Progress;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The running of JMH: one benchmark of several filters, each filter and method in a Java process
 * that knows no other, so that the compiler can do for each its best.
 */
final class Turns {

  /**
   * Room for the building of every filter, of a size that does not change; and a collector that
   * does nothing beside the measured thread.
   */
  static final List<String> JVM = List.of("-Xms3g", "-Xmx3g", "-XX:+UseSerialGC");

  private final FilterOptions.Effort effort;
  private final List<Integer> keys;

  Turns(FilterOptions options) {
    this.effort = options.effort();
    this.keys = options.keys();
  }

  /** How many processes a call of {@link #take} for so many filters is. */
  int count(int contenders, int methods) {
    return contenders * methods * keys.size();
  }

  Collection<RunResult> take(
      Class<?> benchmark, List<FilterContender> contenders, Progress.Task progress) {
    TimeValue time = TimeValue.milliseconds(effort.millis());
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + benchmark.getName().replace(".", "\\.") + "\\.")
            .param("contender", contenders.stream().map(Enum::name).toArray(String[]::new))
            .param("keys", keys.stream().map(String::valueOf).toArray(String[]::new))
            .forks(effort.forked() ? 1 : 0)
            .jvmArgs(JVM.toArray(String[]::new))
            .warmupIterations(1)
            .warmupTime(time)
            .measurementIterations(effort.iterations())
            .measurementTime(time)
            .timeUnit(TimeUnit.NANOSECONDS)
            .timeout(TimeValue.minutes(10));
    if (benchmark == LookUpBenchmark.class) {
      options =
          options.param("queries", String.valueOf(effort.queries())).addProfiler(GCProfiler.class);
    }
    JmhProgress format = new JmhProgress(progress);
    try {
      return new Runner(options.build(), format).run();
    } catch (RunnerException e) {
      throw new IllegalStateException("JMH failed: " + e.getMessage() + "\n" + format.said(), e);
    }
  }
}
