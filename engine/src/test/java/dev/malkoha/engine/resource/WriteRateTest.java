package dev.malkoha.engine.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pace of background writing, by a clock that passes only while somebody rests. */
@Timeout(60)
class WriteRateTest {

  private static final long SECOND = 1_000_000_000L;
  private static final int RATE = 1 << 20;

  /** Time that passes while somebody rests; the next one who comes is told of before. */
  private static final class RestingClock implements Clock {
    private final List<Runnable> meanwhile = new ArrayList<>();
    private long now = 17;

    @Override
    public synchronized long nanos() {
      return now;
    }

    @Override
    public void rest(long nanos) {
      now += nanos;
      if (!meanwhile.isEmpty()) {
        meanwhile.removeFirst().run();
      }
    }
  }

  private final RestingClock clock = new RestingClock();
  private final WriteRate rate = new WriteRate(RATE, clock);

  private void write(int bytes, boolean isFlush) {
    for (int left = bytes; left > 0; left -= 4096) {
      rate.acquire(Math.min(left, 4096), isFlush);
    }
  }

  @Test
  void manyWritesTakeTheTimeThatTheRateSays() {
    long begin = clock.now;
    write(10 * RATE, false);
    double seconds = (clock.now - begin) / (double) SECOND;
    assertTrue(seconds > 9.8 && seconds < 10.1, "took " + seconds);
  }

  @Test
  void whatWasNotUsedForLongIsNotSavedUp() {
    clock.now += 100 * SECOND;
    long begin = clock.now;
    write(RATE, true);
    double seconds = (clock.now - begin) / (double) SECOND;
    assertTrue(seconds > 0.85 && seconds < 1, "took " + seconds);
  }

  @Test
  void aFlushGoesBeforeACompactionThatWaits() {
    List<String> order = new ArrayList<>();
    rate.acquire(RATE, false);
    clock.meanwhile.add(
        () -> {
          rate.acquire(RATE, true);
          order.add("flush");
        });
    rate.acquire(4096, false);
    order.add("compaction");
    assertEquals(List.of("flush", "compaction"), order);
  }

  @Test
  void withoutALimitNobodyRests() {
    long begin = clock.now;
    new WriteRate(0, clock).acquire(Integer.MAX_VALUE, false);
    assertEquals(begin, clock.now);
    WriteRate.UNLIMITED.acquire(Integer.MAX_VALUE, false); // else the test would not end
  }
}
