package dev.malkoha.engine.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.background.Workers.Ticker;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.storage.NoSpaceException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Background work on a full disk: it waits, asks after a pause, and goes on. */
@Timeout(60)
class SpaceWaitTest {

  /** Time that the test lets pass: what is to be done later, with the pauses asked for. */
  private static final class ManualClock implements Ticker {
    private final Deque<Runnable> later = new ArrayDeque<>();
    private final List<Long> pauses = new ArrayList<>();

    @Override
    public void everySeconds(int seconds, Runnable work) {}

    @Override
    public boolean after(long millis, Runnable work) {
      later.add(work);
      pauses.add(millis);
      return true;
    }

    void pass() {
      for (int due = later.size(); due > 0; due--) {
        later.remove().run();
      }
    }
  }

  /** Flushes, compactions and deletes that are due while some are left, and count their tries. */
  private static final class Due {
    private IOException failure = new NoSpaceException("the file: no room");
    private boolean isFailing = true;
    private int frozen;
    private int merges;
    private int deletes;
    private int flushed;
    private int tries;

    private void attempt() throws IOException {
      tries++;
      if (isFailing) {
        throw failure;
      }
    }

    Background.Jobs jobs() {
      return new Background.Jobs(
          () -> frozen > 0 ? this::flush : null,
          () -> merges > 0 ? this::compact : null,
          () -> deletes > 0 ? this::applyDelete : null);
    }

    private void flush() throws IOException {
      attempt();
      frozen--;
      flushed++;
    }

    private void compact() throws IOException {
      attempt();
      merges--;
    }

    private void applyDelete() throws IOException {
      attempt();
      deletes--;
    }
  }

  private final Due due = new Due();
  private final ManualClock clock = new ManualClock();
  private final Health health = new Health(_ -> {});
  private final Background background = background(clock);

  private Background background(Ticker ticker) {
    Executor here = Runnable::run;
    return new Background(
        Workers.of(here, here, here, ticker), due.jobs(), new Progress(health), 1);
  }

  @Test
  void triesAgainAfterAPauseAndGoesOnByItself() {
    due.frozen = 2;
    background.flushSoon();
    assertEquals(1, due.tries);
    assertThrows(DbNoSpaceException.class, background::checkFlushesGoOn);
    background.flushSoon();
    background.start();
    assertEquals(1, due.tries, "tried during the pause");
    clock.pass();
    assertEquals(2, due.tries);
    due.isFailing = false;
    clock.pass();
    assertEquals(0, due.frozen);
    background.checkFlushesGoOn();
    assertFalse(health.isSealed());
  }

  @Test
  void compactionsAndDeletesWaitLongerEachTimeAndFlushesDoNot() {
    due.frozen = 1;
    due.merges = 1;
    due.deletes = 1;
    background.start();
    background.planSoon();
    clock.pass();
    clock.pass();
    assertEquals(9, due.tries);
    assertEquals(List.of(1_000L, 1_000L, 1_000L), clock.pauses.subList(0, 3));
    assertEquals(List.of(1_000L, 2_000L, 2_000L), clock.pauses.subList(3, 6));
    assertEquals(List.of(1_000L, 4_000L, 4_000L), clock.pauses.subList(6, 9));
  }

  @Test
  void whatAFlushFindsTheOthersTryAtOnce() {
    due.merges = 1;
    due.deletes = 1;
    background.planSoon();
    due.isFailing = false;
    due.frozen = 1;
    background.flushSoon();
    assertEquals(1, due.merges, "only a flush that waited tells of new room");
    due.isFailing = true;
    due.frozen = 1;
    background.flushSoon();
    due.isFailing = false;
    background.retryFlushes();
    assertEquals(List.of(0, 0, 0), List.of(due.frozen, due.merges, due.deletes));
  }

  @Test
  void whoWaitsIsToldAndNobodyWaitsForEver() {
    due.frozen = 1;
    due.merges = 1;
    due.deletes = 1;
    assertThrows(DbNoSpaceException.class, () -> background.flushUntil(() -> due.flushed >= 1));
    assertThrows(DbNoSpaceException.class, background::retryFlushes);
    assertThrows(DbNoSpaceException.class, () -> background.compactAlone(due::compact));
    assertThrows(DbNoSpaceException.class, background::awaitIdle);
    due.isFailing = false;
    background.awaitIdle();
    assertEquals(List.of(0, 0, 0), List.of(due.frozen, due.merges, due.deletes));
    due.merges = 1;
    background.compactAlone(due::compact);
  }

  /** What is not to be flushed any more keeps nobody waiting, who asks before a try or after it. */
  @Test
  void aFlushThatIsNotDueAnyMoreWaitsForNothing() {
    due.frozen = 1;
    background.flushSoon();
    due.frozen = 0;
    background.retryFlushes();
    background.checkFlushesGoOn();
    due.frozen = 1;
    background.flushSoon();
    assertThrows(DbNoSpaceException.class, background::checkFlushesGoOn);
    due.frozen = 0;
    background.treeGone();
    background.checkFlushesGoOn();
    due.frozen = 1;
    due.isFailing = false;
    background.flushSoon();
    assertEquals(0, due.frozen, "still in the pause after a failure that is forgotten");
  }

  /** Where nobody else will ever try again, whoever asks does, once. */
  @Test
  void withoutAClockEachAskingIsATry() {
    Background alone = background(Ticker.NEVER);
    due.frozen = 1;
    due.merges = 1;
    due.deletes = 1;
    alone.flushSoon();
    alone.flushSoon();
    assertEquals(2, due.tries);
    alone.planSoon();
    alone.planSoon();
    assertEquals(6, due.tries);
    due.isFailing = false;
    alone.flushSoon();
    assertEquals(List.of(0, 0, 0), List.of(due.frozen, due.merges, due.deletes));
  }

  @Test
  void anyOtherFailureSeals() {
    due.failure = new IOException("No space left on device");
    due.frozen = 1;
    background.flushSoon();
    assertTrue(health.isSealed());
    assertEquals(0, clock.later.size());
    assertThrows(DbSealedException.class, background::awaitIdle);
  }
}
