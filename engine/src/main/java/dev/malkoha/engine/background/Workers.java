package dev.malkoha.engine.background;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Where the background work of one store runs: on threads of its own or on those that stores share,
 * see {@link WorkerPools}. Tests may run the work on the calling thread instead.
 */
public final class Workers {

  /** Kinds of work, each with one thread or more. */
  public enum JobKind {
    PLANNING("planning", true, 0),
    /** One that finds no room has written no more than a memtable, and writers wait for it. */
    FLUSH("flushes", true, 1_000),
    COMPACTION("compactions", false, 32_000),
    DELETES("deletes to be applied", true, 32_000),
    LOG("care of the log", true, 0);

    /** What it is, in words for people. */
    final String words;

    /**
     * Whether a worker of the store's own that has done a job goes on with the next one at once.
     */
    final boolean keepsWorker;

    /** How long work that has found no room waits at most before it tries again. */
    final long pauseMillisMax;

    JobKind(String words, boolean keepsWorker, long pauseMillisMax) {
      this.words = words;
      this.keepsWorker = keepsWorker;
      this.pauseMillisMax = pauseMillisMax;
    }
  }

  private final Map<JobKind, ? extends Executor> executors;
  private final Ticker ticker;
  private final Runnable shutdown;

  /** The pools, if other stores use them, too. */
  private final @Nullable WorkerPools common;

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

    /** Runs something short at this interval, until the end. */
    void everySeconds(int seconds, Runnable work);

    /** Has something short done once; returns whether it will be. */
    boolean after(long millis, Runnable work);
  }

  private Workers(
      Map<JobKind, ? extends Executor> executors,
      Ticker ticker,
      Runnable shutdown,
      @Nullable WorkerPools common) {
    this.executors = executors;
    this.ticker = ticker;
    this.shutdown = shutdown;
    this.common = common;
  }

  /** Threads of the store's own. Work that comes after {@link #stop} is dropped. */
  public static Workers threads(int compactionThreads) {
    WorkerPools own = new WorkerPools(1, compactionThreads);
    return on(own, own::close, null);
  }

  /** Threads that other stores use, too: what is queued or runs here is this store's alone. */
  public static Workers sharing(WorkerPools pools) {
    return on(pools, () -> {}, pools);
  }

  private static Workers on(WorkerPools pools, Runnable end, @Nullable WorkerPools common) {
    WorkGate gate = new WorkGate();
    Map<JobKind, Executor> executors = new EnumMap<>(JobKind.class);
    for (JobKind kind : JobKind.values()) {
      executors.put(kind, gate.before(pools.on(kind)));
    }
    ProcessTicker ticker = new ProcessTicker();
    Runnable shutdown =
        () -> {
          ticker.stop();
          gate.close();
          end.run();
        };
    return new Workers(executors, ticker, shutdown, common);
  }

  /** No threads: work is done before the call that hands it in returns. For deterministic tests. */
  public static Workers inline() {
    return of(Runnable::run, Runnable::run, Runnable::run);
  }

  /** Work goes where the caller says, and nothing is done now and then. For deterministic tests. */
  public static Workers of(Executor flush, Executor compaction, Executor deletes) {
    return of(flush, compaction, deletes, Ticker.NEVER);
  }

  /** Work goes where the caller says, and what is done after a while is done by their clock. */
  public static Workers of(Executor flush, Executor compaction, Executor deletes, Ticker ticker) {
    Map<JobKind, Executor> executors = new EnumMap<>(JobKind.class);
    executors.put(JobKind.PLANNING, Runnable::run);
    executors.put(JobKind.FLUSH, flush);
    executors.put(JobKind.COMPACTION, compaction);
    executors.put(JobKind.DELETES, deletes);
    executors.put(JobKind.LOG, Runnable::run);
    return new Workers(executors, ticker, () -> {}, null);
  }

  /** Whether there are threads, and work is not done by who hands it in. */
  public boolean hasThreads() {
    return ticker instanceof ProcessTicker;
  }

  /** Where work of a kind is handed in. */
  public Executor on(JobKind kind) {
    return Objects.requireNonNull(executors.get(kind));
  }

  /**
   * Whether a worker that has done a job goes on with the store's next one: if it is the store's.
   */
  boolean keepsWorker(JobKind kind) {
    return kind.keepsWorker && common == null;
  }

  /**
   * How many compactions may run at the same time.
   *
   * @param own the store's option, which counts if its threads are its own
   */
  int compactions(int own) {
    return common == null ? own : common.compactions();
  }

  /**
   * Runs something at this interval, until {@link #stop}; it must do no more than hand work in.
   * Never without threads.
   */
  void everySeconds(int seconds, Runnable work) {
    ticker.everySeconds(seconds, work);
  }

  /** Has something planned once, unless {@link #stop} comes first; false without a clock. */
  boolean after(long millis, Runnable work) {
    return ticker.after(millis, () -> on(JobKind.PLANNING).execute(work));
  }

  /** Waits for the work that runs and takes no more; what has not begun is dropped. */
  public void stop() {
    shutdown.run();
  }
}
