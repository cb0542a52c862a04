package dev.malkoha.storage;

import module java.base;

/**
 * A pool of {@link OwnThread}s. A thread that has had nothing to do for a while ends. Work that
 * comes after the shutdown is dropped.
 *
 * <p>Where the system has no thread for a moment, who hands in work waits for one. A pool starts
 * its threads past {@link Thread#start}, so the wait is here.
 */
public final class OwnThreads extends ThreadPoolExecutor {

  private static final int IDLE_SECONDS = 2;

  /**
   * Creates a pool in which no thread runs yet.
   *
   * @param name of its threads, which have a number besides
   * @param threads the most that run at a time
   */
  public OwnThreads(String name, int threads) {
    this(OwnThread.factory(name), threads);
  }

  OwnThreads(ThreadFactory factory, int threads) {
    super(
        threads,
        threads,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        factory,
        new DiscardPolicy());
    allowCoreThreadTimeOut(true);
  }

  /** The queue may have taken the work when no thread could be started for it: it runs once. */
  @Override
  public void execute(Runnable work) {
    AtomicBoolean begun = new AtomicBoolean();
    Runnable once =
        () -> {
          if (begun.compareAndSet(false, true)) {
            work.run();
          }
        };
    Shortage.outlastOfThreads(() -> super.execute(once));
  }
}
