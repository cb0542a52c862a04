package dev.malkoha.engine.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Many runs, each a failure in another place, beside each other; one that hangs is found too. */
final class Sweep {

  /** Whether every place is tried, in every way, and not only a fair share of them. */
  static final boolean FULL = "full".equals(System.getProperty("malkoha.sweep"));

  /** A run takes milliseconds. */
  private static final int HANGS_AFTER_SECONDS = 120;

  private record Running(String what, Future<?> end) {}

  private final List<Running> runs = new ArrayList<>();
  private final ExecutorService pool =
      Executors.newFixedThreadPool(
          Runtime.getRuntime().availableProcessors(), Thread.ofPlatform().daemon().factory());

  /** Adds a run, which fails by what it throws. */
  void add(String what, Runnable run) {
    runs.add(new Running(what, pool.submit(run)));
  }

  /** Waits for all runs; fails with the first ten that failed. */
  void await() throws InterruptedException {
    List<AssertionError> failures = new ArrayList<>();
    try {
      for (Running run : runs) {
        await(run, failures);
      }
    } finally {
      pool.shutdownNow();
    }
    if (!failures.isEmpty()) {
      AssertionError all = new AssertionError(failures.size() + " of " + runs.size() + " runs");
      failures.stream().limit(10).forEach(all::addSuppressed);
      throw all;
    }
  }

  private static void await(Running run, List<AssertionError> failures)
      throws InterruptedException {
    try {
      run.end().get(HANGS_AFTER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      failures.add(new AssertionError(run.what(), e.getCause()));
    } catch (TimeoutException e) {
      failures.add(new AssertionError(run.what() + " hangs", e));
    }
  }
}
