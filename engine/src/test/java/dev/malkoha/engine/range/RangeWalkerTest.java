package dev.malkoha.engine.range;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class RangeWalkerTest {

  private static final long SEED = Trials.seed();
  private static final int ROUNDS = 1_500;

  @Test
  void anEmptyOneCoversNothing() {
    RangeWalker walker = new RangeWalker(List.of(RangeTombstones.NONE, RangeTombstones.NONE));
    assertFalse(walker.moveTo(0, new byte[0], 0, 0));
    assertEquals(0, walker.covering(Long.MAX_VALUE));
  }

  @Test
  void answersAsAListDoesWhicheverWayItGoes() {
    for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RandomRanges source = new RandomRanges(random, 1 + random.nextInt(30));
      List<RangeTombstones> sets = new ArrayList<>();
      List<RangeTombstone> list = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        List<RangeTombstone> more = source.next(random.nextInt(12));
        list.addAll(more);
        sets.add(RangeTombstones.of(more));
      }
      RangeWalker walker = new RangeWalker(sets);
      List<byte[]> keys = new ArrayList<>(Stream.generate(source::key).limit(40).toList());
      walk(walker, list, keys, source, seed);
      keys.sort(Arrays::compareUnsigned);
      walk(walker, list, keys, source, seed);
      Collections.reverse(keys);
      walk(walker, list, keys, source, seed);
    }
  }

  private static void walk(
      RangeWalker walker,
      List<RangeTombstone> list,
      List<byte[]> keys,
      RandomRanges source,
      long seed) {
    for (byte[] key : keys) {
      boolean covered = walker.moveTo(RandomRanges.prefix(key), key, 0, key.length);
      assertEquals(
          RandomRanges.covering(list, key, Long.MAX_VALUE) > 0,
          covered,
          Trials.replay(RangeWalkerTest.class, seed));
      for (long sequence : new long[] {Long.MAX_VALUE, source.sequence(), source.sequence()}) {
        long expected = RandomRanges.covering(list, key, sequence);
        assertEquals(
            expected, walker.covering(sequence), Trials.replay(RangeWalkerTest.class, seed));
      }
    }
  }
}
