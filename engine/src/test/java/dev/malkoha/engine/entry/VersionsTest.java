package dev.malkoha.engine.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.entry.Versions.Content;
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

/** What readers see of a key's versions, and that merges keep it. */
final class VersionsTest {

  private static final byte[] KEY = {1};
  private static final long PREFIX = EntryOrder.prefix(KEY, 0, 1);

  private static List<String> kept(long[] snapshots, boolean bottom, String... newestFirst) {
    return keptUnder(ranges(), snapshots, bottom, newestFirst);
  }

  /** Ranges of these sequence numbers that cover the key. */
  private static RangeWalker ranges(long... sequences) {
    List<RangeTombstone> ranges =
        LongStream.of(sequences)
            .mapToObj(sequence -> new RangeTombstone(KEY, new byte[] {2}, sequence))
            .toList();
    return new RangeWalker(List.of(RangeTombstones.of(ranges)));
  }

  private static List<String> keptUnder(
      RangeWalker ranges, long[] snapshots, boolean bottom, String... newestFirst) {
    Versions rule =
        new Versions(new SnapshotStripes(snapshots), ranges, (prefix, buffer, length) -> bottom);
    rule.startKey(PREFIX, KEY, 1);
    List<String> kept = new ArrayList<>();
    for (String entry : newestFirst) {
      long tag = tag(entry);
      if (rule.keep(tag, EntryKind.sequence(tag))) {
        kept.add(text(rule.outputTag(tag)));
      }
    }
    return kept;
  }

  private static long tag(String entry) {
    EntryKind kind = entry.startsWith("put") ? EntryKind.PUT : EntryKind.DELETE;
    return EntryKind.tag(Long.parseLong(entry.substring(3)), kind);
  }

  private static String text(long tag) {
    return (!Versions.isTombstone(tag) ? "put" : "del") + EntryKind.sequence(tag);
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

  private static Content seen(EntryKind kind, RangeWalker ranges) {
    return Versions.seen(EntryKind.tag(5, kind), 9, ranges, PREFIX, KEY, 0, 1);
  }

  @Test
  void aReaderSeesWhatTheNewestVersionGives() {
    assertEquals(Content.VALUE, seen(EntryKind.PUT, ranges()));
    assertEquals(Content.POINTER, seen(EntryKind.PUT_APART, ranges()));
    assertEquals(Content.NOTHING, seen(EntryKind.DELETE, ranges()));
  }

  @Test
  void aRangeThatTheReaderSeesHidesWhatIsOlder() {
    assertEquals(Content.NOTHING, seen(EntryKind.PUT, ranges(9)));
    assertEquals(Content.NOTHING, seen(EntryKind.PUT_APART, ranges(6)));
    assertEquals(Content.VALUE, seen(EntryKind.PUT, ranges(10)));
    assertEquals(Content.VALUE, seen(EntryKind.PUT, ranges(5)));
  }

  @Test
  void aTombstoneTakesWithItWhatNoSnapshotSees() {
    long tombstone = tag("del7");
    SnapshotStripes stripes = new SnapshotStripes(new long[] {4});
    assertFalse(Versions.diesWith(tombstone, tag("put8"), stripes));
    assertTrue(Versions.diesWith(tombstone, tombstone, stripes));
    assertTrue(Versions.diesWith(tombstone, tag("put5"), stripes));
    assertFalse(Versions.diesWith(tombstone, tag("put4"), stripes));
  }

  @Test
  void aKindThatNobodyKnowsOrThatIsOfBatchesAloneIsDamage() {
    long unknown = EntryKind.firstTag(5) + 200;
    assertThrows(DbCorruptionException.class, () -> Versions.content(unknown));
    for (EntryKind kind : List.of(EntryKind.DELETE_RANGE, EntryKind.INGESTION)) {
      assertThrows(DbCorruptionException.class, () -> seen(kind, ranges()));
      assertThrows(DbCorruptionException.class, () -> Versions.isTombstone(EntryKind.tag(5, kind)));
    }
  }

  @Test
  void codesAreThoseOfTheFormats() {
    for (EntryKind kind : EntryKind.values()) {
      assertEquals(kind, EntryKind.of(EntryKind.tag(5, kind)));
    }
    assertEquals(0, EntryKind.DELETE.code());
    assertEquals(1, EntryKind.PUT.code());
    assertEquals(2, EntryKind.DELETE_RANGE.code());
    assertEquals(3, EntryKind.INGESTION.code());
    assertEquals(4, EntryKind.PUT_APART.code());
  }

  @Test
  void everySnapshotSeesTheSameBeforeAndAfter() {
    for (long seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long[] snapshots = random.longs(random.nextInt(4), 0, 20).distinct().sorted().toArray();
      boolean bottom = random.nextBoolean();
      TreeMap<Long, EntryKind> before = new TreeMap<>();
      for (int i = random.nextInt(1, 12); i > 0; i--) {
        before.put(random.nextLong(1, 20), random.nextBoolean() ? EntryKind.PUT : EntryKind.DELETE);
      }
      long[] free = LongStream.range(1, 25).filter(s -> !before.containsKey(s)).toArray();
      long[] deletes =
          random
              .longs(random.nextInt(4), 0, free.length)
              .distinct()
              .map(i -> free[(int) i])
              .toArray();
      RangeWalker ranges = ranges(deletes);
      TreeMap<Long, EntryKind> after = new TreeMap<>();
      Versions rule =
          new Versions(new SnapshotStripes(snapshots), ranges, (prefix, buffer, length) -> bottom);
      rule.startKey(PREFIX, KEY, 1);
      for (Map.Entry<Long, EntryKind> entry : before.descendingMap().entrySet()) {
        long tag = EntryKind.tag(entry.getKey(), entry.getValue());
        if (rule.keep(tag, EntryKind.sequence(tag))) {
          long out = rule.outputTag(tag);
          after.put(EntryKind.sequence(out), EntryKind.of(out));
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
      NavigableMap<Long, EntryKind> before,
      NavigableMap<Long, EntryKind> after,
      RangeWalker ranges,
      long reader,
      long seed) {
    assertEquals(
        isPresent(before, ranges, reader), isPresent(after, ranges, reader), "seed " + seed);
  }

  private static boolean isPresent(
      NavigableMap<Long, EntryKind> versions, RangeWalker ranges, long sequence) {
    Map.Entry<Long, EntryKind> seen = versions.floorEntry(sequence);
    return seen != null
        && seen.getValue() == EntryKind.PUT
        && ranges.covering(PREFIX, KEY, 0, 1, sequence) <= seen.getKey();
  }

  /** What a put of a number that expires at a time is to a merge. */
  private static EntryKind aged(SnapshotStripes stripes, long sequence, long expiry) {
    Versions rule = new Versions(stripes, ranges(), (prefix, buffer, length) -> false);
    long tag = EntryKind.tag(sequence, EntryKind.PUT_UNTIL);
    long aged = rule.aged(tag, Batch.valueUntil(expiry, KEY), 0);
    assertEquals(sequence, EntryKind.sequence(aged));
    return EntryKind.of(aged);
  }

  @Test
  void whatHasExpiredForTheOldestReaderOfItsStripeIsADelete() {
    SnapshotStripes stripes = new SnapshotStripes(new long[] {4, 8}, new long[] {100, 200, 300});
    assertEquals(EntryKind.PUT_UNTIL, aged(stripes, 4, 101));
    assertEquals(EntryKind.DELETE, aged(stripes, 4, 100));
    assertEquals(EntryKind.PUT_UNTIL, aged(stripes, 5, 201));
    assertEquals(EntryKind.DELETE, aged(stripes, 8, 200));
    assertEquals(EntryKind.PUT_UNTIL, aged(stripes, 9, 301));
    assertEquals(EntryKind.DELETE, aged(stripes, 9, 300));
  }

  @Test
  void anEntryExpiresAtItsTimeAndNobodyAsksForOthers() {
    byte[] value = Batch.valueUntil(7, KEY);
    long until = EntryKind.tag(5, EntryKind.PUT_UNTIL);
    assertFalse(Versions.isExpired(until, value, 0, () -> 6));
    assertTrue(Versions.isExpired(until, value, 0, () -> 7));
    for (EntryKind kind : List.of(EntryKind.PUT, EntryKind.PUT_APART, EntryKind.DELETE)) {
      assertEquals(0, Versions.expiryBytes(EntryKind.tag(5, kind)));
      assertFalse(
          Versions.isExpired(
              EntryKind.tag(5, kind),
              value,
              0,
              () -> {
                throw new AssertionError("the time was asked");
              }));
    }
  }

  @Test
  void codesOfExpiringEntriesAreThoseOfTheFormats() {
    assertEquals(6, EntryKind.PUT_UNTIL.code());
    assertEquals(7, EntryKind.PUT_APART_UNTIL.code());
  }
}
