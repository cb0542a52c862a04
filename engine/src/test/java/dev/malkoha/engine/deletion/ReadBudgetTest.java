package dev.malkoha.engine.deletion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The applier reads no faster than it may, over a clock of the test's. */
class ReadBudgetTest {

  private static final int BLOCKS_PER_SECOND = 1000;
  private static final long NANOS_PER_BLOCK = 1_000_000;
  private static final long BURST_NANOS = 50_000_000;

  /** Time passes by resting alone. */
  private static final class TestClock implements ReadBudget.Clock {
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
  private final ReadBudget budget = new ReadBudget(BLOCKS_PER_SECOND, () -> unlimited, clock);

  @Test
  void manyReadsTakeTheirTime() {
    long start = clock.now;
    for (int i = 0; i < 100; i++) {
      budget.pay(30);
    }
    assertEquals(3000 * NANOS_PER_BLOCK, clock.now - start);
    assertTrue(clock.longestRest <= BURST_NANOS);
  }

  @Test
  void whatWasNotReadMayBeReadAtOnceUpToABurst() {
    clock.now += 1000 * BURST_NANOS;
    long start = clock.now;
    budget.pay(BURST_NANOS / NANOS_PER_BLOCK);
    assertEquals(start, clock.now);
    budget.pay(1);
    assertEquals(start + NANOS_PER_BLOCK, clock.now);
  }

  @Test
  void nobodyRestsWhileSomebodyWaits() {
    unlimited = true;
    long start = clock.now;
    budget.pay(1_000_000);
    assertEquals(start, clock.now);
    unlimited = false;
    budget.pay(10);
    assertEquals(start + 10 * NANOS_PER_BLOCK, clock.now);
  }
}
