package dev.malkoha.storage;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * A thread that no interrupt disturbs: one that works for stores, or a short-lived one that carries
 * out one file action for its caller.
 *
 * <p>An interrupt closes the {@code FileChannel} that the interrupted thread is using, and even
 * replaces the error of a failed force by its own exception, so that the error is lost. Clearing
 * the interrupt before the action does not help against one that arrives during it. So callers wait
 * for this thread, and keep their own interrupts. The price is some tens of microseconds, paid for
 * opening, mapping and forcing a directory only: appending uses no channel. Who has many such
 * actions pays once, by doing all of them in one.
 *
 * <p>It is a daemon, and has nothing of the thread that started it: neither group nor context class
 * loader nor inheritable thread-locals, which may be those of an application that is to go.
 */
public final class OwnThread extends Thread {

  /** The work to do. */
  @FunctionalInterface
  public interface Action<T extends @Nullable Object> {
    /** Does it. */
    T run() throws IOException;
  }

  private static final ThreadGroup SYSTEM = systemGroup();

  private OwnThread(String name, Runnable task) {
    super(SYSTEM, task, name, 0, false);
    setDaemon(true);
  }

  private static ThreadGroup systemGroup() {
    ThreadGroup group = currentThread().getThreadGroup();
    for (ThreadGroup next = group; next != null; next = next.getParent()) {
      group = next;
    }
    return group;
  }

  /** Makes threads for work of stores, which have a name and a number. */
  public static ThreadFactory factory(String name) {
    AtomicInteger made = new AtomicInteger();
    return task -> new OwnThread(name + "-" + made.incrementAndGet(), task);
  }

  /** Does nothing: who ends a program may interrupt all threads that he finds. */
  @Override
  public void interrupt() {}

  /** Where the system has no thread for a moment, one is waited for. */
  @Override
  public void start() {
    Shortage.outlastOfThreads(super::start);
  }

  /** Does something on such a thread: on this one, if it is one. */
  public static <T extends @Nullable Object> T call(Action<T> action) throws IOException {
    if (Thread.currentThread() instanceof OwnThread) {
      return action.run();
    }
    return begin(action).run();
  }

  /**
   * Begins something on such a thread.
   *
   * @return waits for its end, and has its result or throws what it threw
   */
  public static <T extends @Nullable Object> Action<T> begin(Action<T> action) {
    FutureTask<T> task = new FutureTask<>(action::run);
    new OwnThread("malkoha-file", task).start();
    return () -> await(task);
  }

  /**
   * Does two things at the same time, one on such a thread, one on this one, and waits for both;
   * where both fail, the second failure is attached to the first.
   */
  @SuppressWarnings("try") // what is named only to be waited for
  public static <T extends @Nullable Object> void both(Action<T> here, Action<T> beside)
      throws IOException {
    Action<T> begun = begin(beside);
    try (Closeable other = begun::run) {
      here.run();
    }
  }

  /**
   * An interrupt does not end the wait, and is kept. (A {@code CompletableFuture} would do other
   * work of its pool meanwhile, while the caller has locks.)
   */
  private static <T extends @Nullable Object> T await(FutureTask<T> task) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw rethrow(Objects.requireNonNull(e.getCause()));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException rethrow(Throwable cause) {
    if (cause instanceof IOException e) {
      return e;
    }
    if (cause instanceof RuntimeException e) {
      throw e;
    }
    if (cause instanceof Error e) {
      throw e;
    }
    return new IOException(cause);
  }
}
