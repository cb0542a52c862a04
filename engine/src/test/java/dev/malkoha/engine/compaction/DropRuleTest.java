package dev.malkoha.engine.compaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.range.RangeWalker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class DropRuleTest {

  private static List<String> kept(long[] snapshots, boolean bottom, String... newestFirst) {
    DropRule rule = new DropRule(snapshots, RangeWalker.none());
    rule.startKey(bottom, false);
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
  void everySnapshotSeesTheSameBeforeAndAfter() {
    for (long seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long[] snapshots = random.longs(random.nextInt(4), 0, 20).distinct().sorted().toArray();
      boolean bottom = random.nextBoolean();
      TreeMap<Long, Integer> before = new TreeMap<>();
      for (int i = random.nextInt(1, 12); i > 0; i--) {
        before.put(random.nextLong(1, 20), random.nextInt(2));
      }
      TreeMap<Long, Integer> after = new TreeMap<>();
      DropRule rule = new DropRule(snapshots, RangeWalker.none());
      rule.startKey(bottom, false);
      for (Map.Entry<Long, Integer> entry : before.descendingMap().entrySet()) {
        long tag = EntryKind.tag(entry.getKey(), entry.getValue());
        if (rule.keep(tag)) {
          long out = rule.outputTag(tag);
          after.put(EntryKind.sequence(out), EntryKind.kind(out));
        }
      }
      for (long snapshot : snapshots) {
        assertEquals(isPresent(before, snapshot), isPresent(after, snapshot), "seed " + seed);
      }
      assertEquals(isPresent(before, 99), isPresent(after, 99), "seed " + seed);
    }
  }

  private static boolean isPresent(NavigableMap<Long, Integer> versions, long sequence) {
    Map.Entry<Long, Integer> seen = versions.floorEntry(sequence);
    return seen != null && seen.getValue() == EntryKind.PUT;
  }
}
