package dev.malkoha.engine.deletion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.base.GoneException;
import dev.malkoha.engine.resource.Clock;
import org.junit.jupiter.api.Test;

/** The applier reads and works no more than it may, over a clock of the test's. */
class ApplierBudgetTest {

  private static final long NANOS_PER_BLOCK = ApplierBudget.NANOS_PER_BLOCK;
  private static final long BURST_NANOS = 50_000_000;

  /** Time passes by resting, and as the test says. */
  private static final class TestClock implements Clock {
    private long now = -5; // of any origin
    private long longestRest;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void rest(long nanos) {
      longestRest = Math.max(longestRest, nanos);
      now += nanos;
    }
  }

  private final TestClock clock = new TestClock();
  private boolean unlimited;
  private boolean cancelled;
  private long written;
  private final ApplierBudget budget =
      new ApplierBudget(() -> 1, () -> unlimited, () -> cancelled, () -> written, clock);

  @Test
  void manyReadsTakeTheirTime() {
    budget.begin();
    long start = clock.now;
    for (int i = 0; i < 100; i++) {
      budget.pay(300);
    }
    assertEquals(30_000 * NANOS_PER_BLOCK, clock.now - start);
    assertTrue(clock.longestRest <= BURST_NANOS);
  }

  @Test
  void whatWasNotReadMayBeReadAtOnceUpToABurst() {
    clock.now += 1000 * BURST_NANOS;
    budget.begin();
    long start = clock.now;
    budget.pay(BURST_NANOS / NANOS_PER_BLOCK);
    assertEquals(start, clock.now);
    budget.pay(1);
    assertEquals(start + NANOS_PER_BLOCK, clock.now);
  }

  @Test
  void workTakesHalfOfTheTime() {
    assertEquals(100 * 4 * NANOS_PER_BLOCK, timeForWork(0));
  }

  @Test
  void workBesideWritesTakesATenthOfTheTime() {
    assertEquals(100 * 20 * NANOS_PER_BLOCK, timeForWork(2_000));
  }

  /** The space of what was deleted would wait for it. */
  @Test
  void workBesideATrickleTakesHalfOfTheTime() {
    assertEquals(100 * 4 * NANOS_PER_BLOCK, timeForWork(50));
  }

  /**
   * How long two hundred blocks' time of work takes, with so many bytes written in each piece of
   * it.
   */
  private long timeForWork(int bytes) {
    budget.begin();
    long start = clock.now;
    for (int i = 0; i < 100; i++) {
      written += bytes;
      clock.now += 2 * NANOS_PER_BLOCK;
      budget.pay(i % 3);
    }
    return clock.now - start;
  }

  @Test
  void theTimeBetweenRunsIsNoWork() {
    clock.now += 1000 * BURST_NANOS;
    budget.begin();
    long start = clock.now;
    clock.now += BURST_NANOS / 2;
    budget.pay(0);
    assertEquals(start + BURST_NANOS / 2, clock.now);
  }

  @Test
  void nobodyRestsWhileSomebodyWaits() {
    unlimited = true;
    budget.begin();
    long start = clock.now;
    budget.pay(1_000_000);
    assertEquals(start, clock.now);
    unlimited = false;
    budget.pay(10);
    assertEquals(start + 10 * NANOS_PER_BLOCK, clock.now);
  }

  @Test
  void aCancelledRunEndsWithoutARest() {
    budget.begin();
    long start = clock.now;
    cancelled = true;
    assertThrows(GoneException.class, () -> budget.pay(1_000_000));
    assertEquals(start, clock.now);
  }
}
