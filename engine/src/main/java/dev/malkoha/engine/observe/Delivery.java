package dev.malkoha.engine.observe;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * A queue of calls of users' code, made one at a time and in order, on a virtual thread that is
 * there only while calls wait. No caller waits for its call.
 */
final class Delivery {

  private static final int WAITING_MAX = 1024;
  private static final int SECONDS_MAX = 10;

  private final ThreadPoolExecutor calls;
  private final LongConsumer tellLost;
  private final AtomicLong lost = new AtomicLong();
  private volatile @Nullable Thread thread;

  /**
   * Creates an empty queue.
   *
   * @param name of the thread
   * @param tellLost is called, as the others are, with how many calls there was no room for
   */
  Delivery(String name, LongConsumer tellLost) {
    ThreadFactory threads =
        Thread.ofVirtual().name(name).inheritInheritableThreadLocals(false).factory();
    ThreadFactory noting = work -> thread = threads.newThread(work);
    this.tellLost = tellLost;
    this.calls =
        new ThreadPoolExecutor(0, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), noting);
  }

  /**
   * Adds a call to those that wait; what it throws is forgotten. If this fails, for want of memory,
   * calls wait for the next one that is added.
   */
  void enqueue(Runnable call) {
    if (calls.getQueue().size() >= WAITING_MAX) {
      lost.incrementAndGet();
      return;
    }
    calls.execute(
        () -> {
          long missing = lost.getAndSet(0);
          if (missing > 0) {
            deliver(() -> tellLost.accept(missing));
          }
          deliver(call);
        });
  }

  private static void deliver(Runnable call) {
    try {
      call.run();
    } catch (Throwable e) { // a checked exception, too: not all compilers ask for them
      // nobody can be told of it
    }
  }

  /**
   * Waits until all calls so far have ended, but for a time at most; a call does not wait for
   * itself, nor does a thread that is interrupted.
   *
   * @return whether there is nothing left to wait for
   */
  @SuppressWarnings("ReferenceEquality") // that very thread is meant
  boolean await() {
    boolean isIdle = calls.getPoolSize() == 0 && calls.getQueue().isEmpty();
    if (isIdle || thread == Thread.currentThread()) {
      return true;
    }
    CountDownLatch last = new CountDownLatch(1);
    calls.execute(last::countDown);
    try {
      return last.await(SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // who is in a hurry need not wait
      return true;
    }
  }
}
