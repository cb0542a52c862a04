package dev.malkoha.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Intervals hold the keys that a bit set of the same additions holds, and are the fewest. */
class KeyIntervalsTest {

  private static final long SEED = Trials.seed();
  private static final int KEYS = 40;

  /** Key number i is the two bytes i / 8 and i % 8, so that none is a prefix of another. */
  private static byte[] key(int number) {
    return new byte[] {(byte) (number / 8), (byte) (number % 8)};
  }

  @Test
  void holdWhatWasAdded() {
    for (long seed = SEED; seed < SEED + 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      KeyIntervals intervals = new KeyIntervals();
      BitSet model = new BitSet();
      for (int i = 0; i < 12; i++) {
        int from = random.nextInt(KEYS);
        int to = from + random.nextInt(8) - 1;
        boolean endless = random.nextInt(30) == 0;
        byte[] end = endless ? new byte[0] : key(Math.max(0, to));
        intervals.add(key(from), end);
        if (endless || to > from) {
          model.set(from, endless ? KEYS + 8 : to);
        }
        check(seed, intervals, model);
      }
    }
  }

  private static void check(long seed, KeyIntervals intervals, BitSet model) {
    String at = model + ", " + Trials.replay(KeyIntervalsTest.class, seed);
    assertEquals(model.isEmpty(), intervals.isEmpty(), at);
    for (int i = 0; i < KEYS + 8; i++) {
      RangeTombstone around = intervals.around(key(i));
      assertEquals(model.get(i), around != null, at);
      assertTrue(around == null || around.covers(key(i)), at);
      for (int to = i + 1; to < KEYS; to += 3) {
        assertEquals(
            model.nextSetBit(i) >= 0 && model.nextSetBit(i) < to,
            intervals.meets(new RangeTombstone(key(i), key(to), 1)),
            at);
      }
    }
    assertEquals(runs(model), intervals.all().size(), at);
    byte[] before = {0};
    for (RangeTombstone interval : intervals.all()) {
      assertTrue(before.length > 0 && Arrays.compareUnsigned(before, interval.from()) <= 0, at);
      before = interval.to();
    }
  }

  private static int runs(BitSet model) {
    int runs = 0;
    for (int at = model.nextSetBit(0); at >= 0; at = model.nextSetBit(model.nextClearBit(at))) {
      runs++;
    }
    return runs;
  }
}
