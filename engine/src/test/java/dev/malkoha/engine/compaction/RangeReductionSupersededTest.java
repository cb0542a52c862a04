package dev.malkoha.engine.compaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.range.RandomRanges;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RangeReductionSupersededTest {

  private static final long SEED = Trials.seed();
  private static final int ROUNDS = 2_000;
  private static final long NOW = Long.MAX_VALUE;

  private static RangeTombstone range(int from, int to, long sequence) {
    return new RangeTombstone(new byte[] {(byte) from}, new byte[] {(byte) to}, sequence);
  }

  private static Set<RangeTombstone> among(long[] snapshots, RangeTombstone... ascending) {
    return RangeReduction.superseded(RangeTombstones.of(List.of(ascending)), snapshots);
  }

  @Test
  void aQueueThatIsTrimmedAgainKeepsOne() {
    RangeTombstone[] trims = new RangeTombstone[100];
    for (int i = 0; i < trims.length; i++) {
      trims[i] = range(0, i + 1, i + 1);
    }
    Set<RangeTombstone> superseded = among(new long[0], trims);
    assertEquals(99, superseded.size());
    assertTrue(!superseded.contains(trims[99]));
  }

  @Test
  void adjacentRangesCoverTogetherAndGapsDoNot() {
    RangeTombstone old = range(2, 8, 1);
    assertEquals(Set.of(old), among(new long[0], old, range(5, 9, 2), range(1, 5, 3)));
    assertEquals(Set.of(), among(new long[0], old, range(6, 9, 2), range(1, 5, 3)));
    assertEquals(Set.of(), among(new long[0], range(5, 9, 2), range(1, 5, 3), range(2, 8, 4)));
  }

  @Test
  void aSnapshotBetweenKeepsTheOlderOne() {
    RangeTombstone old = range(2, 8, 10);
    RangeTombstone newer = range(2, 8, 20);
    assertEquals(Set.of(), among(new long[] {10}, old, newer));
    assertEquals(Set.of(), among(new long[] {19}, old, newer));
    assertEquals(Set.of(old), among(new long[] {20}, old, newer));
    assertEquals(Set.of(old), among(new long[] {9}, old, newer));
  }

  /** What any entry is to any reader is the same with and without the superseded ones. */
  @Test
  void nobodyCanTell() {
    for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RandomRanges source = new RandomRanges(random, 2 + random.nextInt(8));
      List<RangeTombstone> all = source.next(random.nextInt(20));
      long[] snapshots =
          random.longs(random.nextInt(4), 0, source.sequence() + 1).distinct().sorted().toArray();
      List<RangeTombstone> left = new ArrayList<>(all);
      left.removeAll(RangeReduction.superseded(RangeTombstones.of(all), snapshots));
      for (int i = 0; i < 40; i++) {
        byte[] key = source.key();
        long entry = source.sequence();
        for (long reader : snapshots) {
          check(all, left, key, entry, reader, seed);
        }
        check(all, left, key, entry, NOW, seed);
      }
    }
  }

  private static void check(
      List<RangeTombstone> all,
      List<RangeTombstone> left,
      byte[] key,
      long entry,
      long reader,
      long seed) {
    if (entry <= reader) {
      assertEquals(
          RandomRanges.covering(all, key, reader) > entry,
          RandomRanges.covering(left, key, reader) > entry,
          Trials.replay(RangeReductionSupersededTest.class, seed));
    }
  }
}
