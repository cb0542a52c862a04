package dev.malkoha.engine.observe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A queue of calls of users' code, made one at a time and in order, on a virtual thread that is
 * there only while calls wait. No caller waits for its call.
 */
final class Delivery {

  private static final int WAITING_MAX = 1024;
  private static final int SECONDS_MAX = 10;

  private final String name;
  private final LongConsumer tellLost;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Queue<Runnable> waiting = new ArrayDeque<>();

  @GuardedBy("lock")
  private @Nullable Thread running;

  @GuardedBy("lock")
  private long lost;

  /**
   * Creates an empty queue.
   *
   * @param name of the thread
   * @param tellLost is called, as the others are, with how many calls there was no room for
   */
  Delivery(String name, LongConsumer tellLost) {
    this.name = name;
    this.tellLost = tellLost;
  }

  /**
   * Adds a call to those that wait; what it throws is forgotten. If this fails, for want of memory,
   * calls wait for the next one that is added.
   */
  void enqueue(Runnable call) {
    lock.lock();
    try {
      if (waiting.size() == WAITING_MAX) {
        lost++;
        return;
      }
      waiting.add(call);
      if (running == null) {
        running =
            Thread.ofVirtual()
                .name(name)
                .inheritInheritableThreadLocals(false)
                .start(this::deliverAll);
      }
    } finally {
      lock.unlock();
    }
  }

  private void deliverAll() {
    for (Runnable call = next(); call != null; call = next()) {
      try {
        call.run();
      } catch (Throwable e) { // a checked exception, too: not all compilers ask for them
        // nobody can be told of it
      }
    }
  }

  private @Nullable Runnable next() {
    lock.lock();
    try {
      if (lost > 0) {
        long missing = lost;
        lost = 0;
        return () -> tellLost.accept(missing);
      }
      Runnable call = waiting.poll();
      if (call == null) {
        running = null;
      }
      return call;
    } finally {
      lock.unlock();
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
    CountDownLatch last = new CountDownLatch(1);
    lock.lock();
    try {
      if (running == null || running == Thread.currentThread()) {
        return true;
      }
      waiting.add(last::countDown);
    } finally {
      lock.unlock();
    }
    try {
      return last.await(SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // who is in a hurry need not wait
      return true;
    }
  }
}
