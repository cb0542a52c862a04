package dev.malkoha.engine.compaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.sstable.EntryOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class DropRuleTest {

  private static final byte[] KEY = {1};

  private static List<String> kept(long[] snapshots, boolean bottom, String... newestFirst) {
    return keptUnder(ranges(), snapshots, bottom, newestFirst);
  }

  /** Ranges of these sequence numbers that cover the key, moved to it. */
  private static RangeWalker ranges(long... sequences) {
    List<RangeTombstone> ranges =
        LongStream.of(sequences)
            .mapToObj(sequence -> new RangeTombstone(KEY, new byte[] {2}, sequence))
            .toList();
    RangeWalker walker = new RangeWalker(List.of(RangeTombstones.of(ranges)));
    walker.moveTo(EntryOrder.prefix(KEY, 0, 1), KEY, 0, 1);
    return walker;
  }

  private static List<String> keptUnder(
      RangeWalker ranges, long[] snapshots, boolean bottom, String... newestFirst) {
    DropRule rule = new DropRule(snapshots, ranges);
    rule.startKey(bottom, ranges.covering(Long.MAX_VALUE) > 0);
    List<String> kept = new ArrayList<>();
    for (String entry : newestFirst) {
      long tag = tag(entry);
      if (rule.keep(tag)) {
        kept.add(text(rule.outputTag(tag)));
      }
    }
    return kept;
  }

  private static long tag(String entry) {
    int kind = entry.startsWith("put") ? EntryKind.PUT : EntryKind.DELETE;
    return EntryKind.tag(Long.parseLong(entry.substring(3)), kind);
  }

  private static String text(long tag) {
    return (EntryKind.kind(tag) == EntryKind.PUT ? "put" : "del") + EntryKind.sequence(tag);
  }

  @Test
  void onlyTheNewestIsKeptWithoutSnapshots() {
    assertEquals(List.of("put9"), kept(new long[0], false, "put9", "put5", "del3"));
  }

  @Test
  void aDeleteStaysUntilNothingLiesBeneath() {
    assertEquals(List.of("del9"), kept(new long[0], false, "del9", "put5"));
    assertEquals(List.of(), kept(new long[0], true, "del9", "put5"));
  }

  @Test
  void eachSnapshotKeepsWhatItSees() {
    long[] snapshots = {4, 6};
    assertEquals(
        List.of("put9", "put6", "put3"),
        kept(snapshots, false, "put9", "put8", "put6", "put5", "put3", "put1"));
  }

  @Test
  void aDeleteThatASnapshotSeesPastStays() {
    assertEquals(List.of("del9", "put0"), kept(new long[] {5}, true, "del9", "put5", "put2"));
  }

  @Test
  void aPutAtTheBottomLosesItsNumberOnlyBelowAllSnapshots() {
    assertEquals(List.of("put0"), kept(new long[] {9}, true, "put9"));
    assertEquals(List.of("put9"), kept(new long[] {8}, true, "put9"));
    assertEquals(List.of("put9"), kept(new long[0], false, "put9"));
  }

  @Test
  void whatARangeCoversGoes() {
    assertEquals(List.of(), keptUnder(ranges(10), new long[0], false, "put9", "put5"));
    assertEquals(List.of(), keptUnder(ranges(10), new long[0], false, "del9", "put5"));
    assertEquals(List.of("put11"), keptUnder(ranges(10), new long[0], false, "put11", "put5"));
  }

  @Test
  void aSnapshotBetweenKeepsWhatARangeCovers() {
    assertEquals(List.of("put5"), keptUnder(ranges(10), new long[] {5}, false, "put5"));
    assertEquals(List.of("put5"), keptUnder(ranges(10), new long[] {9}, false, "put5"));
    assertEquals(List.of(), keptUnder(ranges(10), new long[] {10}, false, "put5"));
    assertEquals(List.of(), keptUnder(ranges(10), new long[] {4}, false, "put5"));
    assertEquals(List.of("put9"), keptUnder(ranges(7, 12), new long[] {10}, false, "put9", "put5"));
  }

  @Test
  void aPutUnderARangeKeepsItsNumber() {
    assertEquals(List.of("put9"), keptUnder(ranges(5), new long[0], true, "put9"));
    assertEquals(List.of("put9"), keptUnder(ranges(12), new long[] {9}, true, "put9"));
  }

  @Test
  void everySnapshotSeesTheSameBeforeAndAfter() {
    for (long seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long[] snapshots = random.longs(random.nextInt(4), 0, 20).distinct().sorted().toArray();
      boolean bottom = random.nextBoolean();
      TreeMap<Long, Integer> before = new TreeMap<>();
      for (int i = random.nextInt(1, 12); i > 0; i--) {
        before.put(random.nextLong(1, 20), random.nextInt(2));
      }
      long[] free = LongStream.range(1, 25).filter(s -> !before.containsKey(s)).toArray();
      long[] deletes =
          random
              .longs(random.nextInt(4), 0, free.length)
              .distinct()
              .map(i -> free[(int) i])
              .toArray();
      RangeWalker ranges = ranges(deletes);
      TreeMap<Long, Integer> after = new TreeMap<>();
      DropRule rule = new DropRule(snapshots, ranges);
      rule.startKey(bottom, deletes.length > 0);
      for (Map.Entry<Long, Integer> entry : before.descendingMap().entrySet()) {
        long tag = EntryKind.tag(entry.getKey(), entry.getValue());
        if (rule.keep(tag)) {
          long out = rule.outputTag(tag);
          after.put(EntryKind.sequence(out), EntryKind.kind(out));
        }
      }
      for (long snapshot : snapshots) {
        checkSame(before, after, ranges, snapshot, seed);
      }
      checkSame(before, after, ranges, 99, seed);
      // One that joins later is newer than all, whatever numbers were taken away.
      checkSame(
          before,
          after,
          ranges(LongStream.concat(LongStream.of(deletes), LongStream.of(50)).toArray()),
          99,
          seed);
    }
  }

  private static void checkSame(
      NavigableMap<Long, Integer> before,
      NavigableMap<Long, Integer> after,
      RangeWalker ranges,
      long reader,
      long seed) {
    assertEquals(
        isPresent(before, ranges, reader), isPresent(after, ranges, reader), "seed " + seed);
  }

  private static boolean isPresent(
      NavigableMap<Long, Integer> versions, RangeWalker ranges, long sequence) {
    Map.Entry<Long, Integer> seen = versions.floorEntry(sequence);
    return seen != null
        && seen.getValue() == EntryKind.PUT
        && ranges.covering(sequence) <= seen.getKey();
  }
}
