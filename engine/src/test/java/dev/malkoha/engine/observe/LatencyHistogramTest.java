package dev.malkoha.engine.observe;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Times are spread as HdrHistogram, with two digits, says they are. */
final class LatencyHistogramTest {

  private static final long MINUTE = 60_000_000_000L;
  private static final String REPLAY = Trials.replay(LatencyHistogramTest.class);

  private final LatencyHistogram ours = new LatencyHistogram();

  /** Random times of every magnitude. */
  @Test
  void agreesWithHdrHistogram() {
    SplittableRandom random = new SplittableRandom(Trials.seed());
    Histogram theirs = new Histogram(1, MINUTE, 2);
    long sum = 0;
    for (int i = 0; i < 100_000; i++) {
      long nanos = random.nextLong(1L << random.nextInt(1, 36));
      ours.add(nanos);
      theirs.recordValue(nanos);
      sum += nanos;
    }
    LatencyHistogram.Counts counts = ours.counts();
    for (double share = 0.0005; share < 1; share += 0.0005) {
      long expected = theirs.getValueAtPercentile(100 * share);
      double ratio = (1.0 + (double) counts.quantileNanos(share)) / (1.0 + (double) expected);
      assertTrue(Math.abs(ratio - 1) < 0.008, share + " is off by " + ratio + ", " + REPLAY);
    }
    assertEquals(100_000, counts.total());
    assertEquals(sum, counts.sumNanos());
    double longest = (double) theirs.getMaxValue();
    assertEquals(longest, (double) counts.maxNanos(), longest / 100);
  }

  @Test
  void countsUpToABound() {
    for (long nanos : new long[] {0, 999, 1_000, 1_001, 1_000_000}) {
      ours.add(nanos);
    }
    LatencyHistogram.Counts counts = ours.counts();
    // A bucket of eight nanoseconds ends at 1,007.
    assertArrayEquals(new long[] {1, 4, 5}, counts.upTo(500, 1_010, MINUTE));
  }

  @Test
  void takesWhatIsOutOfRangeForItsEnd() {
    ours.add(-5);
    ours.add(Long.MAX_VALUE);
    LatencyHistogram.Counts counts = ours.counts();
    assertEquals(0, counts.quantileNanos(0.5));
    assertEquals(MINUTE, counts.quantileNanos(1));
    assertArrayEquals(new long[] {2}, counts.upTo(2 * MINUTE));
    assertEquals(Long.MAX_VALUE, counts.sumNanos());
  }

  @Test
  void anEmptyOneHasNoTimes() {
    assertEquals(0, ours.counts().quantileNanos(0.99));
    assertEquals(0, ours.counts().maxNanos());
  }
}
