package dev.malkoha.bench.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** The distribution that is drawn from is the one that its formula says. */
final class ZipfianTest {

  private static final int ITEMS = 10_000;
  private static final int DRAWS = 1_000_000;

  private final long seed = Trials.seed();
  private final SplittableRandom random = new SplittableRandom(seed);
  private final Zipfian zipfian = new Zipfian(ITEMS);

  private static long[] counts(LongSupplier draw) {
    long[] counts = new long[ITEMS];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) draw.getAsLong()]++;
    }
    return counts;
  }

  /** The share of draws that the first so many ranks should have. */
  private static double share(int ranks) {
    return Zipfian.zeta(ranks) / Zipfian.zeta(ITEMS);
  }

  @Test
  void ranksAreDrawnAsOftenAsTheFormulaSays() {
    long[] counts = counts(() -> zipfian.rank(random));

    for (int ranks : new int[] {1, 2, 10, 100, 1_000, ITEMS}) {
      double drawn = Arrays.stream(counts, 0, ranks).sum() / (double) DRAWS;
      assertEquals(share(ranks), drawn, 0.02, ranks + " ranks, " + replay());
    }
    assertEquals(share(1), counts[0] / (double) DRAWS, 0.003, replay());
  }

  @Test
  void scrambledItemsAreAsSkewedAndScattered() {
    long[] counts = counts(() -> zipfian.scrambled(random));
    int hottest = (int) (Zipfian.hash(0) % ITEMS);
    int second = (int) (Zipfian.hash(1) % ITEMS);

    assertEquals(share(1), counts[hottest] / (double) DRAWS, 0.005, replay());
    assertTrue(Math.abs(hottest - second) > 1, hottest + " and " + second);
    long inFirstHalf = Arrays.stream(counts, 0, ITEMS / 2).sum();
    assertTrue(inFirstHalf > DRAWS / 4 && inFirstHalf < DRAWS * 3 / 4, "first half " + inFirstHalf);
    long[] sorted = counts.clone();
    Arrays.sort(sorted);
    double hottestTenth = Arrays.stream(sorted, ITEMS * 9 / 10, ITEMS).sum() / (double) DRAWS;
    assertEquals(share(ITEMS / 10), hottestTenth, 0.05, replay());
  }

  @Test
  void theHashIsFnv() {
    // FNV-1a of eight zero bytes, computed by hand with arbitrary precision.
    assertEquals(0xA8C7F832281A39C5L & Long.MAX_VALUE, Zipfian.hash(0));
    assertEquals(706_274_769_219_809_188L, Zipfian.hash(1));
    assertEquals("user0706274769219809188", new String(new RecordKey().of(1), US_ASCII));
  }

  @Test
  void oneItemIsNoDistribution() {
    assertThrows(IllegalArgumentException.class, () -> new Zipfian(1));
  }

  private static String replay() {
    return Trials.replay(ZipfianTest.class);
  }
}
