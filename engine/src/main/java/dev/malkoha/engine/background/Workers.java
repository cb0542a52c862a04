package dev.malkoha.engine.background;

import module java.base;

import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.storage.OwnThread;
import dev.malkoha.storage.OwnThreads;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of one store: a queue for each kind of background work, over threads of its own or
 * over {@link Pools} that stores share, and one timer. Tests may run the work on the calling thread
 * instead. Any thread.
 */
public final class Workers {

  /** Kinds of work, each with one thread or more. */
  public enum JobKind {
    PLANNING("planning", 0),
    /** One that finds no room has written no more than a memtable, and writers wait for it. */
    FLUSH("flushes", 1_000),
    COMPACTION("compactions", 32_000),
    DELETES("deletes to be applied", 32_000),
    LOG("care of the log", 0);

    /** What it is, in words for people. */
    final String words;

    /** How long work that has found no room waits at most before it tries again. */
    final long pauseMillisMax;

    JobKind(String words, long pauseMillisMax) {
      this.words = words;
      this.pauseMillisMax = pauseMillisMax;
    }
  }

  /**
   * The threads of background work, of one store or of many. Work of a kind is done in the order in
   * which it was handed in. A thread that has had nothing to do for a while ends.
   */
  public static final class Pools implements AutoCloseable {

    private final Map<JobKind, ExecutorService> threads = new EnumMap<>(JobKind.class);
    private final int compactions;

    /**
     * Creates pools, in which no thread runs yet. All threads are daemons.
     *
     * @param flushes that may run at the same time
     * @param compactions likewise
     */
    public Pools(int flushes, int compactions) {
      this.compactions = compactions;
      threads.put(JobKind.PLANNING, new OwnThreads("malkoha-planning", 1));
      threads.put(JobKind.FLUSH, new OwnThreads("malkoha-flush", flushes));
      threads.put(JobKind.COMPACTION, new OwnThreads("malkoha-compaction", compactions));
      threads.put(JobKind.DELETES, new OwnThreads("malkoha-deletes", 1));
      threads.put(JobKind.LOG, new OwnThreads("malkoha-log", 1));
    }

    /** Takes no more work. What runs goes on, and the threads end soon after it. */
    @Override
    public void close() {
      threads.values().forEach(ExecutorService::shutdown);
    }
  }

  private final Map<JobKind, Executor> queues = new EnumMap<>(JobKind.class);
  private final Ticker ticker;

  /** The pools, if they are the store's own. */
  private final @Nullable Pools own;

  /** The pools, if other stores use them, too. */
  private final @Nullable Pools common;

  /** The work that runs, and who is to stop it. */
  private final Phaser running = new Phaser(1);

  private volatile boolean stopped;

  private Workers(Ticker ticker, @Nullable Pools own, @Nullable Pools common) {
    this.ticker = ticker;
    this.own = own;
    this.common = common;
  }

  /** Threads of the store's own. Work that comes after {@link #stop} is dropped. */
  public static Workers threads(int compactionThreads) {
    Pools own = new Pools(1, compactionThreads);
    return new Workers(new Ticker.OfProcess(), own, null).over(own.threads);
  }

  /** Threads that other stores use, too: what is queued or runs here is this store's alone. */
  public static Workers sharing(Pools pools) {
    return new Workers(new Ticker.OfProcess(), null, pools).over(pools.threads);
  }

  private Workers over(Map<JobKind, ? extends Executor> threads) {
    threads.forEach((kind, pool) -> queues.put(kind, work -> handIn(pool, work)));
    return this;
  }

  /** No threads: work is done before the call that hands it in returns. For deterministic tests. */
  public static Workers inline() {
    return of(Runnable::run, Runnable::run, Runnable::run, Ticker.NEVER);
  }

  /** Work goes where the caller says, and what is done now and then is done by their clock. */
  public static Workers of(Executor flush, Executor compaction, Executor deletes, Ticker ticker) {
    Workers workers = new Workers(ticker, null, null);
    workers.queues.put(JobKind.PLANNING, Runnable::run);
    workers.queues.put(JobKind.FLUSH, flush);
    workers.queues.put(JobKind.COMPACTION, compaction);
    workers.queues.put(JobKind.DELETES, deletes);
    workers.queues.put(JobKind.LOG, Runnable::run);
    return workers;
  }

  /** Whether there are threads, and work is not done by who hands it in. */
  public boolean hasThreads() {
    return own != null || common != null;
  }

  /** Where work of a kind is handed in. */
  public Executor on(JobKind kind) {
    return Objects.requireNonNull(queues.get(kind));
  }

  /**
   * How many compactions may run at the same time.
   *
   * @param ofStore the store's option, which counts if its threads are its own
   */
  int compactions(int ofStore) {
    return common == null ? ofStore : common.compactions;
  }

  /**
   * Runs something at this interval, until {@link #stop}; it must do no more than hand work in.
   * Never without threads.
   */
  public void everySeconds(int seconds, Runnable work) {
    ticker.everySeconds(seconds, work);
  }

  /** Has something planned once, unless {@link #stop} comes first; false without a clock. */
  boolean after(long millis, Runnable work) {
    return ticker.after(millis, () -> on(JobKind.PLANNING).execute(work));
  }

  private void handIn(Executor threads, Runnable work) {
    if (!stopped) {
      threads.execute(() -> runUnlessStopped(work));
    }
  }

  private void runUnlessStopped(Runnable work) {
    if (!stopped && running.register() >= 0) {
      try {
        work.run();
      } finally {
        running.arriveAndDeregister();
      }
    }
  }

  /** Waits for the work that runs and takes no more; what has not begun is dropped. */
  public void stop() {
    ticker.stop();
    stopped = true;
    running.awaitAdvance(running.arriveAndDeregister());
    if (own != null) {
      own.close();
    }
  }

  /** The timer of one store: it has work done now and then, or after a while. */
  public interface Ticker {

    /** A timer that never has anything done. */
    Ticker NEVER = new Ticker() {};

    /** Has something short done at this interval, until the end. */
    default void everySeconds(int seconds, Runnable work) {}

    /** Has something short done once; returns whether it will be. */
    default boolean after(long millis, Runnable work) {
      return false;
    }

    /** Has nothing done regularly any more. */
    default void stop() {}

    /**
     * A timer by the machine's clock. One thread of the process serves all stores; it does no work
     * itself, and runs only while a store wants ticks.
     */
    final class OfProcess implements Ticker {

      private static final int IDLE_SECONDS = 2;
      private static final ScheduledThreadPoolExecutor CLOCK = clock();

      private final Queue<Future<?>> regular = new ConcurrentLinkedQueue<>();

      private static ScheduledThreadPoolExecutor clock() {
        ScheduledThreadPoolExecutor clock =
            new ScheduledThreadPoolExecutor(1, OwnThread.factory("malkoha-ticks"));
        clock.setRemoveOnCancelPolicy(true);
        clock.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        return clock;
      }

      @Override
      public void everySeconds(int seconds, Runnable work) {
        Runnable told = () -> tell(work);
        regular.add(CLOCK.scheduleWithFixedDelay(told, seconds, seconds, TimeUnit.SECONDS));
      }

      @Override
      @SuppressWarnings("FutureReturnValueIgnored") // it comes once, and after the end to no effect
      public boolean after(long millis, Runnable work) {
        CLOCK.schedule(() -> tell(work), millis, TimeUnit.MILLISECONDS);
        return true;
      }

      /** A failure must not keep others from being told, nor this one from the next time. */
      private static void tell(Runnable work) {
        try {
          work.run();
        } catch (RuntimeException | Error e) {
          StoreLog.warn("no background work could be handed on", e);
        }
      }

      @Override
      public void stop() {
        regular.forEach(told -> told.cancel(false));
      }
    }
  }
}
