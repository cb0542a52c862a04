package dev.malkoha.bench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/** Threads that start together on equal shares of one piece of work, each with its own clock. */
final class Team {

  private Team() {}

  /** The work from one operation to another, for one thread. */
  interface Share {

    /** Does it, reads the clock after each operation, and says how many they really were. */
    long work(int thread, long from, long to, Ticks ticks);
  }

  /**
   * What a team took.
   *
   * @param threadNanos the sum of the threads' own times
   * @param wallNanos from the start to the end of the last one
   * @param latency of single operations, if they were recorded
   */
  record Took(long operations, long threadNanos, long wallNanos, Optional<Latency> latency) {

    /** The latencies of operations that were timed one by one. */
    static Took of(Histogram nanos) {
      long sum = Math.round(nanos.getMean() * nanos.getTotalCount());
      return new Took(nanos.getTotalCount(), sum, sum, Optional.of(Latency.of(nanos)));
    }

    double microsPerOp() {
      return operations == 0 ? 0 : threadNanos / 1e3 / operations;
    }

    double operationsPerSecond() {
      return wallNanos == 0 ? 0 : operations * 1e9 / wallNanos;
    }
  }

  private record Lap(long operations, long start, long end, Ticks ticks) {}

  /** Divides operations among threads, and waits for them. */
  static Took run(int threads, long operations, boolean recording, Share share) {
    CountDownLatch ready = new CountDownLatch(threads);
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<Lap>> laps = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        long from = operations * thread / threads;
        long to = operations * (thread + 1) / threads;
        laps.add(pool.submit(() -> lap(ready, share, thread, from, to, new Ticks(recording))));
      }
      return sum(laps);
    }
  }

  private static Lap lap(
      CountDownLatch ready, Share share, int thread, long from, long to, Ticks ticks)
      throws InterruptedException {
    ready.countDown();
    ready.await();
    long start = System.nanoTime();
    ticks.start();
    long done = share.work(thread, from, to, ticks);
    return new Lap(done, start, System.nanoTime(), ticks);
  }

  private static Took sum(List<Future<Lap>> laps) {
    long operations = 0;
    long threadNanos = 0;
    long start = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    Histogram nanos = Ticks.empty();
    for (Future<Lap> future : laps) {
      Lap lap = result(future);
      operations += lap.operations();
      threadNanos += lap.end() - lap.start();
      start = Math.min(start, lap.start());
      end = Math.max(end, lap.end());
      lap.ticks().addTo(nanos);
    }
    return new Took(
        operations,
        threadNanos,
        end - start,
        nanos.getTotalCount() == 0 ? Optional.empty() : Optional.of(Latency.of(nanos)));
  }

  private static Lap result(Future<Lap> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("a worker failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while workers run", e);
    }
  }
}
