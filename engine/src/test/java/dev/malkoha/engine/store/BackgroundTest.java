package dev.malkoha.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.compaction.Compaction;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackgroundTest {

  private static final int COMPACTIONS = 1000;

  /** Jobs of which each makes the next one due. */
  private static final class Chain implements Background.Jobs {

    private final AtomicInteger done = new AtomicInteger();

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

    @Override
    public Optional<Compaction> pickCompaction(Background.CompactionChoice choice) {
      return done.get() < COMPACTIONS
          ? Optional.of(new Compaction(List.of(), 1, false))
          : Optional.empty();
    }

    @Override
    public void compact(Compaction compaction) {
      done.incrementAndGet();
    }
  }

  /** The store is not idle between two compactions. */
  @Test
  void waitingForQuietIsWaitingForAllThatFollows() {
    Chain jobs = new Chain();
    Workers workers = Workers.threads(1);
    Background background = new Background(workers, jobs, new Health(), 1);
    background.awaitIdle();
    assertEquals(COMPACTIONS, jobs.done.get());
    background.stop();
  }
}
