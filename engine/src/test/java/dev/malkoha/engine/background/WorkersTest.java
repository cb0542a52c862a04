package dev.malkoha.engine.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.tree.Health;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stores on common threads: each waits for its own work at its end, and all have their turns. */
@Timeout(60)
class WorkersTest {

  @Test
  void aStoppedStoreDropsWhatWaitsAndTakesNoMore() throws InterruptedException {
    Workers.Pools pools = new Workers.Pools(1, 1);
    Workers stopped = Workers.sharing(pools);
    Workers other = Workers.sharing(pools);
    List<String> done = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    stopped.on(Workers.JobKind.FLUSH).execute(() -> hold(begun, release));
    stopped.on(Workers.JobKind.FLUSH).execute(() -> done.add("waits"));
    begun.await();
    Thread closing = Thread.ofPlatform().start(stopped::stop);
    awaitWaiting(closing);
    stopped.on(Workers.JobKind.FLUSH).execute(() -> done.add("comes late"));
    CountDownLatch passed = new CountDownLatch(1);
    other.on(Workers.JobKind.FLUSH).execute(passed::countDown);
    release.countDown();
    closing.join();
    passed.await(); // the only thread has seen all that was handed in before
    assertEquals(List.of(), done);
    other.stop();
    pools.close();
  }

  private static void awaitWaiting(Thread closing) {
    while (closing.getState() != Thread.State.WAITING) {
      assertTrue(closing.isAlive(), "it did not wait for its own work");
      Thread.onSpinWait();
    }
  }

  @Test
  void aStoreThatEndsWaitsForItsOwnWorkAndNotForOthers() throws InterruptedException {
    Workers.Pools pools = new Workers.Pools(2, 1);
    Workers one = Workers.sharing(pools);
    Workers other = Workers.sharing(pools);
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch othersRelease = new CountDownLatch(1);
    CountDownLatch othersEnd = new CountDownLatch(1);
    one.on(Workers.JobKind.FLUSH).execute(() -> hold(begun, release));
    other
        .on(Workers.JobKind.FLUSH)
        .execute(
            () -> {
              hold(begun, othersRelease);
              othersEnd.countDown();
            });
    begun.await();
    Thread closing = Thread.ofPlatform().start(one::stop);
    awaitWaiting(closing);
    release.countDown();
    closing.join();
    assertEquals(1, othersEnd.getCount());
    othersRelease.countDown();
    assertTrue(othersEnd.await(30, TimeUnit.SECONDS));
    other.stop();
    pools.close();
  }

  private static void hold(CountDownLatch begun, CountDownLatch release) {
    begun.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** One store has flushes without end; another one's flush still has its turn. */
  @Test
  void aStoreWithMuchToDoGivesTheThreadBackBetweenJobs() throws InterruptedException {
    Workers.Pools pools = new Workers.Pools(1, 1);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch end = new CountDownLatch(1);
    Workers busy = Workers.sharing(pools);
    Workers quiet = Workers.sharing(pools);
    Background one =
        background(
            busy,
            () -> {
              order.add("busy");
              return order.size() < 10_000;
            });
    Background other =
        background(
            quiet,
            () -> {
              order.add("quiet");
              end.countDown();
              return false;
            });
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    busy.on(Workers.JobKind.FLUSH).execute(() -> hold(begun, release));
    begun.await();
    one.flushSoon();
    other.flushSoon();
    release.countDown();
    assertTrue(end.await(30, TimeUnit.SECONDS));
    assertTrue(order.indexOf("quiet") <= 2, "it waited for " + order.indexOf("quiet") + " jobs");
    one.stop();
    other.stop();
    pools.close();
  }

  /** Flushes as long as something says that there is more. */
  private static Background background(Workers workers, java.util.function.BooleanSupplier flush) {
    boolean[] more = {true};
    Background.Jobs jobs =
        new Background.Jobs(
            () -> more[0] ? () -> more[0] = flush.getAsBoolean() : null, () -> null, () -> null);
    return new Background(workers, jobs, new Progress(new Health(_ -> {})), 1);
  }

  @Test
  void threadsEndWhenThereIsNothingToDo() throws InterruptedException {
    Workers.Pools pools = new Workers.Pools(1, 1);
    Workers workers = Workers.sharing(pools);
    Thread[] worker = new Thread[1];
    CountDownLatch done = new CountDownLatch(1);
    workers
        .on(Workers.JobKind.LOG)
        .execute(
            () -> {
              worker[0] = Thread.currentThread();
              done.countDown();
            });
    done.await();
    worker[0].join(30_000);
    assertFalse(worker[0].isAlive());
    workers.stop();
    pools.close();
  }
}
