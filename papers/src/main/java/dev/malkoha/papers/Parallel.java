package dev.malkoha.papers;

import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs of experiments that take no time: as many at once as there are cores and memory for. */
final class Parallel {

  /** The part of the heap for the tables of all runs together. */
  private static final int HEAP_SHARE = 3;

  private Parallel() {}

  /**
   * The results of all runs, in their order.
   *
   * @param name what the progress bar says
   * @param tableBytes the memory of the largest run
   */
  static <T> List<T> all(String name, List<Callable<T>> runs, long tableBytes, Progress progress)
      throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(atOnce(tableBytes));
    try (Progress.Task task = progress.start(name, runs.size())) {
      List<Future<T>> futures = new ArrayList<>();
      for (Callable<T> run : runs) {
        futures.add(threads.submit(run));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
        task.advance(1);
      }
      return results;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IOException("an experiment failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static int atOnce(long tableBytes) {
    long fit = Runtime.getRuntime().maxMemory() / HEAP_SHARE / Math.max(1, tableBytes);
    return (int) Math.max(1, Math.min(Runtime.getRuntime().availableProcessors(), fit));
  }
}
