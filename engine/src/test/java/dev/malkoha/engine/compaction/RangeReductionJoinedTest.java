package dev.malkoha.engine.compaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.entry.SnapshotStripes;
import dev.malkoha.engine.range.RandomRanges;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RangeReductionJoinedTest {

  private static final long SEED = Trials.seed();
  private static final int ROUNDS = 2_000;
  private static final long NOW = Long.MAX_VALUE;

  private static RangeTombstone range(int from, int to, long sequence) {
    return new RangeTombstone(new byte[] {(byte) from}, new byte[] {(byte) to}, sequence);
  }

  private static List<RangeTombstone> of(long[] snapshots, RangeTombstone... ascending) {
    return RangeReduction.joined(List.of(ascending), snapshots);
  }

  @Test
  void manyNestedOnesAreOne() {
    RangeTombstone[] nested =
        IntStream.range(0, 100)
            .mapToObj(i -> range(i, 250 - i, i + 1))
            .toArray(RangeTombstone[]::new);
    assertEquals(List.of(range(0, 250, 1)), of(new long[0], nested));
  }

  @Test
  void thoseThatTouchAreOneAndGapsStay() {
    assertEquals(
        List.of(range(5, 9, 1), range(1, 4, 2)),
        of(new long[0], range(7, 9, 1), range(1, 3, 2), range(5, 7, 3), range(2, 4, 4)));
    assertEquals(List.of(), of(new long[0]));
  }

  @Test
  void aSnapshotBetweenKeepsThemApart() {
    RangeTombstone old = range(2, 8, 10);
    RangeTombstone newer = range(4, 9, 20);
    assertEquals(List.of(old, newer), of(new long[] {10}, old, newer));
    assertEquals(List.of(old, newer), of(new long[] {19}, old, newer));
    assertEquals(List.of(range(2, 9, 10)), of(new long[] {9, 20}, old, newer));
  }

  /** What any entry that a flush writes, or that is older, is to any reader stays what it was. */
  @Test
  void nobodyCanTell() {
    for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
      long told = seed;
      SplittableRandom random = new SplittableRandom(seed);
      RandomRanges source = new RandomRanges(random, 2 + random.nextInt(8));
      List<RangeTombstone> all = source.next(random.nextInt(20));
      long[] snapshots =
          random.longs(random.nextInt(4), 0, source.sequence() + 1).distinct().sorted().toArray();
      List<RangeTombstone> joined = RangeReduction.joined(all, snapshots);
      SnapshotStripes stripes = new SnapshotStripes(snapshots);
      for (int i = 0; i < 40; i++) {
        byte[] key = source.key();
        long entry = source.sequence();
        boolean taken = all.stream().anyMatch(range -> range.sequence() == entry);
        long end = stripes.end(stripes.of(entry));
        if (!taken && RandomRanges.covering(all, key, end) < entry) {
          Arrays.stream(snapshots).forEach(at -> check(all, joined, key, entry, at, told));
          check(all, joined, key, entry, NOW, told);
        }
        Arrays.stream(snapshots).forEach(at -> check(all, joined, key, 0, at, told));
        check(all, joined, key, 0, NOW, told);
      }
    }
  }

  private static void check(
      List<RangeTombstone> all,
      List<RangeTombstone> joined,
      byte[] key,
      long entry,
      long reader,
      long seed) {
    if (entry <= reader) {
      assertEquals(
          RandomRanges.covering(all, key, reader) > entry,
          RandomRanges.covering(joined, key, reader) > entry,
          Trials.replay(RangeReductionJoinedTest.class, seed));
    }
  }
}
