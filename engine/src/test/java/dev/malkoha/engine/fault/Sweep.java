package dev.malkoha.engine.fault;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Many runs, each with a failure in another place, beside each other; one that hangs is found. */
final class Sweep {

  /** A run takes milliseconds, but a busy machine may stand still for a while. */
  private static final int HANGS_AFTER_SECONDS = 120;

  private static final String RUNNERS = "sweep-";

  /** What the store logs of its failures would be all that one sees. */
  private static final Logger STORE = Logger.getLogger("dev.malkoha.engine");

  private record Running(String what, Future<?> end) {}

  private final List<Running> runs = new ArrayList<>();
  private final Map<String, AssertionError> failures = new LinkedHashMap<>();
  private int failed;
  private final ExecutorService pool =
      Executors.newFixedThreadPool(
          Runtime.getRuntime().availableProcessors(),
          Thread.ofPlatform().name(RUNNERS, 0).daemon().factory());

  /** Adds a run, which fails by what it throws. */
  void add(String what, Runnable run) {
    runs.add(new Running(what, pool.submit(run)));
  }

  /** Waits for all runs, and fails with one of each sort of failure that there was. */
  void await() throws InterruptedException {
    Level usual = STORE.getLevel();
    STORE.setLevel(Level.OFF);
    try {
      for (Running run : runs) {
        await(run);
      }
    } finally {
      pool.shutdownNow();
      STORE.setLevel(usual);
    }
    if (failed > 0) {
      AssertionError all = new AssertionError(failed + " of " + runs.size() + " runs failed");
      failures.values().forEach(all::addSuppressed);
      throw all;
    }
  }

  private void await(Running run) throws InterruptedException {
    try {
      run.end().get(HANGS_AFTER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      failed++;
      failures.putIfAbsent(sort(e), new AssertionError(run.what(), e.getCause()));
    } catch (TimeoutException e) {
      throw hanging(run, e); // and with it all that wait behind it
    }
  }

  /** It says where the runs are that are under way: one of them hangs. */
  private static AssertionError hanging(Running run, TimeoutException cause) {
    AssertionError hangs = new AssertionError(run.what() + " hangs", cause);
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              if (thread.getName().startsWith(RUNNERS)) {
                Throwable where = new Throwable(thread.getName());
                where.setStackTrace(stack);
                hangs.addSuppressed(where);
              }
            });
    return hangs;
  }

  /** The innermost cause: what it is and where it comes from. */
  private static String sort(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    StackTraceElement[] stack = cause.getStackTrace();
    String from = stack.length == 0 ? "" : stack[0].toString();
    return cause.getClass() + from + String.valueOf(cause.getMessage()).replaceAll("\\d+", "");
  }
}
