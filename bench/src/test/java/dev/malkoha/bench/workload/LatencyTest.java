package dev.malkoha.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class LatencyTest {

  private static final double DIGITS = 0.002;

  @Test
  void ranksAndWaitsAreThoseOfTheOperations() {
    Histogram nanos = Ticks.empty();
    nanos.recordValueWithCount(1_000, 9_890);
    nanos.recordValueWithCount(50_000, 90);
    nanos.recordValueWithCount(2_000_000, 15);
    nanos.recordValueWithCount(30_000_000, 5);

    Latency latency = Latency.of(nanos);

    assertEquals(1, latency.p50(), DIGITS);
    assertEquals(50, latency.p99(), 50 * DIGITS);
    assertEquals(2_000, latency.p999(), 2_000 * DIGITS);
    assertEquals(30_000, latency.p9999(), 30_000 * DIGITS);
    assertEquals(30_000, latency.max(), 30_000 * DIGITS);
    assertEquals(20, latency.aboveOneMilli());
    assertEquals(5, latency.aboveTenMillis());
    assertEquals(0, Latency.of(Ticks.empty()).aboveOneMilli());
  }

  @Test
  void roundsAreSummedUpByMediansAndTheLongestOfAll() {
    Latency all =
        Latency.over(
            List.of(
                new Latency(1, 10, 20, 30, 40, 5, 0),
                new Latency(2, 11, 21, 31, 400, 7, 1),
                new Latency(3, 12, 22, 32, 41, 9, 2)));

    assertEquals(new Latency(2, 11, 21, 31, 400, 7, 1), all);
  }

  @Test
  void threadsRecordEachOperationWhereThatIsWanted() {
    AtomicInteger done = new AtomicInteger();
    Team.Share share =
        (thread, from, to, ticks) -> {
          for (long i = from; i < to; i++) {
            done.incrementAndGet();
            ticks.tick();
          }
          return to - from;
        };

    assertTrue(Team.run(2, 1_001, false, share).latency().isEmpty());
    Team.Took took = Team.run(2, 1_001, true, share);

    assertEquals(2_002, done.get());
    assertEquals(1_001, took.operations());
    assertTrue(took.latency().orElseThrow().max() > 0);
  }

  @Test
  void operationsTimedOneByOneAreSummedUp() {
    Histogram nanos = Ticks.empty();
    nanos.recordValue(1_000_000);
    nanos.recordValue(3_000_000);

    Team.Took took = Team.Took.of(nanos);

    assertEquals(2, took.operations());
    assertEquals(2_000, took.microsPerOp(), 2_000 * DIGITS);
  }
}
