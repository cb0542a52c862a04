package dev.malkoha.bench.filters;

import dev.malkoha.bench.Progress;
import java.io.IOException;
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

  private final FilterOptions how;

  Turns(FilterOptions how) {
    this.how = how;
  }

  /** How many processes a call of {@link #take} for so many filters is. */
  int count(int contenders, int methods) {
    return contenders * methods * how.keys().size();
  }

  /**
   * Runs all methods of a benchmark for each filter.
   *
   * @throws IOException if JMH cannot; a filter that fails is only missing from the results
   */
  Collection<RunResult> take(
      Class<?> benchmark, List<FilterContender> contenders, Progress.Task progress)
      throws IOException {
    FilterOptions.Effort effort = how.effort();
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + benchmark.getName().replace(".", "\\.") + "\\.")
            .param("contender", contenders.stream().map(Enum::name).toArray(String[]::new))
            .param("keys", how.keys().stream().map(String::valueOf).toArray(String[]::new))
            .forks(effort.forked() ? 1 : 0)
            .jvmArgs(how.jvm().toArray(String[]::new))
            .warmupIterations(1)
            .warmupTime(TimeValue.milliseconds(effort.warmUpMillis()))
            .measurementIterations(effort.iterations())
            .measurementTime(TimeValue.milliseconds(effort.millis()))
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
      throw new IOException("JMH failed: " + e.getMessage() + "\n" + format.said(), e);
    }
  }
}
