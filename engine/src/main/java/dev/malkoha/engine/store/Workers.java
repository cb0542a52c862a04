package dev.malkoha.engine.store;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that background work runs on: one for flushes, some for compactions, one that applies
 * deletes, one that keeps a log segment ready, one that plans what is due. Tests may run the work
 * on the calling thread instead.
 */
public final class Workers {

  /** What there is a thread, or some, for; in the order in which they are stopped. */
  enum Work {
    PLANNING("planning", true, 0),
    /** One that finds no room has written no more than a memtable, and writers wait for it. */
    FLUSH("flushes", true, 1_000),
    COMPACTION("compactions", false, 32_000),
    DELETES("deletes to be applied", true, 32_000),
    LOG("care of the log", true, 0);

    /** What it is, in words for people. */
    final String words;

    /** Whether a worker that has done a job goes on with the next one at once. */
    final boolean keepsWorker;

    /** How long work that has found no room waits at most before it tries again. */
    final long pauseMillisMax;

    Work(String words, boolean keepsWorker, long pauseMillisMax) {
      this.words = words;
      this.keepsWorker = keepsWorker;
      this.pauseMillisMax = pauseMillisMax;
    }
  }

  private final Map<Work, ? extends Executor> executors;
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

  private Workers(Map<Work, ? extends Executor> executors, Ticker ticker, Runnable shutdown) {
    this.executors = executors;
    this.ticker = ticker;
    this.shutdown = shutdown;
  }

  /** Real threads, all daemons. Work that comes after {@link #stop} is dropped. */
  public static Workers threads(int compactionThreads) {
    ScheduledExecutorService ticks = ticks();
    Map<Work, ExecutorService> pools = new EnumMap<>(Work.class);
    pools.put(Work.PLANNING, ticks);
    pools.put(Work.FLUSH, pool("flush", 1));
    pools.put(Work.COMPACTION, pool("compaction", compactionThreads));
    pools.put(Work.DELETES, pool("deletes", 1));
    pools.put(Work.LOG, pool("log", 1));
    return new Workers(pools, ticker(ticks), () -> pools.values().forEach(Workers::stop));
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
    Map<Work, Executor> executors = new EnumMap<>(Work.class);
    executors.put(Work.PLANNING, Runnable::run);
    executors.put(Work.FLUSH, flush);
    executors.put(Work.COMPACTION, compaction);
    executors.put(Work.DELETES, deletes);
    executors.put(Work.LOG, Runnable::run);
    return new Workers(executors, ticker, () -> {});
  }

  /** Whether there are threads, and work is not done by who hands it in. */
  boolean hasThreads() {
    return executors.get(Work.LOG) instanceof ExecutorService;
  }

  /** Where work of a kind is handed in. */
  Executor on(Work work) {
    return Objects.requireNonNull(executors.get(work));
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
            Thread.ofPlatform().daemon().name("malkoha-ticks").factory(),
            new ThreadPoolExecutor.DiscardPolicy());
    ticks.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
    ticks.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return ticks;
  }

  private static ExecutorService pool(String what, int threads) {
    return new ThreadPoolExecutor(
        threads,
        threads,
        0,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        Thread.ofPlatform().daemon().name("malkoha-" + what + "-", 1).factory(),
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
