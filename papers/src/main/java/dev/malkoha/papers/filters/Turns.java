package dev.malkoha.papers.filters;

import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The running of JMH: some methods of a benchmark for several filters, each method and filter in a
 * Java process that knows no other, so that the compiler can do for each its best.
 *
 * @param how what is the same for all
 * @param methods a pattern of the class in this package and the methods
 * @param methodCount how many they are
 * @param iterations how many of those that count
 * @param contenders the filters
 */
record Turns(
    FilterOptions how,
    String methods,
    int methodCount,
    int iterations,
    List<FilterContender> contenders) {

  /** How many processes it takes. */
  int count() {
    return contenders.size() * methodCount * how.keys().size();
  }

  /**
   * Runs all of them.
   *
   * @throws IOException if JMH cannot; a filter that fails is only missing from the results
   */
  Collection<RunResult> take(Progress.Task progress) throws IOException {
    JmhProgress format = new JmhProgress(progress);
    try {
      return new Runner(options(), format).run();
    } catch (RunnerException e) {
      throw new IOException("JMH failed: " + e.getMessage() + "\n" + format.said(), e);
    }
  }

  private Options options() {
    FilterOptions.Effort effort = how.effort();
    return new OptionsBuilder()
        .include("^" + (Turns.class.getPackageName() + "." + methods).replace(".", "\\.") + "$")
        .param("contender", contenders.stream().map(Enum::name).toArray(String[]::new))
        .param("keys", how.keys().stream().map(String::valueOf).toArray(String[]::new))
        .param("queries", String.valueOf(effort.queries()))
        .forks(effort.forked() ? 1 : 0)
        .jvmArgs(how.jvm().toArray(String[]::new))
        .warmupIterations(1)
        .warmupTime(TimeValue.milliseconds(effort.warmUpMillis()))
        .measurementIterations(iterations)
        .measurementTime(TimeValue.milliseconds(effort.millis()))
        .timeUnit(TimeUnit.NANOSECONDS)
        .timeout(TimeValue.minutes(10))
        .addProfiler(GCProfiler.class)
        .build();
  }
}
