package dev.malkoha.papers.rivals;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.trials.Trials;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** All four entries at once are treated as each of them would be alone. */
class DLeftBucketTest {

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  @Test
  void entriesAreComparedOneByOne() {
    for (int round = 0; round < 100_000; round++) {
      long bucket = randomBucket();
      long remainder = random.nextLong(1, 4);
      for (int entry = 0; entry < DLeftBucket.ENTRIES; entry++) {
        long there = remainderOf(bucket, entry);
        assertEquals(there != 0, has(DLeftBucket.used(bucket), entry), this::replay);
        assertEquals(
            there == remainder, has(DLeftBucket.matching(bucket, remainder), entry), this::replay);
        assertEquals(
            there == remainder && !isRaised(bucket, entry),
            has(DLeftBucket.raisable(bucket, remainder), entry),
            this::replay);
      }
    }
  }

  @Test
  void changesConcernTheFirstEntryThatIsMeant() {
    for (int round = 0; round < 100_000; round++) {
      long bucket = randomBucket();
      long remainder = random.nextLong(1, 4);
      long raisable = DLeftBucket.raisable(bucket, remainder);
      if (raisable != 0) {
        long raised = DLeftBucket.raise(bucket, raisable);
        assertEquals(Long.lowestOneBit(raisable), raised ^ bucket, this::replay);
        assertEquals(bucket, DLeftBucket.lower(raised, raised ^ bucket), this::replay);
      }
      if (Long.bitCount(DLeftBucket.used(bucket)) < DLeftBucket.ENTRIES) {
        long put = DLeftBucket.put(bucket, remainder);
        int entry = Long.numberOfTrailingZeros(put ^ bucket) / 12;
        assertEquals(remainder << (12 * entry), put ^ bucket, this::replay);
        assertEquals(bucket, DLeftBucket.lower(put, 1L << (12 * entry + 11)), this::replay);
      }
    }
  }

  /** Few remainders, some empty, and what belongs to the next bucket above. */
  private long randomBucket() {
    long bucket = random.nextLong() << DLeftBucket.BITS;
    for (int entry = 0; entry < DLeftBucket.ENTRIES; entry++) {
      long remainder = random.nextInt(4) == 3 ? 2047 : random.nextInt(4);
      long counter = remainder == 0 ? 0 : random.nextInt(2);
      bucket |= (counter << 11 | remainder) << (12 * entry);
    }
    return bucket;
  }

  private static long remainderOf(long bucket, int entry) {
    return (bucket >>> (12 * entry)) & 2047;
  }

  private static boolean isRaised(long bucket, int entry) {
    return has(bucket, entry);
  }

  private static boolean has(long entries, int entry) {
    return ((entries >>> (12 * entry + 11)) & 1) != 0;
  }

  private String replay() {
    return Trials.replay(DLeftBucketTest.class);
  }
}
