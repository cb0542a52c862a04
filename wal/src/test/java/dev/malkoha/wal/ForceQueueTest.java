package dev.malkoha.wal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits for a force, for which one, and who makes it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForceQueueTest {

  private final AtomicLong end = new AtomicLong();
  private final AtomicLong durable = new AtomicLong();
  private final AtomicInteger forces = new AtomicInteger();
  private final Semaphore begun = new Semaphore(0);
  private final Semaphore mayEnd = new Semaphore(0);
  private final ForceQueue queue = new ForceQueue(durable::get);

  /** Reaches what was appended when it began, and ends when it is let. */
  private void force() {
    long until = end.get();
    forces.incrementAndGet();
    begun.release();
    mayEnd.acquireUninterruptibly();
    durable.set(until);
  }

  /** A call in a thread of its own. */
  private static final class Call {
    private final FutureTask<Boolean> result;
    private final Thread thread;

    Call(Callable<Boolean> call) {
      result = new FutureTask<>(call);
      thread = Thread.ofPlatform().daemon().start(result);
    }

    /** Comes back when the thread has been seen to wait; fails if the call ends instead. */
    Call waiting() {
      while (thread.getState() != Thread.State.WAITING) {
        assertFalse(result.isDone(), "did not wait");
        Thread.onSpinWait();
      }
      return this;
    }

    /** What the call says when it has ended. */
    boolean end() throws InterruptedException {
      thread.join();
      return result.resultNow();
    }
  }

  /** Waits for a position; says whether it is durable then. */
  private Call await(long position) {
    return new Call(
        () -> {
          queue.await(position, this::force);
          return durable.get() >= position;
        });
  }

  private void append(long position) {
    end.set(position);
  }

  /** However long the line, and whoever came first. */
  @Test
  void whoIsReachedDoesNotWaitForTheNextForce() throws Exception {
    append(2);
    Call forcing = await(1);
    begun.acquire();
    append(3);
    Call later = await(3).waiting();
    Call reached = await(2).waiting();
    mayEnd.release();
    assertTrue(reached.end());
    assertTrue(forcing.end());
    begun.acquire();
    assertFalse(later.result.isDone());
    mayEnd.release();
    assertTrue(later.end());
    assertEquals(2, forces.get());
  }

  @Test
  void allWhoComeDuringAForceShareTheNext() throws Exception {
    append(1);
    Call forcing = await(1);
    begun.acquire();
    List<Call> calls = new ArrayList<>();
    for (int i = 2; i < 20; i++) {
      append(i);
      calls.add(await(i).waiting());
    }
    mayEnd.release(2);
    assertTrue(forcing.end());
    for (Call call : calls) {
      assertTrue(call.end());
    }
    assertEquals(2, forces.get());
  }

  @Test
  void aLineThatHasEndedBeginsAnew() throws Exception {
    mayEnd.release(3);
    for (int i = 1; i <= 3; i++) {
      append(i);
      assertTrue(await(i).end());
      assertEquals(i, forces.get());
    }
  }

  /** A failure is for the one whose turn it is; the others try, and are told by themselves. */
  @Test
  void aFailedForceLeavesNobodyWaiting() throws Exception {
    List<Call> calls = new ArrayList<>();
    calls.add(failing());
    begun.acquire();
    for (int i = 0; i < 3; i++) {
      calls.add(failing().waiting());
    }
    mayEnd.release(4);
    for (Call call : calls) {
      call.thread.join();
      assertInstanceOf(IOException.class, call.result.exceptionNow());
    }
    mayEnd.release();
    append(1);
    assertTrue(await(1).end());
  }

  private Call failing() {
    return new Call(
        () -> {
          queue.await(
              1,
              () -> {
                begun.release();
                mayEnd.acquireUninterruptibly();
                throw new IOException("the disk has gone");
              });
          return true;
        });
  }

  @Test
  void anInterruptDoesNotEndTheWaitAndIsNotLost() throws Exception {
    append(1);
    Call forcing = await(1);
    begun.acquire();
    Call waiting =
        new Call(
            () -> {
              queue.await(1, this::force);
              return Thread.interrupted() && durable.get() == 1;
            });
    waiting.waiting().thread.interrupt();
    while (waiting.thread.isInterrupted()) { // until it has been noticed
      Thread.onSpinWait();
    }
    waiting.waiting();
    mayEnd.release();
    assertTrue(waiting.end());
    assertTrue(forcing.end());
  }

  @Test
  void nobodyIsForgottenAmongMany() throws Exception {
    mayEnd.release(Integer.MAX_VALUE / 2);
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      calls.add(new Call(this::appendAndAwaitOften));
    }
    for (Call call : calls) {
      assertTrue(call.end());
    }
    assertTrue(forces.get() <= end.get());
  }

  private boolean appendAndAwaitOften() throws IOException {
    boolean isDurable = true;
    for (int i = 0; i < 2_000; i++) {
      long position = end.incrementAndGet();
      queue.await(position, this::force);
      isDurable &= durable.get() >= position;
    }
    return isDurable;
  }
}
