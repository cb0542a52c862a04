package dev.malkoha.engine.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.engine.observe.Observer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The way to the commit lock, for the first and for those who find it taken. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommitBackoffTest {

  private final ReentrantLock lock = new ReentrantLock();
  private final Observer observer = new Observer(Path.of("db"), DbOptions.builder().build());
  private final CommitBackoff backoff = new CommitBackoff(lock, observer);

  @Test
  void aFreeLockIsTakenAtOnce() {
    backoff.lock();
    try {
      assertTrue(lock.isHeldByCurrentThread());
      assertEquals(0, waits());
    } finally {
      lock.unlock();
    }
  }

  /** However long the lock is held: who naps for good would miss it among many. */
  @Test
  void aLongWaitEndsInTheQueueAndIsCounted() throws Exception {
    FutureTask<Boolean> call = new FutureTask<>(this::lockAndSayWhetherInterrupted);
    Thread thread = Thread.ofPlatform().daemon().unstarted(call);
    holdUntilQueued(thread, thread::start);
    thread.join();
    assertFalse(call.resultNow());
    assertEquals(1, waits());
  }

  @Test
  void anInterruptDoesNotEndTheWaitAndIsNotLost() throws Exception {
    FutureTask<Boolean> call = new FutureTask<>(this::lockAndSayWhetherInterrupted);
    Thread thread = Thread.ofPlatform().daemon().unstarted(call);
    holdUntilQueued(
        thread,
        () -> {
          thread.start();
          thread.interrupt();
        });
    thread.join();
    assertTrue(call.resultNow());
  }

  private void holdUntilQueued(Thread thread, Runnable begin) {
    lock.lock();
    try {
      begin.run();
      while (!lock.hasQueuedThread(thread)) {
        Thread.onSpinWait();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A lock that is taken at each look, but not once a thread queues up for it. */
  private static final class TakenLock extends ReentrantLock {

    private static final long serialVersionUID = 1;

    private int looks;

    @Override
    public boolean tryLock() {
      looks++;
      return false;
    }
  }

  /** A nap costs a wait for a processor: a lock that is missed by a hair must not cost another. */
  @Test
  void afterANapItIsLookedForAsOftenAsBefore() {
    TakenLock taken = new TakenLock();
    new CommitBackoff(taken, observer).lock();
    assertTrue(taken.isHeldByCurrentThread());
    int naps = 7;
    int looksAtATime = 6;
    assertEquals((1 + naps) * looksAtATime, taken.looks);
  }

  @Test
  void oneAtATimeHasIt() throws Exception {
    int[] count = {0};
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(Thread.ofPlatform().daemon().start(() -> countOften(count)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(4 * 10_000, count[0]);
  }

  private void countOften(int[] count) {
    for (int i = 0; i < 10_000; i++) {
      backoff.lock();
      try {
        count[0]++;
      } finally {
        lock.unlock();
      }
    }
  }

  private boolean lockAndSayWhetherInterrupted() {
    backoff.lock();
    try {
      return Thread.interrupted();
    } finally {
      lock.unlock();
    }
  }

  private long waits() {
    return observer.waits().times(WaitCause.LOCK).total();
  }
}
