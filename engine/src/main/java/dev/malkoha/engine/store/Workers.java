package dev.malkoha.engine.store;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * The threads that background work runs on: one for flushes, some for compactions, one that applies
 * deletes, one that keeps a log segment ready, one that plans what is due. Tests may run the work
 * on the calling thread instead.
 */
public final class Workers {

  private final Executor flush;
  private final Executor compaction;
  private final Executor deletes;
  private final Executor log;
  private final Executor planning;
  private final Ticker ticker;
  private final Runnable shutdown;

  /** Does something now and then, or after a while. */
  public interface Ticker {

    /** No clock: nothing is ever done. */
    Ticker NEVER =
        new Ticker() {
          @Override
          public void everySeconds(int seconds, Runnable work) {}

          @Override
          public boolean after(long millis, Runnable work) {
            return false;
          }
        };

    /** Has something short done every so many seconds, until the end. */
    void everySeconds(int seconds, Runnable work);

    /** Has something short done once; returns whether it will be. */
    boolean after(long millis, Runnable work);
  }

  private Workers(
      Executor flush,
      Executor compaction,
      Executor deletes,
      Executor log,
      Executor planning,
      Ticker ticker,
      Runnable shutdown) {
    this.flush = flush;
    this.compaction = compaction;
    this.deletes = deletes;
    this.log = log;
    this.planning = planning;
    this.ticker = ticker;
    this.shutdown = shutdown;
  }

  /** Real threads, all daemons. Work that comes after {@link #stop} is dropped. */
  public static Workers threads(int compactionThreads) {
    ExecutorService flush = pool("flush", 1);
    ExecutorService compaction = pool("compaction", compactionThreads);
    ExecutorService deletes = pool("deletes", 1);
    ScheduledExecutorService ticks = ticks();
    ExecutorService log = pool("log", 1);
    return new Workers(
        flush,
        compaction,
        deletes,
        log,
        ticks,
        ticker(ticks),
        () -> {
          stop(ticks);
          stop(flush);
          stop(compaction);
          stop(deletes);
          stop(log);
        });
  }

  /** No threads: whoever hands work in does it before the call returns. For deterministic tests. */
  public static Workers inline() {
    return of(Runnable::run, Runnable::run, Runnable::run);
  }

  /** Work goes where the caller says, and nothing is done now and then. For deterministic tests. */
  public static Workers of(Executor flush, Executor compaction, Executor deletes) {
    return of(flush, compaction, deletes, Ticker.NEVER);
  }

  /** Work goes where the caller says, and what is done after a while is done by their clock. */
  public static Workers of(Executor flush, Executor compaction, Executor deletes, Ticker ticker) {
    return new Workers(flush, compaction, deletes, Runnable::run, Runnable::run, ticker, () -> {});
  }

  Executor flush() {
    return flush;
  }

  Executor compaction() {
    return compaction;
  }

  Executor deletes() {
    return deletes;
  }

  Executor log() {
    return log;
  }

  Executor planning() {
    return planning;
  }

  /** Has something short done every so many seconds, until {@link #stop}. Never without threads. */
  void everySeconds(int seconds, Runnable work) {
    ticker.everySeconds(seconds, work);
  }

  /** Has something short done once, unless {@link #stop} comes first; false without a clock. */
  boolean after(long millis, Runnable work) {
    return ticker.after(millis, work);
  }

  /** Waits for the work that runs and takes no more. */
  void stop() {
    shutdown.run();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // they end with the executor
  private static Ticker ticker(ScheduledExecutorService ticks) {
    return new Ticker() {
      @Override
      public void everySeconds(int seconds, Runnable work) {
        ticks.scheduleWithFixedDelay(work, seconds, seconds, TimeUnit.SECONDS);
      }

      @Override
      public boolean after(long millis, Runnable work) {
        ticks.schedule(work, millis, TimeUnit.MILLISECONDS);
        return true;
      }
    };
  }

  private static ScheduledExecutorService ticks() {
    ScheduledThreadPoolExecutor ticks =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "malkoha-ticks");
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    ticks.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
    ticks.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return ticks;
  }

  private static ExecutorService pool(String what, int threads) {
    IntFunction<String> name = number -> "malkoha-" + what + "-" + number;
    int[] made = {0};
    return new ThreadPoolExecutor(
        threads,
        threads,
        0,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        work -> {
          Thread thread = new Thread(work, name.apply(++made[0]));
          thread.setDaemon(true);
          return thread;
        },
        new ThreadPoolExecutor.DiscardPolicy());
  }

  private static void stop(ExecutorService pool) {
    pool.shutdown();
    boolean interrupted = false;
    while (!pool.isTerminated()) {
      try {
        if (pool.awaitTermination(1, TimeUnit.DAYS)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
