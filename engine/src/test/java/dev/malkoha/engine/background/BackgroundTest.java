package dev.malkoha.engine.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.tree.Health;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackgroundTest {

  private static final int COMPACTIONS = 1000;

  /** Compactions of which each makes the next one due, and nothing else. */
  private static class Chain {

    private final AtomicInteger done = new AtomicInteger();
    volatile boolean fails;

    Background.Jobs jobs() {
      return new Background.Jobs(() -> null, this::nextCompaction, () -> null);
    }

    private Background.@Nullable Job nextCompaction() {
      if (fails) {
        throw new OutOfMemoryError();
      }
      return done.get() < COMPACTIONS ? this::compact : null;
    }

    void compact() {
      done.incrementAndGet();
    }
  }

  /** The store is not idle between two compactions. */
  @Test
  void waitingForQuietIsWaitingForAllThatFollows() {
    Chain jobs = new Chain();
    Workers workers = Workers.threads(1);
    Background background = background(workers, jobs);
    background.awaitIdle();
    assertEquals(COMPACTIONS, jobs.done.get());
    background.stop();
  }

  /** No thread can be made for it, say. Nobody may wait for a job that will never run. */
  @Test
  void aJobThatNoWorkerTakesEndsAllWork() {
    Workers none =
        Workers.of(
            BackgroundTest::refuse,
            BackgroundTest::refuse,
            BackgroundTest::refuse,
            Workers.Ticker.NEVER);
    Background background = background(none, new Chain());
    DbSealedException end = assertThrows(DbSealedException.class, background::awaitIdle);
    assertInstanceOf(OutOfMemoryError.class, end.getCause());
  }

  private static void refuse(Runnable job) {
    throw new OutOfMemoryError("unable to create native thread");
  }

  /** Between two compactions, where nobody is called who could be told of it. */
  @Test
  void aChoiceThatFailsEndsAllWork() {
    Chain failing =
        new Chain() {
          @Override
          void compact() {
            super.compact();
            fails = true;
          }
        };
    Workers workers = Workers.threads(1);
    Background background = background(workers, failing);
    DbSealedException end = assertThrows(DbSealedException.class, background::awaitIdle);
    assertInstanceOf(OutOfMemoryError.class, end.getCause());
    background.stop();
  }

  /** Whoever closes is not told that the store has failed. */
  @Test
  void aJobThatFindsTheStoreClosedIsNoFailure() {
    Health health = new Health(_ -> {});
    Progress progress = new Progress(health);
    Deque<Background.Job> flushes = new ArrayDeque<>(List.of(health::checkTakesWrites));
    Background.Jobs jobs = new Background.Jobs(flushes::poll, () -> null, () -> null);
    health.close();
    new Background(Workers.inline(), jobs, progress, 1).start();
    assertTrue(flushes.isEmpty());
    progress.guard(health::checkTakesWrites);
    assertFalse(health.isSealed());
  }

  private static Background background(Workers workers, Chain jobs) {
    return new Background(workers, jobs.jobs(), new Progress(new Health(_ -> {})), 1);
  }
}
