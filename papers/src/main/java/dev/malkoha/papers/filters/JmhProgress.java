package dev.malkoha.papers.filters;

import dev.malkoha.cli.Progress;
import java.nio.charset.Charset;
import java.util.Collection;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/** The output of JMH while it runs: kept for the case that it fails, and told as progress. */
final class JmhProgress implements OutputFormat {

  private static final int KEPT = 4_000;

  private final Progress.Task progress;
  private final StringBuilder said = new StringBuilder();

  JmhProgress(Progress.Task progress) {
    this.progress = progress;
  }

  /** The end of all that JMH and its processes said. */
  synchronized String said() {
    return said.toString();
  }

  @Override
  public synchronized void print(String text) {
    said.append(text);
    if (said.length() > 2 * KEPT) {
      said.delete(0, said.length() - KEPT);
    }
  }

  @Override
  public void println(String line) {
    print(line + "\n");
  }

  @Override
  public void verbosePrintln(String line) {
    println(line);
  }

  @Override
  public void write(int character) {
    print(String.valueOf((char) character));
  }

  @Override
  public void write(byte[] text) {
    print(new String(text, Charset.defaultCharset()));
  }

  @Override
  public void endBenchmark(BenchmarkResult result) {
    progress.advance(1);
  }

  @Override
  public void startRun() {}

  @Override
  public void endRun(Collection<RunResult> results) {}

  @Override
  public void startBenchmark(BenchmarkParams benchmark) {}

  @Override
  public void iteration(BenchmarkParams benchmark, IterationParams iteration, int number) {}

  @Override
  public void iterationResult(
      BenchmarkParams benchmark, IterationParams iteration, int number, IterationResult result) {}

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
