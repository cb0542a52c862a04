package dev.malkoha.sstable.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The search among heads agrees with a walk over them. */
final class SortedHeadsTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(SortedHeadsTest.class);

  @Test
  void sortedHeadsFindTheLowerBound() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 300; round++) {
      long[] heads = randomHeads(random, random.nextInt(200));
      SortedHeads sorted = new SortedHeads(heads);
      for (int i = 0; i < 200; i++) {
        long wanted = near(random, heads);
        int expected = 0;
        while (expected < heads.length && Long.compareUnsigned(heads[expected], wanted) < 0) {
          expected++;
        }
        assertEquals(expected, sorted.lowerBound(wanted), REPLAY);
      }
    }
  }

  private static long[] randomHeads(SplittableRandom random, int count) {
    long[] heads = new long[count];
    int shift = random.nextInt(64);
    long base = random.nextInt(3) == 0 ? 0 : random.nextLong();
    for (int i = 0; i < count; i++) {
      heads[i] = base + (random.nextLong() >>> (random.nextBoolean() ? shift : 60));
    }
    return Arrays.stream(heads)
        .boxed()
        .sorted(Long::compareUnsigned)
        .mapToLong(Long::longValue)
        .toArray();
  }

  private static long near(SplittableRandom random, long[] heads) {
    return heads.length == 0 || random.nextInt(10) == 0
        ? random.nextLong()
        : heads[random.nextInt(heads.length)] + random.nextInt(3) - 1;
  }
}
