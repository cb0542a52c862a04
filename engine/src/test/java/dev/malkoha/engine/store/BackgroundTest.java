package dev.malkoha.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.compaction.Compaction;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackgroundTest {

  private static final int COMPACTIONS = 1000;

  /** Nothing to flush. */
  private static final class NoFlushes implements Background.Flushes {

    @Override
    public boolean hasFrozen() {
      return false;
    }

    @Override
    public long flushedSoFar() {
      return 0;
    }

    @Override
    public void flushOldest() {
      throw new AssertionError("there is nothing to flush");
    }
  }

  /** Compactions of which each makes the next one due. */
  private static class Chain implements Background.Compactions {

    private final AtomicInteger done = new AtomicInteger();
    volatile boolean fails;

    @Override
    public Optional<Compaction> pickCompaction() {
      if (fails) {
        throw new OutOfMemoryError();
      }
      return done.get() < COMPACTIONS
          ? Optional.of(new Compaction(List.of(), 1, Compaction.Kind.MERGE))
          : Optional.empty();
    }

    @Override
    public Optional<Compaction> pickEverything() {
      return Optional.empty();
    }

    @Override
    public void compact(Compaction compaction) {
      done.incrementAndGet();
    }

    @Override
    public void endRanges() {
      throw new AssertionError("nobody has asked to compact everything");
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
        Workers.of(BackgroundTest::refuse, BackgroundTest::refuse, BackgroundTest::refuse);
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
          public void compact(Compaction compaction) {
            super.compact(compaction);
            fails = true;
          }
        };
    Workers workers = Workers.threads(1);
    Background background = background(workers, failing);
    DbSealedException end = assertThrows(DbSealedException.class, background::awaitIdle);
    assertInstanceOf(OutOfMemoryError.class, end.getCause());
    background.stop();
  }

  private static Background background(Workers workers, Chain jobs) {
    return new Background(
        workers,
        new NoFlushes(),
        jobs,
        Background.Deletes.NEVER,
        new Health(),
        new IdleWaiters(),
        new AtomicBoolean(),
        1);
  }
}
